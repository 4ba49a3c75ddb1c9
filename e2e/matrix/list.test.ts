import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, widths } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask } from "../support/sample-data";
import { expectToast, failCalls, hasFocus } from "../support/watching";

const { openScreen, newPerson, expectErrors } = browserForTests();

const grid = (page: Page) => page.getByRole("grid", { name: "Tasks" });
const row = (page: Page, title: string) => grid(page).getByRole("row").filter({ hasText: title });
const rows = (page: Page) => grid(page).locator("tbody > tr");
const titles = (page: Page) => grid(page).locator("tbody > tr > td:nth-child(2)").allInnerTexts();

test("the headings of the list stay above its rows, so that a long one can be sorted and chosen from anywhere", async () => {
  const person = await newPerson("Ana Berg");
  await person.post(`/api/teams/${person.teamId}/tasks/many`, {
    tasks: Array.from({ length: 60 }, (_, n) => ({ title: `Task ${String(n).padStart(2, "0")}` })),
  });
  const { page } = await openScreen("/matrix?view=list&sort=title", { person });
  await row(page, "Task 00").hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(() => row(page, "Task 00").count()).toBe(0);
  // Playwright would scroll to it by itself.
  const heading = await grid(page).getByRole("columnheader", { name: "Title" }).boundingBox();
  await page.mouse.click((heading?.x ?? 0) + 20, (heading?.y ?? 0) + 18);
  await expect.poll(() => new URL(page.url()).search).toBe("?view=list&sort=-title");
});

describe("the list with the keyboard only", () => {
  test("MTX-6 BEY-10 BEY-2 it sorts, chooses and changes many tasks in one step, in thousands of them", async () => {
    expectErrors(/500.*\/tasks\/change/);
    const person = await newPerson("Ana Berg");
    await person.post(`/api/teams/${person.teamId}/tasks/many`, {
      tasks: Array.from({ length: 2_000 }, (_, n) => ({
        title: `Task ${String(n).padStart(4, "0")}`,
        ...(n % 2 && { urgency: "urgent" }),
      })),
    });
    await addTask(person, {
      title: "Aardvark",
      importance: "important",
      dueDate: "2027-03-01T15:00:00.000Z",
    });
    const { page } = await openScreen("/matrix", { person });
    const tasks = async () => (await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body;

    // The view is a choice in the address.
    await page.getByRole("button", { name: "List", exact: true }).focus();
    await page.keyboard.press("Enter");
    await row(page, "Aardvark").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?view=list");
    await expect.poll(() => grid(page).getAttribute("aria-rowcount")).toBe("2002");
    await expect.poll(() => rows(page).count()).toBeLessThan(80);

    // A heading sorts, then turns the order around.
    const heading = grid(page).getByRole("columnheader", { name: "Title" });
    await heading.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(async () => (await titles(page)).slice(0, 2)).toEqual(["Aardvark", "Task 0000"]);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await titles(page))[0]).toBe("Task 1999");
    await expect.poll(() => new URL(page.url()).search).toBe("?view=list&sort=-title");

    // J, K and Space; Shift+J chooses along the way; 1 moves what is chosen, and Z brings it back.
    await page.keyboard.press("j");
    await hasFocus(row(page, "Task 1999"));
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Shift+J");
    const bar = page.getByRole("region", { name: "Chosen tasks" });
    await bar.getByText("3 chosen").waitFor();
    expect(await faultsOf(page, "task-list-chosen", bar)).toEqual([]);
    await page.keyboard.press("1");
    await expectToast(page, "Changed 3 tasks");
    await bar.waitFor({ state: "detached" });
    await expect.poll(() => row(page, "Task 1997").innerText()).toContain("Do First");
    await page.keyboard.press("z");
    await expect.poll(() => row(page, "Task 1997").innerText()).toContain("Delegate");

    // Everything, loaded or not; what fails stays chosen.
    await page.keyboard.press("Control+a");
    await bar.getByText("2,001 chosen").waitFor();
    const restore = await failCalls(page, "POST", /\/tasks\/change$/);
    await page.keyboard.press("e");
    await expectToast(page, "Error", "Failed to save the change. The database isn't responding.");
    await restore();
    await bar.getByText("2,001 chosen").waitFor();
    await page.keyboard.press("e");
    await expectToast(page, "Changed 2,001 tasks");
    await page.getByText("No open tasks").waitFor();
    await page.keyboard.press("z");
    await expectToast(page, "Undone");
    await row(page, "Task 1999").waitFor();
    expect((await tasks()).filter(({ status }) => status === "resolved")).toEqual([]);
  });

  test("MTX-6 BEY-10 a right-to-left title keeps its distance from the next column", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "שלח את הדוח" });
    const { page } = await openScreen("/matrix?view=list", { person });
    await row(page, "שלח").waitFor();
    const distance = `(() => {
      const cell = document.querySelector("tbody td:nth-child(2)");
      const words = document.createRange();
      words.selectNodeContents(cell);
      return Math.round(cell.getBoundingClientRect().right - words.getBoundingClientRect().right);
    })()`;
    await expect.poll(() => page.evaluate(distance)).toBe(12);
  });

  test("MTX-6 BEY-10 one task: assign, due date, snooze, delete, each with undo; My Tasks hides and says so; phone", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Water the plants", dueDate: "2027-03-01T15:00:00.000Z" });
    await addTask(person, { title: `Long ${"words ".repeat(60)}`, dueDate: "2027-03-02T15:00:00.000Z" });
    const { page } = await openScreen("/matrix?view=list", { person });
    const first = row(page, "Water the plants");
    await first.waitFor();
    expect(await faultsOf(page, "task-list", first)).toEqual([]);

    await page.keyboard.press("j");
    await hasFocus(first);
    await page.keyboard.press("a");
    await page.getByRole("menuitem", { name: "Ana Berg" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => first.innerText()).toContain("Ana Berg");
    await page.keyboard.press("2");
    await expect.poll(() => first.innerText()).toContain("Schedule");

    await page.keyboard.press("d");
    const due = page.getByRole("dialog", { name: "Due date" });
    await due.getByLabel("When, in words").focus();
    await page.keyboard.type("nov 30 2027 9am");
    await page.keyboard.press("Enter");
    await due.waitFor({ state: "detached" });
    await expect.poll(() => first.locator("time").getAttribute("title")).toContain("November 30, 2027");
    await page.keyboard.press("z");
    await expect.poll(() => first.locator("time").getAttribute("title")).toContain("March 1, 2027");

    await first.focus();
    await page.keyboard.press("h");
    await page.getByRole("dialog", { name: "Snooze until" }).waitFor();
    await page.keyboard.press("Enter");
    await expectToast(page, "Snoozed");
    await first.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await first.waitFor();

    await first.focus();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog", { name: "Delete 1 task?" });
    await question.getByRole("button", { name: "Delete", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Task Deleted");
    await first.waitFor({ state: "detached" });
    await page.keyboard.press("z");
    await first.waitFor();
    await first.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Task details" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(first);

    await page.goto("/matrix?view=list&tasks=mine&channel=slack");
    await page.getByText("No tasks match the filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await first.waitFor();

    // Without headings, the order is a choice.
    await page.setViewportSize({ width: widths.phone, height: 740 });
    await page.getByLabel("Sort by").selectOption("Title");
    await expect.poll(async () => (await titles(page))[0]).toMatch(/^Long/);
    await page.getByRole("button", { name: "Ascending: sort descending" }).click();
    await expect.poll(async () => (await titles(page))[0]).toBe("Water the plants");
  });
});
