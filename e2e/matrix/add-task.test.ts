import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, holdTimers } from "../support/browser";
import { faultsOf } from "../support/looks";
import { paste } from "../support/paste";
import { expectToast, failCalls, hasFocus, holdCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cards = (page: Page, name: string) => panel(page, name).locator('[role="button"][id^="task-"]');
const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page) => dialog(page).getByLabel("Title");

/** The board, on which the code of the bar stays under way until it is released. */
async function openSlowly() {
  const { page } = await openScreen("/matrix");
  await page.getByRole("heading", { name: "Eisenhower Task Matrix" }).waitFor();
  return { page, code: await holdCalls(page, /\/assets\/add-task-dialog-/) };
}

describe("Add Task with the keyboard only", () => {
  test("BEY-8 what is typed while the bar's code loads becomes its line, and no key of the page works meanwhile", async () => {
    const { page, code } = await openSlowly();
    await page.keyboard.type("cCall Ge");
    await expect.poll(code.held).toBeGreaterThan(0);
    await page.keyboard.type("orge");
    code.release();
    await hasFocus(line(page));
    await page.keyboard.type(" !!");
    await expect.poll(() => line(page).inputValue()).toBe("Call George !!");
    await page.keyboard.press("Enter");
    await expect.poll(() => cards(page, "Do First").count()).toBe(1);

    // The key that opened it has the focus where it was.
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/matrix");
  });

  test("BEY-8 a line that is entered while the bar's code loads is added, and the bar is ready for the next", async () => {
    const { page, code } = await openSlowly();
    await page.keyboard.press("c");
    await expect.poll(code.held).toBeGreaterThan(0);
    await page.keyboard.type("Call George !!");
    await page.keyboard.press("Enter");
    code.release();
    await expect.poll(() => cards(page, "Do First").count()).toBe(1);
    await hasFocus(line(page));
    await page.keyboard.type("Call Ida !!");
    await page.keyboard.press("Enter");
    await expect.poll(() => cards(page, "Do First").count()).toBe(2);
  });

  test("Escape stops a bar whose code loads", async () => {
    const { page, code } = await openSlowly();
    await page.keyboard.press("c");
    await expect.poll(code.held).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    code.release();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await expect.poll(() => dialog(page).count()).toBe(1);
  });

  test("BEY-8 a line becomes a task with chips that can be taken away; the bar stays open, and Ctrl+Enter opens the task", async () => {
    expectErrors(/500/);
    const { page, person } = await openScreen("/inbox");
    await page.getByText("No Messages Found").waitFor();
    await page.keyboard.press("c");
    await hasFocus(line(page));
    await page.keyboard.type("Call mom @fri 4pm !! +ana");
    const chips = dialog(page).getByRole("list", { name: "Read from the line" }).getByRole("button");
    await expect.poll(async () => (await chips.allInnerTexts()).length).toBe(3);
    await expect.poll(() => chips.nth(0).innerText()).toMatch(/^Fri, .* 4:00\sPM$/);
    await expect.poll(() => chips.nth(2).innerText()).toBe("Ana Berg");
    await expect.poll(() => dialog(page).getByLabel("Quadrant").inputValue()).toBe("do_first");
    expect(await faultsOf(page, "add-task-line", line(page))).toEqual([]);

    // The person's name becomes plain words again.
    await chips.nth(2).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => chips.count()).toBe(2);
    await hasFocus(line(page));
    await page.keyboard.press("Enter");
    await expectToast(page, "Task Created", "“Call mom +ana” is in Do First.");
    await expect.poll(() => line(page).inputValue()).toBe("");
    await hasFocus(line(page));

    // What the server refuses comes back.
    const restore = await failCalls(page, "POST", /\/tasks$/);
    await page.keyboard.type("Buy stamps");
    await page.keyboard.press("Enter");
    await expectToast(page, "Error", "Failed to create task. The database isn't responding.");
    await expect.poll(() => line(page).inputValue()).toBe("Buy stamps");
    await restore();
    await page.keyboard.press("Control+Enter");
    const details = page.getByRole("dialog", { name: "Task details" });
    await expect.poll(() => details.getByLabel("Title").inputValue()).toBe("Buy stamps");
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expect.poll(() => cards(page, "Do First").count()).toBe(1);
    await expect.poll(() => cards(page, "Schedule").count()).toBe(1);
    const { body } = await person.get<{ dueDate: string | null; assigneeId: string | null }[]>(
      `/api/teams/${person.teamId}/tasks`,
    );
    // Four in the afternoon of New York.
    expect(body[0]?.dueDate).toMatch(/T2[01]:00:00\.000Z$/);
    expect(body[0]?.assigneeId).toBeNull();
  });

  test("BEY-8 pasted lines ask first and are one step; a quadrant's own button adds there", async () => {
    const { page } = await openScreen("/matrix");
    await page.getByText("Nothing to delegate").waitFor();
    await panel(page, "Delegate").getByRole("button", { name: "Add task to Delegate" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(line(page));
    await paste(page, "- Milk\n- Bread !!\n\n- Eggs\n- Salt\n- Tea\n- Jam\n- Oats");
    const question = page.getByRole("dialog", { name: "Add 7 tasks?" });
    await question.getByText("and 1 more").waitFor();
    await hasFocus(question.getByRole("button", { name: "Add 7 tasks" }));
    expect(await faultsOf(page, "add-tasks-question", question)).toEqual([]);
    await page.keyboard.press("Enter");
    await expectToast(page, "Tasks Created", "Added 7 tasks.");
    await page.keyboard.press("Escape");
    await expect.poll(() => cards(page, "Delegate").count()).toBe(6);
    await expect.poll(() => cards(page, "Do First").count()).toBe(1);
    await page.keyboard.press("z");
    await page.getByText("Nothing to delegate").waitFor();
    await page.getByText("No urgent tasks - great job!").waitFor();

    await page.keyboard.press("c");
    await hasFocus(line(page));
    await paste(page, Array.from({ length: 10_001 }, (_, n) => `Task ${n}`).join("\n"));
    await page.getByRole("alert").getByText("That's more than 10,000 lines. Paste fewer at once.").waitFor();
    // Not on the page behind, where Tab would go on.
    await hasFocus(page.getByRole("button", { name: "Back", exact: true }));
    // Escape leads back to the line.
    await page.keyboard.press("Escape");
    await hasFocus(line(page));
  });
});

describe("a line that names an area", () => {
  const unknown = "The areas couldn't be loaded, so words with # stay in the title.";
  const hamburg = {
    name: "Hamburg",
    color: "blue",
    rules: { people: [], channels: [], keywords: [], companies: [] },
  };

  /** A page of somebody with an area, before it loads anything; and the titles and areas of their tasks. */
  async function withArea() {
    const person = await newPerson("Ana Berg");
    const team = `/api/teams/${person.teamId}`;
    const { body: area } = await person.post<{ id: string }>(`${team}/areas`, hamburg);
    const { page } = await openTab({ person });
    const titles = async () =>
      (await person.get<{ title: string }[]>(`${team}/tasks`)).body.map(({ title }) => title).sort();
    const inArea = async () =>
      (await person.get<{ title: string }[]>(`${team}/areas/${area.id}/items?type=task`)).body.length;
    return { page, titles, inArea };
  }

  async function openLine(page: Page): Promise<void> {
    await page.goto("/matrix");
    await page.getByText("Nothing to delegate").waitFor();
    await page.keyboard.press("c");
    await hasFocus(line(page));
  }

  test("BEY-6 BEY-8 waits until the areas are known, and joins the area", async () => {
    const { page, titles, inArea } = await withArea();
    const areas = await holdCalls(page, /\/areas$/);
    await openLine(page);
    await page.keyboard.type("Call Bo #ham");
    await page.keyboard.press("Enter");
    await expect.poll(() => line(page).getAttribute("readonly")).not.toBeNull();
    expect(await titles()).toEqual([]);
    areas.release();
    await expectToast(page, "Task Created", "“Call Bo” is in Schedule.");
    expect(await titles()).toEqual(["Call Bo"]);
    expect(await inArea()).toBe(1);
    await expect.poll(() => line(page).inputValue()).toBe("");
    await page.keyboard.type("Call Ida");
    await page.keyboard.press("Enter");
    await expectToast(page, "Task Created", "“Call Ida” is in Schedule.");
  });

  test("BEY-6 BEY-8 is added with the word, and that is said, if the areas take too long", async () => {
    const { page, titles } = await withArea();
    const timers = await holdTimers(page, 3_000);
    await holdCalls(page, /\/areas$/);
    await openLine(page);
    await page.keyboard.type("Call Bo #ham");
    await page.keyboard.press("Control+Enter");
    await expect.poll(timers.waiting).toContain(3_000);
    await timers.fire(3_000);
    await expectToast(page, "Task Created", `“Call Bo #ham” is in Schedule. ${unknown}`);
    const details = page.getByRole("dialog", { name: "Task details" });
    await expect.poll(() => details.getByLabel("Title").inputValue()).toBe("Call Bo #ham");
    expect(await titles()).toEqual(["Call Bo #ham"]);
  });

  test("BEY-6 BEY-8 pasted lines are added with the word, and that is said, if the code of the areas doesn't load", async () => {
    expectErrors(/Failed to load resource/);
    const { page, titles } = await withArea();
    await page.route(/\/assets\/line-areas-/, (route) => route.abort());
    await openLine(page);
    await paste(page, "- Call Bo #ham\n- Call Ida");
    const question = page.getByRole("dialog", { name: "Add 2 tasks?" });
    await question.getByText(unknown).waitFor();
    await hasFocus(question.getByRole("button", { name: "Add 2 tasks" }));
    expect(await faultsOf(page, "add-tasks-without-areas", question)).toEqual([]);
    await page.keyboard.press("Enter");
    await expectToast(page, "Tasks Created", `Added 2 tasks. ${unknown}`);
    expect(await titles()).toEqual(["Call Bo #ham", "Call Ida"]);
  });
});
