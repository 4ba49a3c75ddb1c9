import type { Page } from "playwright-core";

/** Signs a new Google account in through the Auth emulator's popup, and waits until the popup has closed. */
export async function signInWithEmulatorPopup(
  popup: Page,
  { email, name }: { email: string; name: string },
): Promise<void> {
  await popup.locator("#add-account-button").click();
  await popup.locator("#email-input").fill(email);
  await popup.locator("#display-name-input").fill(name);
  const closed = popup.waitForEvent("close");
  await popup.locator("#sign-in").click();
  await closed;
}
