import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, timeZone } from "../support/browser";
import { faultsOf } from "../support/looks";
import { expectToast, hasFocus } from "../support/watching";

const { openScreen } = browserForTests();

const card = (page: Page, title: string) =>
  page.locator('[role="button"][id^="task-"]').filter({ hasText: title });
/** A time as screens show it. */
const shown = (iso: string | null | undefined) => {
  const yearOf = (time: Date) => time.toLocaleString("en-US", { timeZone, year: "numeric" });
  const time = new Date(iso ?? "");
  return time.toLocaleString("en-US", {
    ...(yearOf(time) !== yearOf(new Date()) && { year: "numeric" as const }),
    ...{ timeZone, weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  });
};
const details = (page: Page) => page.getByRole("dialog", { name: "Task details" });

test("WORK-3 BEY-8 BEY-10 a line with “every fri” repeats: resolving adds the next, undo takes both back, one is skipped, the series ends", async () => {
  const { page, person } = await openScreen("/matrix");
  const tasks = async () =>
    (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks?sort=created`)).body.map(
      ({ title, status, dueDate, recurrence }) => ({
        title,
        status,
        dueDate,
        rule: recurrence?.rule ?? null,
      }),
    );
  await page.getByText("No urgent tasks - great job!").waitFor();
  await page.keyboard.press("c");
  await hasFocus(page.getByRole("dialog").getByLabel("Title"));
  await page.keyboard.type("Water the plants every fri 4pm !!");
  const chip = page.getByRole("list", { name: "Read from the line" }).getByRole("button").first();
  await expect
    .poll(async () => (await chip.innerText()).replaceAll("\u202f", " "))
    .toBe("Every Friday at 4:00 PM");
  await page.keyboard.press("Enter");
  await expectToast(page, "Task Created", "“Water the plants” is in Do First.");
  await page.keyboard.press("Escape");
  await card(page, "Water the plants").getByText("Repeats").waitFor();
  const [first] = await tasks();
  expect(first?.rule).toBe("FREQ=WEEKLY;BYDAY=FR;BYHOUR=16;BYMINUTE=0");

  await page.keyboard.press("j");
  await hasFocus(card(page, "Water the plants"));
  await page.keyboard.press("e");
  await expect.poll(async () => (await tasks()).map(({ status }) => status)).toEqual(["resolved", "new"]);
  const [, next] = await tasks();
  await expectToast(page, "Task Updated", `The next one is due ${shown(next?.dueDate)}.`);
  // A week later on the wall of New York, whatever its clocks do between.
  const wall = (iso: string | null | undefined) =>
    new Date(iso ?? "").toLocaleString("en-US", { timeZone, hour: "numeric", weekday: "short" });
  expect(wall(next?.dueDate)).toBe(wall(first?.dueDate));
  await page.keyboard.press("z");
  await expect.poll(tasks).toEqual([first]);
  // The board shows it again instead of the next one.
  const [{ id }] = (await person.get<[Task]>(`/api/teams/${person.teamId}/tasks`)).body;
  await expect.poll(() => card(page, "Water the plants").getAttribute("id")).toBe(`task-${id}`);

  await card(page, "Water the plants").focus();
  await page.keyboard.press("Enter");
  const repeats = details(page).getByLabel("Repeats");
  await expect.poll(() => repeats.inputValue()).toBe(first?.rule);
  expect(await faultsOf(page, "task-repeats", repeats)).toEqual([]);
  await details(page).getByRole("button", { name: "Skip this time" }).focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Skipped once");
  await expect.poll(async () => (await tasks())[0]?.dueDate).toBe(next?.dueDate);

  // Other words change it; the empty choice ends it.
  await details(page).getByLabel("When, in words").focus();
  await page.keyboard.type("every weekday 9am");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await details(page).waitFor({ state: "detached" });
  await expect
    .poll(async () => (await tasks())[0]?.rule)
    .toBe("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0");
  await card(page, "Water the plants").focus();
  await page.keyboard.press("Enter");
  await repeats.selectOption("Doesn't repeat");
  await page.keyboard.press("Control+Enter");
  await details(page).waitFor({ state: "detached" });
  await expect.poll(async () => (await tasks())[0]?.rule).toBeNull();
});
