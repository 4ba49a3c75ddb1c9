import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { expectToast, failCalls, hasFocus } from "../support/watching";

const { openScreen, expectErrors } = browserForTests();

const panel = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const cards = (page: Page, name: string) => panel(page, name).locator('[role="button"][id^="task-"]');
const dialog = (page: Page) => page.getByRole("dialog");
const line = (page: Page) => dialog(page).getByLabel("Title");

/** Puts text in the clipboard of the page and presses the key that pastes. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press("Control+v");
}

describe("Add Task with the keyboard only", () => {
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
    // Escape leads back to the line.
    await page.keyboard.press("Escape");
    await hasFocus(line(page));
  });
});
