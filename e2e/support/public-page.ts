import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { axeViolations, keepPicture, type themes, widths } from "./browser";

export type Theme = (typeof themes)[number];
export type Device = keyof typeof widths;

const heights: Record<Device, number> = { phone: 740, tablet: 1024, desktop: 900 };

/** How a device with a theme shows a page; nothing moves, so that axe and pictures see the final state. */
export function shownOn(device: Device, theme: Theme): BrowserContextOptions {
  return {
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width: widths[device], height: heights[device] },
    ...(device === "phone" && { hasTouch: true, isMobile: true }),
  };
}

/** What is wrong with a public page as it stands, one line each; keeps pictures of it. */
export async function faultsOf(page: Page, name: string, device: Device, theme: Theme): Promise<string[]> {
  const found = ((await page.evaluate(outside(widths[device]))) as string[]).map(
    (element) => `${name} lies outside: ${element}`,
  );
  await keepPicture(page, `${name}-${theme}-${widths[device]}`);
  if (device === "tablet") return found;
  return [...found, ...(await axeViolations(page)).map((violation) => `${name}: ${violation}`)];
}

/** In the page: what is visible and sticks out of a window of that width (CSS pixels), and the page itself when it scrolls sideways. */
const outside = (width: number): string => `[...document.querySelectorAll("html, body *")]
  .filter((element) => {
    if (element === document.documentElement) return element.scrollWidth > ${width};
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width >= 2 && (box.left < -1 || box.right > ${width} + 1);
  })
  .map((element) => element.outerHTML.slice(0, 120))`;

/** The names and levels of the page's headings, in order; those of closed dialogs are not among them. */
export function headings(page: Page): Promise<[level: number, text: string][]> {
  return page.evaluate(`[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((heading) => heading.checkVisibility())
    .map((heading) => [Number(heading.localName[1]), heading.textContent])`) as Promise<[number, string][]>;
}

/** Whether the levels begin with one h1, have no other, and never skip one on the way down. */
export function inOrder(levels: number[]): boolean {
  return (
    levels[0] === 1 &&
    levels.filter((level) => level === 1).length === 1 &&
    levels.every((level, index) => index === 0 || level <= (levels[index - 1] as number) + 1)
  );
}

/** Presses a button that opens the embedded sign-in, and signs a new person in there. */
export async function signInWith(page: Page, button: Locator, name: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await popup.getByLabel("Name").fill(name);
  await popup.getByLabel("E-mail").fill(`${name.toLowerCase()}.${Date.now()}@example.com`);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

/** The name or text of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.textContent.trim()") as Promise<string>;
}
