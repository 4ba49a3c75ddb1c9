import type { Locator, Page } from "playwright-core";

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
  await popup.getByLabel("Email").fill(`${name.toLowerCase()}.${Date.now()}@example.com`);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Sign in" }).click();
  await closed;
}

/** The name or text of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate("document.activeElement.textContent.trim()") as Promise<string>;
}
