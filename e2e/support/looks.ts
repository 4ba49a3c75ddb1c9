import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, CDPSession, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { projectRoot } from "../../src/server/project-root";
import { axeViolations, changeTheme, type themes, widths } from "./browser";

export type Theme = (typeof themes)[number];
export type Device = keyof typeof widths;

const heights: Record<Device, number> = { phone: 740, tablet: 1024, desktop: 900 };

/**
 * The settings that show a page on a device with a theme; nothing moves, so that axe and pictures see the final
 * state.
 */
export function shownOn(device: Device, theme: Theme = "light"): BrowserContextOptions {
  return {
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width: widths[device], height: heights[device] },
    ...(device === "phone" && { hasTouch: true, isMobile: true }),
  };
}

/**
 * The faults of the current page, one line each: on every device and in both themes, switched in place. It
 * starts and ends with the light desktop of `shownOn`. LOOK=1 keeps pictures of all.
 *
 * @param shown - the element to check; it must be visible everywhere.
 * @param reopen - opens it again if it closes when the window is resized, as menus do.
 */
export async function faultsOf(
  page: Page,
  name: string,
  shown: Locator,
  reopen?: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  const look = async (device: Device, theme: Theme): Promise<void> => {
    const here = `${name} on a ${theme} ${device}`;
    await changeDevice(page, device);
    if (reopen && !(await shown.first().isVisible())) await reopen();
    await shown.first().waitFor();
    await keepPicture(page, `${name}-${theme}-${widths[device]}`);
    // A theme only changes colors.
    if (theme === "light") {
      const outside = () => page.evaluate(stickingOut(widths[device])) as Promise<string[]>;
      // A menu moves to its place in a later frame.
      await expect
        .poll(outside, { timeout: 10_000 })
        .toEqual([])
        .catch(async () =>
          found.push(...(await outside()).map((element) => `${here} lies outside: ${element}`)),
        );
    }
    if (device === "tablet") return;
    found.push(...(await axeViolations(page)).map((violation) => `${here}: ${violation}`));
  };
  await look("desktop", "light");
  await look("tablet", "light");
  await look("phone", "light");
  await changeTheme(page, "dark");
  await look("phone", "dark");
  if (picturesWanted()) await look("tablet", "dark");
  await look("desktop", "dark");
  await changeTheme(page, "light");
  return found;
}

/** Keeps a picture of the page as an artifact if LOOK is set. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!picturesWanted()) return;
  const folder = join(projectRoot, "artifacts", "screens");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

function picturesWanted(): boolean {
  return Boolean(process.env.LOOK);
}

const sessions = new WeakMap<Page, CDPSession>();

/** Turns an open page into another device: size, touch, and phone layout. */
export async function changeDevice(page: Page, device: Device): Promise<void> {
  const size = { width: widths[device], height: heights[device] };
  const mobile = device === "phone";
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await page.setViewportSize(size);
  await session.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: mobile, maxTouchPoints: 1 });
  const stands = `document.documentElement.clientWidth <= ${size.width} &&
    matchMedia("(pointer: coarse)").matches === ${mobile}`;
  await expect.poll(() => page.evaluate(stands), { interval: 10 }).toBe(true);
  // Elements that follow the window size do so in the next frames.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/**
 * Runs in the page. Finds visible elements that stick out of a window of this width (CSS pixels), and the page
 * itself if it scrolls sideways. It doesn't use innerWidth, because on a phone it grows with what sticks out.
 */
const stickingOut = (width: number): string => `[...document.querySelectorAll("html, body *")]
  .filter((element) => {
    if (element === document.documentElement) return element.scrollWidth > ${width};
    const box = element.getBoundingClientRect();
    if (box.width < 2 || (box.left >= -1 && box.right <= ${width} + 1)) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  })
  .map((element) => element.outerHTML.slice(0, 120))`;
