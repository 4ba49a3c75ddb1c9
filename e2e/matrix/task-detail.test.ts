import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, widths } from "../support/browser";
import { addTask, asking, importMails } from "../support/sample-data";
import { join } from "../support/team-people";
import { callsOf, check, expectToast, failCalls, toasts, watchCalls } from "../support/watching";

const { openScreen, openTab, newPerson, expectErrors } = browserForTests();

const doFirst = { urgency: "urgent", importance: "important" } as const;
const card = (page: Page, title: string): Locator =>
  page.locator('[role="button"][id^="task-"]').filter({ hasText: title });
const details = (page: Page): Locator => page.getByRole("dialog", { name: "Task details" });
const draftNotice = (page: Page): Locator => details(page).getByText(/unsaved edits/);
const bodies = (sent: ReturnType<typeof watchCalls>) =>
  callsOf(sent, "PATCH", /^\/api\/tasks\//).map(({ body }) => body);

/** Opens a task, the only one in a person's matrix. */
async function openTask(more: Partial<Task> = {}) {
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Sign the lease", ...doFirst, ...more });
  const { page } = await openScreen("/matrix", { person });
  const sent = watchCalls(page);
  await card(page, task.title).click();
  await details(page).getByLabel("Title").waitFor();
  return { page, person, task, sent };
}

test("TASK-4 BEY-2 the address of a deleted task says who deleted it", async () => {
  expectErrors(/404/);
  const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
  await join(ana, bo);
  const task = await addTask(ana, { title: "Sign the lease", ...doFirst });
  await bo.delete(`/api/tasks/${task.id}`);
  const { page } = await openScreen(`/matrix/${task.id}`, { person: ana });
  const dialog = page.getByRole("dialog", { name: "Task not found" });
  await dialog.getByText("Bo deleted this task. You can undo that in Activity.").waitFor();
  await page.goto(`/matrix/${crypto.randomUUID()}`);
  await dialog.getByText("It may have been deleted. Undo restores a deleted task.").waitFor();
});

describe("the form", () => {
  test("TASK-1 TASK-3 a save sends the eight fields, the due date as ISO, and says Task Updated", async () => {
    const { page, person, sent } = await openTask();
    const dialog = details(page);
    await dialog.getByLabel("Title").fill("Sign the new lease");
    await dialog.getByLabel("Status").selectOption("In progress");
    await dialog.getByLabel("Priority").selectOption("High");
    await dialog.getByLabel("Urgency").selectOption("Not urgent");
    await dialog.getByLabel("Importance").selectOption("Important");
    await dialog.getByLabel("Assignee").selectOption("Ana Berg");
    await dialog.getByLabel("Due date").fill("2027-03-10T16:30");
    await dialog.getByLabel("Description").fill("Both copies.");
    await dialog.getByRole("button", { name: "Save" }).click();

    await expectToast(page, "Task Updated", "Task has been updated successfully");
    expect(bodies(sent)).toEqual([
      {
        title: "Sign the new lease",
        description: "Both copies.",
        status: "in_progress",
        priority: "high",
        urgency: "not_urgent",
        importance: "important",
        assigneeId: person.user.id,
        dueDate: "2027-03-10T21:30:00.000Z",
      },
    ]);
    await dialog.waitFor({ state: "hidden" });
    const moved = page.getByRole("region", { name: "Schedule" }).getByText("Sign the new lease");
    await moved.waitFor();
  });

  test("TASK-1 BEY-10 title and description grow with their text to five and twelve lines, and nothing is measured", async () => {
    const { page } = await openTask({ title: "Sign it", description: "Both copies." });
    const height = async (label: string) => (await details(page).getByLabel(label).boundingBox())?.height;
    const heights = async () => [await height("Title"), await height("Description")];
    // One line, and room for two.
    await expect.poll(heights).toEqual([42, 54]);
    await details(page).getByLabel("Title").fill("long title ".repeat(12));
    await details(page).getByLabel("Description").fill("A line\n".repeat(4));
    await expect.poll(heights).toEqual([28 * 2 + 14, 20 * 5 + 14]);
    await details(page).getByLabel("Title").fill("long title ".repeat(40));
    await details(page).getByLabel("Description").fill("A line\n".repeat(30));
    await expect.poll(heights).toEqual([28 * 5 + 14, 20 * 12 + 14]);
    // The library would measure in a hidden area of its own.
    await expect.poll(() => page.locator("body > textarea").count()).toBe(0);
  });

  test("TASK-3 without a due date and an assignee the save sends null", async () => {
    const { page, sent } = await openTask({ dueDate: "2027-03-10T16:30:00.000Z" });
    const dialog = details(page);
    await expect.poll(() => dialog.getByLabel("Due date").inputValue()).toBe("2027-03-10T11:30");
    await dialog.getByLabel("Due date").fill("");
    await page.keyboard.press("Control+Enter");

    await expectToast(page, "Task Updated");
    expect(bodies(sent)).toEqual([
      expect.objectContaining({
        dueDate: null,
        assigneeId: null,
        description: null,
        title: "Sign the lease",
      }),
    ]);
  });

  test("TASK-3 a due date keeps its hour through the change to daylight saving time", async () => {
    // New York is five hours behind UTC on Saturday, and four on Monday.
    const { page, sent } = await openTask({ dueDate: "2027-03-13T21:30:00.000Z" });
    const due = details(page).getByLabel("Due date");
    await expect.poll(() => due.inputValue()).toBe("2027-03-13T16:30");
    await due.fill("2027-03-15T16:30");
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Task Updated");
    expect(bodies(sent)).toEqual([expect.objectContaining({ dueDate: "2027-03-15T20:30:00.000Z" })]);
    await card(page, "Sign the lease").click();
    await expect.poll(() => due.inputValue()).toBe("2027-03-15T16:30");
  });

  test("TASK-1 the title is required", async () => {
    const { page, sent } = await openTask();
    await details(page).getByLabel("Title").fill("  ");
    await details(page).getByRole("button", { name: "Save" }).click();

    await details(page).getByText("Give the task a title.").waitFor();
    expect(bodies(sent)).toEqual([]);
  });

  test("TASK-3 a failed save says Error / Failed to update task and keeps the edits", async () => {
    expectErrors(/500/);
    const { page } = await openTask();
    const restore = await failCalls(page, "PATCH", /\/api\/tasks\//);
    await details(page).getByLabel("Title").fill("Sign the new lease");
    await details(page).getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Error", "Failed to update task");
    await details(page).getByText("The database isn't responding.").waitFor();

    await restore();
    await details(page).getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Task Updated");
    await card(page, "Sign the new lease").waitFor();
  });
});

describe("the page of a task", () => {
  test("TASK-1 BEY-8 Today, Tomorrow, Friday and a date in words set the due date, and it can be removed", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Sign the lease", ...doFirst });
    const { page } = await openTab({ person });
    // A Wednesday morning in New York.
    await page.clock.setFixedTime(new Date("2027-03-10T14:00:00Z"));
    await page.goto(`/matrix/${task.id}`);
    const dialog = details(page);
    const due = () => dialog.getByLabel("Due date").inputValue();
    for (const [day, value] of [
      ["Today", "2027-03-10T17:00"],
      ["Tomorrow", "2027-03-11T17:00"],
      ["Friday", "2027-03-12T17:00"],
    ] as const) {
      await dialog.getByRole("button", { name: day, exact: true }).click();
      await expect.poll(() => due()).toBe(value);
      await expect.poll(() => dialog.locator("button[aria-pressed=true]").allInnerTexts()).toEqual([day]);
    }
    const words = dialog.getByLabel("When, in words");
    await words.fill("mon 4pm");
    await expect.poll(() => due()).toBe("2027-03-15T16:00");
    await words.fill("");
    await expect.poll(() => due()).toBe("2027-03-12T17:00");
    await words.fill("mon 4pm");
    await words.press("Enter");
    await words.pressSequentially("thu");
    await expect.poll(() => due()).toBe("2027-03-11T17:00");
    await words.pressSequentially("nder");
    await expect.poll(() => due()).toBe("2027-03-15T16:00");
    await words.fill("whenever");
    await words.press("Enter");
    await dialog.getByText("Try “fri 4pm” or “nov 30”.").waitFor();
    await expect.poll(() => due()).toBe("2027-03-15T16:00");
    await words.fill("");
    await dialog.getByRole("button", { name: "Remove the date" }).click();
    await expect.poll(() => due()).toBe("");
  });

  test("TASK-1 MTX-4 urgency and importance show their quadrant, and a press on another one sets both", async () => {
    const { page, sent } = await openTask();
    const dialog = details(page);
    const drawn = (name: string) => dialog.getByRole("radio", { name });
    await expect.poll(() => drawn("Do First").isChecked()).toBe(true);
    await dialog.getByLabel("Urgency").selectOption("Not urgent");
    await expect.poll(() => drawn("Schedule").isChecked()).toBe(true);
    await check(drawn("Delegate"), { force: true });
    await expect.poll(() => dialog.getByLabel("Urgency").inputValue()).toBe("urgent");
    await expect.poll(() => dialog.getByLabel("Importance").inputValue()).toBe("not_important");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Task Updated");
    expect(bodies(sent)).toEqual([
      expect.objectContaining({ urgency: "urgent", importance: "not_important" }),
    ]);
  });

  test("TASK-1 a typed or pasted title stays on one line", async () => {
    const { page, sent } = await openTask();
    const title = details(page).getByLabel("Title");
    await title.press("End");
    await title.press("Enter");
    await expect.poll(() => title.inputValue()).toBe("Sign the lease");
    await title.fill("Sign\nboth copies");
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Task Updated");
    expect(bodies(sent)).toEqual([expect.objectContaining({ title: "Sign both copies" })]);
  });
});

describe("related context", () => {
  test("TASK-1 TASK-5 lists the context with title, summary and age, and opens the source message", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, [
      { subject: "Lease", body: asking("the lease"), sentAt: new Date(Date.now() - 3 * 3_600_000 - 60_000) },
    ]);
    const { body: task } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    const { page } = await openScreen("/matrix", { person });
    await card(page, task.title).click();

    const context = details(page).getByRole("region", { name: "Related context" });
    const item = context.getByRole("button").first();
    await item.waitFor();
    const lines = (await item.innerText()).split("\n").filter(Boolean);
    expect(lines).toEqual([
      expect.any(String),
      expect.stringContaining("send me the lease"),
      "Its source",
      "3 hours ago",
    ]);
    await item.click();
    await page.getByText(message?.senderAddress ?? "", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await details(page).getByLabel("Title").waitFor();
  });
});

describe("the message it came from", () => {
  test("BEY-1 a click on the quote opens the message at the quoted words, marked and in view", async () => {
    const person = await newPerson("Ana Berg");
    const small = "The weather was fine and we walked along the river.\n\n";
    const [message] = await importMails(person, [
      {
        subject: "News",
        body: `Hi Ana,\n\n${small.repeat(60)}Please send me the signed lease by Friday.\n\nBo`,
      },
    ]);
    const { body: task } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    const { page } = await openScreen("/matrix", { person });
    await card(page, task.title).click();
    const source = details(page).getByRole("region", { name: "From message" });
    const quote = source.getByRole("button").filter({ hasText: "send me the signed lease" });
    const quoted = await quote.innerText();
    await quote.click();

    const dialog = page.getByRole("dialog", { name: message?.aiAnalysis?.taskTitle ?? "" });
    const marks = dialog.locator("mark[data-shown]");
    await marks.first().waitFor();
    await expect.poll(async () => (await marks.allInnerTexts()).join("").trim()).toBe(quoted.trim());
    const inView = async () => {
      const { y = -1, height = 0 } = (await marks.first().boundingBox()) ?? {};
      return y > 0 && y + height < (page.viewportSize()?.height ?? 0);
    };
    await expect.poll(inView).toBe(true);
    // The quote is far below the beginning of the message.
    await expect.poll(async () => (await dialog.getByText("Hi Ana,").boundingBox())?.y).toBeLessThan(0);
    await page.keyboard.press("Escape");
    await details(page).getByLabel("Title").waitFor();
  });
});

describe("closing", () => {
  const ways: [string, (page: Page) => Promise<void>][] = [
    ["back", (page) => details(page).getByRole("button", { name: "Back" }).click()],
    ["close", (page) => details(page).getByRole("button", { name: "Close" }).click()],
    ["Cancel", (page) => details(page).getByRole("button", { name: "Cancel" }).click()],
    ["a click on the backdrop", (page) => page.mouse.click(20, 450)],
    ["Escape", (page) => page.keyboard.press("Escape")],
  ];

  test("TASK-2 by back, close, Cancel, a click on the backdrop and Escape, at once", async () => {
    const { page } = await openTask();
    for (const [, close] of ways) {
      await details(page).getByLabel("Title").waitFor();
      await close(page);
      await details(page).waitFor({ state: "detached" });
      await card(page, "Sign the lease").click();
    }
  });

  test("TASK-2 unsaved edits are kept as a draft and offered when the task is opened again, even after a reload", async () => {
    const { page, sent } = await openTask();
    await details(page).getByLabel("Title").fill("Sign the other lease");
    await page.keyboard.press("Escape");
    await details(page).waitFor({ state: "detached" });
    await page.reload();
    await card(page, "Sign the lease").click();
    await details(page)
      .getByText(/You have unsaved edits from just now/)
      .waitFor();
    await expect.poll(() => details(page).getByLabel("Title").inputValue()).toBe("Sign the lease");

    await details(page).getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => details(page).getByLabel("Title").inputValue()).toBe("Sign the other lease");
    await details(page).getByRole("button", { name: "Save" }).click();
    await card(page, "Sign the other lease").click();
    await details(page).getByLabel("Title").waitFor();
    await expect.poll(() => draftNotice(page).count()).toBe(0);
    expect(bodies(sent).length).toBe(1);
  });

  test("TASK-2 a discarded draft is not offered again", async () => {
    const { page } = await openTask();
    await details(page).getByLabel("Description").fill("Both copies.");
    await details(page).getByRole("button", { name: "Cancel" }).click();
    await card(page, "Sign the lease").click();
    await details(page).getByRole("button", { name: "Discard" }).click();
    await page.keyboard.press("Escape");
    await card(page, "Sign the lease").click();
    await details(page).getByLabel("Title").waitFor();

    await expect.poll(() => draftNotice(page).count()).toBe(0);
    await expect.poll(() => details(page).getByLabel("Description").inputValue()).toBe("");

    // The next person at this browser must not see what somebody typed.
    const drafts = () =>
      page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('zippy.draft.')).length");
    await details(page).getByLabel("Description").fill("Between us.");
    await page.keyboard.press("Escape");
    await details(page).waitFor({ state: "detached" });
    await expect.poll(drafts).toBe(1);
    await page.getByRole("button", { name: /Sign out/ }).click();
    await page.waitForURL(({ pathname }) => pathname === "/");
    await expect.poll(drafts).toBe(0);
  });

  test("TASK-1 on a phone the dialog fills the screen and its buttons stay in view", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", description: "Line\n".repeat(60), ...doFirst });
    const { page } = await openScreen("/matrix", {
      person,
      viewport: { width: widths.phone, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await card(page, "Sign the lease").tap();
    const save = details(page).getByRole("button", { name: "Save" });
    const box = await save.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await expect.poll(() => details(page).boundingBox()).toMatchObject({ x: 0, width: 360 });
  });
});

describe("deleting", () => {
  test("TASK-4 API-1 asks first, sends nothing but the id, says Task Deleted, and the toast undoes it", async () => {
    const { page, task, sent } = await openTask();
    const deletes = () =>
      callsOf(sent, "DELETE", /^\/api\/tasks\//).map(({ path, body }) => ({ path, body }));
    await details(page).getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("dialog", { name: "Delete task" });
    await question.getByText("Are you sure you want to delete this task?", { exact: true }).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(deletes()).toEqual([]);

    await details(page).getByRole("button", { name: "Delete" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Task Deleted", "Task has been deleted successfully");
    // It stays while the pointer is on it.
    await toasts(page).hover();
    // Without a body, so without a content type.
    expect(deletes()).toEqual([{ path: `/api/tasks/${task.id}`, body: undefined }]);
    await page.getByText("No urgent tasks - great job!").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await card(page, "Sign the lease").waitFor();
  });

  test("TASK-4 Z undoes a deletion too", async () => {
    const { page } = await openTask();
    await details(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete task" }).getByRole("button", { name: "Delete" }).click();
    await expectToast(page, "Task Deleted");
    await page.keyboard.press("z");
    await expectToast(page, "Undone");
    await card(page, "Sign the lease").waitFor();
  });

  test("TASK-4 a failed deletion says Failed to delete task and the card stays", async () => {
    expectErrors(/500/);
    const { page } = await openTask();
    await failCalls(page, "DELETE", /\/api\/tasks\//);
    await details(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete task" }).getByRole("button", { name: "Delete" }).click();

    await expectToast(page, "Error", "Failed to delete task");
    await card(page, "Sign the lease").waitFor();
  });
});
