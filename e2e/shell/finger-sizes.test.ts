import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { shownOn } from "../support/looks";

const { openScreen } = browserForTests();

/** The height that a finger needs (pixels). */
const finger = 44;

/** Runs in the page: the switches whose field is lower. */
const lowSwitches = `[...document.querySelectorAll("[role=switch]")]
  .filter((field) => field.getBoundingClientRect().height < ${finger})
  .map((field) => field.parentElement.innerText)`;

test("on a phone, a finger hits switches, what unfolds, and what shows a key", async () => {
  const { page } = await openScreen("/settings/notifications", shownOn("phone"));
  await page.getByText("Mentioned you").waitFor();
  expect(await page.evaluate(lowSwitches)).toEqual([]);

  const heightOf = async (path: string, wanted: Locator) => {
    await page.goto(path);
    await wanted.waitFor();
    return (await wanted.boundingBox())?.height;
  };
  expect(await heightOf("/import", page.locator("summary"))).toBeGreaterThanOrEqual(finger);
  expect(await heightOf("/settings/speech", page.locator("summary").first())).toBeGreaterThanOrEqual(finger);
  expect(await heightOf("/crm", page.getByRole("button", { name: "Show API Key" }))).toBe(finger);
});
