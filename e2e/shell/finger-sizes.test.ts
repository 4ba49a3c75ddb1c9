import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";

const { newPerson, openPage, openScreen } = browserForTests();

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

/** A tablet, used by fingers. */
const tablet = { viewport: { width: widths.tablet, height: 1024 }, hasTouch: true, isMobile: true };

/** Runs in the page: what can be pressed inside an element and is lower or narrower than a finger needs. */
const smallIn = (
  inside: string,
): string => `[...document.querySelectorAll("${inside} :is(button, a, label, [role=button])")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect(), one.innerText])
  .filter(([{ width, height }]) => Math.min(width, height) < ${finger})
  .map(([{ width, height }, text]) => text + ": " + width + " × " + height)`;

test("WORK-3 on a tablet, a finger hits each task of the calendar, and what opens the others of a day", async () => {
  const person = await newPerson("Ana Berg");
  const dueDate = new Date().toISOString();
  for (const title of ["Sign the lease with the landlord", "Water the plants", "Call Bo"])
    await addTask(person, { title, dueDate });
  const { page } = await openScreen("/matrix?view=calendar", { person, ...tablet });
  const grid = page.getByRole("grid", { name: "Calendar of due tasks" });
  await grid.getByText("Water the plants").waitFor();
  await grid.getByRole("button", { name: /^1 more/ }).waitFor();
  expect(await page.evaluate(smallIn("[role=gridcell]"))).toEqual([]);
});

test("MEET-4 on a tablet, a finger hits the time and the speaker of each line of a meeting, and what leads to its words", async () => {
  const page = await openPage(tablet);
  await page.goto("/demo");
  await page.getByRole("link", { name: "Meetings" }).click();
  await page.getByRole("link", { name: "Monday planning" }).click();
  await page.getByText("Good morning, everybody.").waitFor();
  await page.getByRole("region", { name: "Decisions" }).waitFor();
  expect(await page.evaluate(smallIn("[data-index]"))).toEqual([]);
  expect(await page.evaluate(smallIn("aside[aria-label='Tasks and summary']"))).toEqual([]);
});

test("MTX-6 on a tablet, a finger hits the menu, the check and the heading of each row of the list, and rows don't overlap", async () => {
  const person = await newPerson("Ana Berg");
  for (const title of ["Sign the lease", "Water the plants"]) await addTask(person, { title });
  const { page } = await openScreen("/matrix?view=list", {
    person,
    ...tablet,
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
