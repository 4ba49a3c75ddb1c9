import type { Locator, Page } from "playwright-core";

/** The levels and names of the page's headings, in order, without those of closed dialogs. */
export function headings(page: Page): Promise<[level: number, text: string][]> {
  return page.evaluate(`[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((heading) => heading.checkVisibility())
    .map((heading) => [Number(heading.localName[1]), heading.textContent])`) as Promise<[number, string][]>;
}

/** Whether the levels start with one h1, contain no other, and never skip a level on the way down. */
export function inOrder(levels: number[]): boolean {
  return (
    levels[0] === 1 &&
    levels.filter((level) => level === 1).length === 1 &&
    levels.every((level, index) => index === 0 || level <= (levels[index - 1] as number) + 1)
  );
}

/** Presses a button that opens the embedded sign-in, and signs in a new person there. */
export async function signInWith(page: Page, button: Locator, name: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await popup.getByLabel("Name").fill(name);
  await popup.getByLabel("Email").fill(`${name.toLowerCase()}.${Date.now()}@example.com`);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

/** The name or text of the focused element. */
export function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.textContent.trim()") as Promise<string>;
}
