import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, widths } from "../support/browser";
import { faultsOf, keepPicture } from "../support/looks";
import { addTask } from "../support/sample-data";
import { expectToast, failCalls, hasFocus, tryAgain } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const cell = (page: Page, day: string | RegExp) =>
  page.getByRole("grid", { name: "Calendar of due tasks" }).getByRole("gridcell", { name: day });
const panel = (page: Page, day: string) => page.getByRole("region", { name: day, exact: true });
const task = (page: Page, day: string, title: string) =>
  panel(page, day).getByRole("button", { name: title }).first();

/** Presses a key several times, and waits after each until the focus is on the next day. */
async function press(page: Page, key: string, days: string[]): Promise<void> {
  for (const day of days) {
    await page.keyboard.press(key);
    await hasFocus(cell(page, day));
  }
}

test("MTX-6 BEY-10 BEY-2 the calendar with the keyboard only: days, months, 200 tasks of a day, moves, phone", async () => {
  expectErrors(/500/);
  const person = await newPerson("Ana Berg");
  // In New York, the clocks go forward on March 9.
  const dentist = await addTask(person, { title: "Dentist", dueDate: "2031-03-07T20:00:00.000Z" });
  await addTask(person, { title: `Long ${"words ".repeat(60)}`, dueDate: "2031-03-20T15:00:00.000Z" });
  await person.post(`/api/teams/${person.teamId}/tasks/many`, {
    tasks: [
      ...Array.from({ length: 199 }, (_, n) => ({
        title: `Call ${String(n).padStart(3, "0")}`,
        dueDate: new Date(Date.UTC(2031, 2, 18, 14, n)).toISOString(),
      })),
      { title: "Sign the lease", priority: "high", dueDate: "2031-03-18T21:00:00.000Z" },
      { title: "Someday" },
      { title: "One day" },
    ],
  });
  const due = async () => (await person.get<Task>(`/api/tasks/${dentist.id}`)).body.dueDate;
  const address = () => new URL(page.url()).search;

  const { page } = await openScreen("/matrix?month=2031-03", { person });
  await page.getByRole("button", { name: "Calendar", exact: true }).focus();
  await page.keyboard.press("Enter");
  const busy = cell(page, "Tuesday, March 18, 2031, 200 tasks");
  await busy.waitFor();
  await expect.poll(address).toBe("?month=2031-03&view=calendar");
  expect((await busy.innerText()).split("\n").filter(Boolean).slice(-4)).toEqual([
    "Sign the lease",
    "Call 000",
    "Call 001",
    "+197 more",
  ]);
  await page.getByRole("columnheader", { name: "Wednesday" }).waitFor();

  // A task keeps its time of day over the change of the clock; the open day goes with it, and Z brings it back.
  await press(page, "ArrowDown", ["Saturday, March 8, 2031, 0 tasks"]);
  await press(page, "ArrowLeft", ["Friday, March 7, 2031, 1 task"]);
  await page.keyboard.press("Enter");
  await hasFocus(task(page, "Friday, March 7, 2031", "Dentist"));
  const month = page.getByRole("heading", { name: "March 2031" });
  expect(await faultsOf(page, "calendar", month)).toEqual([]);
  await hasFocus(task(page, "Friday, March 7, 2031", "Dentist"));
  await page.keyboard.press("Alt+ArrowDown");
  await hasFocus(task(page, "Friday, March 14, 2031", "Dentist"));
  await expectToast(page, "Task Updated");
  await expect.poll(due).toBe("2031-03-14T19:00:00.000Z");
  await page.keyboard.press("Alt+ArrowLeft");
  await hasFocus(task(page, "Thursday, March 13, 2031", "Dentist"));
  await expect.poll(due).toBe("2031-03-13T19:00:00.000Z");
  await page.keyboard.press("z");
  await cell(page, "Friday, March 14, 2031, 1 task").waitFor();
  await page.keyboard.press("z");
  await cell(page, "Friday, March 7, 2031, 1 task").waitFor();
  await expect.poll(due).toBe("2031-03-07T20:00:00.000Z");
  await page.keyboard.press("Escape");
  await hasFocus(cell(page, "Thursday, March 13, 2031"));

  // A day of 200 tasks: J and K within it, Enter opens one.
  await press(page, "ArrowRight", [
    "Friday, March 14",
    "Saturday, March 15",
    "Sunday, March 16",
    "Monday, March 17",
  ]);
  await press(page, "ArrowRight", ["Tuesday, March 18"]);
  const tuesday = "Tuesday, March 18, 2031";
  await page.keyboard.press("Enter");
  await hasFocus(task(page, tuesday, "Sign the lease"));
  await expect.poll(() => panel(page, tuesday).getByRole("listitem").count()).toBe(200);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await hasFocus(task(page, tuesday, "Call 001"));
  await page.keyboard.press("k");
  await hasFocus(task(page, tuesday, "Call 000"));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Task details" }).waitFor();
  await page.keyboard.press("Escape");
  await hasFocus(task(page, tuesday, "Call 000"));
  await page.keyboard.press("e");
  await cell(page, "Tuesday, March 18, 2031, 199 tasks").waitFor();
  await hasFocus(task(page, tuesday, "Call 001"));
  // Months, an empty one, one that fails, and today.
  await page.keyboard.press("PageDown");
  await page.getByText("Nothing is due in April 2031.").waitFor();
  await expect.poll(address).toBe("?month=2031-04&view=calendar");
  await failCalls(page, "GET", /\/tasks\?.*dueFrom/);
  await page.keyboard.press("]");
  await page.getByText("Failed to fetch tasks").waitFor();
  const again = page.getByRole("button", { name: "Try again" });
  await again.focus();
  await tryAgain(again, () => page.keyboard.press("Enter"));
  await page.getByText("Nothing is due in May 2031.").waitFor();
  await page.keyboard.press("t");
  await expect.poll(address).toBe("?view=calendar");
  await hasFocus(page.locator('[role=gridcell][aria-current="date"]'));

  // The week is in the address too, and a drag moves as the keys do.
  await page.goto("/matrix?view=calendar&week=2031-03-03");
  await task(page, "Calendar of due tasks", "Dentist").dragTo(cell(page, "Sunday, March 9, 2031"), {
    steps: 5,
  });
  await expect.poll(due).toBe("2031-03-09T19:00:00.000Z");
  await keepPicture(page, "calendar-week");

  // A month of thousands: 100 tasks on each day, all counted, with no more on screen than fit.
  await person.post(`/api/teams/${person.teamId}/tasks/many`, {
    tasks: Array.from({ length: 3100 }, (_, n) => ({
      title: `Visit ${n}`,
      dueDate: new Date(Date.UTC(2031, 6, 1 + (n % 31), 16, Math.floor(n / 31) % 60)).toISOString(),
    })),
  });
  await page.goto("/matrix?view=calendar&month=2031-07");
  const first = cell(page, "Tuesday, July 1, 2031, 100 tasks");
  await first.waitFor();
  await cell(page, "Thursday, July 31, 2031, 100 tasks").waitFor();
  expect(Number(await page.evaluate("document.querySelectorAll('*').length"))).toBeLessThan(2500);
  await first.focus();
  await press(page, "ArrowRight", ["Wednesday, July 2, 2031, 100 tasks"]);
  await keepPicture(page, "calendar-thousands");

  // On a phone, the days that have tasks, one below the other; the tasks without a date are in the list.
  await page.goto("/matrix?view=calendar&month=2031-03");
  await page.setViewportSize({ width: widths.phone, height: 740 });
  const day = panel(page, "Tuesday, March 18");
  await day.getByRole("button", { name: "196 more on Tuesday, March 18" }).focus();
  await expect.poll(() => day.getByRole("listitem").count()).toBe(3);
  await page.keyboard.press("Enter");
  await expect.poll(() => day.getByRole("listitem").count()).toBe(199);
  await day.getByRole("button", { name: "Show fewer" }).waitFor();
  await page.getByRole("button", { name: "Open the list" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(address).toBe("?view=list");
  await page.getByRole("grid", { name: "Tasks", exact: true }).waitFor();
});

test("MTX-6 on a phone, the month opens at today, however many tasks the days before have", async () => {
  const person = await newPerson("Ana Berg");
  await person.post(`/api/teams/${person.teamId}/tasks/many`, {
    // In pages of 100, those of the days before today are not all there with the first.
    tasks: Array.from({ length: 31 * 12 }, (_, n) => ({
      title: `Call ${n}`,
      dueDate: new Date(Date.UTC(2031, 2, 1 + Math.floor(n / 12), 14, n % 12)).toISOString(),
    })),
  });
  const { page } = await openTab({ person, viewport: { width: widths.phone, height: 740 } });
  await page.clock.install({ time: new Date("2031-03-20T15:00:00.000Z") });
  await page.goto("/matrix?view=calendar");
  await panel(page, "Monday, March 31").getByText("12 tasks").waitFor();
  const height = async () => (await panel(page, "Thursday, March 20").boundingBox())?.y ?? 0;
  await expect.poll(height).toBeLessThan(400);
  expect(await height()).toBeGreaterThan(0);
});

/** Whether all of a day is in the window. */
async function isShown(day: Locator): Promise<boolean> {
  const box = await day.boundingBox();
  const { height } = day.page().viewportSize() as { height: number };
  return !!box && box.y >= 0 && box.y + box.height <= height;
}

test("MTX-6 a month whose last week doesn't fit opens at today, as does Today, and another month at its start", async () => {
  const { page } = await openTab({ viewport: { width: widths.desktop, height: 800 } });
  await page.clock.install({ time: new Date("2031-03-31T15:00:00.000Z") });
  await page.goto("/matrix?view=calendar");
  const today = page.locator("[aria-current=date]");
  const first = cell(page, /Saturday, March 1, 2031/);
  await expect.poll(() => isShown(today)).toBe(true);
  await first.scrollIntoViewIfNeeded();
  await expect.poll(() => isShown(today)).toBe(false);
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await expect.poll(() => isShown(today)).toBe(true);
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("button", { name: "Next month" }).click();
  await page.getByRole("heading", { name: "May 2031" }).waitFor();
  await expect.poll(() => isShown(cell(page, /Thursday, May 1, 2031/))).toBe(true);
});

test("MTX-6 the keyboard's way into the last week of such a month keeps the day in view", async () => {
  const { page } = await openTab({ viewport: { width: widths.desktop, height: 600 } });
  await page.clock.install({ time: new Date("2031-04-15T15:00:00.000Z") });
  await page.goto("/matrix?view=calendar");
  await page.locator("[aria-current=date]").focus();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "March 2031" }).waitFor();
  const last = cell(page, /Monday, March 31, 2031/);
  await hasFocus(last);
  expect(await isShown(last)).toBe(true);
});
