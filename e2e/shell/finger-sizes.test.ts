import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";

const { newPerson, openScreen } = browserForTests();

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

test("MTX-6 on a tablet, a finger hits the menu, the check and the heading of each row of the list, and rows don't overlap", async () => {
  const person = await newPerson("Ana Berg");
  for (const title of ["Sign the lease", "Water the plants"]) await addTask(person, { title });
  const { page } = await openScreen("/matrix?view=list", {
    person,
    viewport: { width: widths.tablet, height: 1024 },
    ...{ hasTouch: true, isMobile: true },
  });
  const rows = page.getByRole("grid", { name: "Tasks" }).locator("tbody > tr");
  await expect.poll(() => rows.count()).toBe(2);
  const low = `[...document.querySelectorAll("[role=grid] :is(button, label)")]
    .filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => Math.min(width, height) < ${finger})
    .map(({ width, height }) => width + " × " + height)`;
  expect(await page.evaluate(low)).toEqual([]);
  const [first, second] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
  expect(second?.y).toBe((first?.y ?? 0) + (first?.height ?? 0));
});
