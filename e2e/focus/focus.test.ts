import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { FocusSession } from "../../src/features/focus/contract";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests, widths } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask, asking, importMails } from "../support/sample-data";
import { join } from "../support/team-people";
import { expectToast, hasFocus } from "../support/watching";

const { openScreen, newPerson, expectErrors } = browserForTests();
const doFirst = { urgency: "urgent", importance: "important" } as const;

/** Writes over a step with the keyboard. */
async function writeOver(step: Locator, words: string) {
  await step.focus();
  await step.press("Control+a");
  await step.pressSequentially(words);
}

/** Opens Break down for the only task of the board, by keys. */
async function breakDown(page: Page, title: string) {
  await page.getByText(title).waitFor();
  // What keeps the focus is loaded behind the first view.
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("j");
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Break down" });
  const rows = dialog.getByRole("textbox", { name: /^Step/ });
  await expect.poll(() => rows.count()).toBe(5);
  return { dialog, rows };
}

describe("focus and breakdown with the keyboard only", () => {
  test("BEY-5 B drafts steps to edit, break again and add in one step; Z takes them back", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Call the landlord", ...doFirst });
    const steps = async () =>
      (await person.get<Task>(`/api/tasks/${task.id}`)).body.steps.map(({ title }) => title);
    const { page } = await openScreen("/matrix", { person });
    const { dialog, rows } = await breakDown(page, "Call the landlord");
    expect(await faultsOf(page, "breakdown", dialog)).toEqual([]);
    await dialog.getByRole("slider").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => rows.count()).toBe(8);
    await page.keyboard.press("Home");
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(0).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("Look the number up");
    await dialog.getByRole("button", { name: /^Break again: Call the landlord/ }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count()).toBe(5);
    await hasFocus(dialog);
    await dialog
      .getByRole("button", { name: /^Remove: / })
      .last()
      .focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.count()).toBe(4);
    await hasFocus(dialog);
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Added 4 steps");
    await expect.poll(steps).toHaveLength(4);
    expect((await steps())[0]).toBe("Look the number up");
    await page.getByText("0/4 steps").waitFor();
    await page.keyboard.press("z");
    await expect.poll(steps).toEqual([]);
  });

  test("BEY-5 steps that were changed are there again when the slider comes back, and the page says where they are", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const { dialog, rows } = await breakDown(page, "Call the landlord");
    await writeOver(rows.nth(1), "Ask Bo for the number");
    // Another name would be another draft.
    await person.patch(`/api/tasks/${task.id}`, { title: "Call the owner" });
    await page.getByText("Call the owner").first().waitFor({ state: "attached" });
    await expect.poll(() => rows.nth(1).inputValue()).toBe("Ask Bo for the number");
    const slider = dialog.getByRole("slider");
    // Nothing to say takes no room.
    const room = `{
      const label = document.querySelector("label:has([type=range])");
      const list = document.querySelector("[role=dialog] ol");
      const gap = parseFloat(getComputedStyle(label.parentElement).rowGap);
      Math.round(list.getBoundingClientRect().top - label.getBoundingClientRect().bottom - gap);
    }`;
    expect(await page.evaluate(room)).toBe(0);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => rows.count()).toBe(8);
    const kept = dialog.getByText("Your own steps are kept under “Hard”.");
    await kept.waitFor();
    expect(await faultsOf(page, "breakdown-kept", dialog)).toEqual([]);
    await hasFocus(slider);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => rows.count()).toBe(5);
    await expect.poll(() => rows.nth(1).inputValue()).toBe("Ask Bo for the number");
    await kept.waitFor({ state: "hidden" });
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Added 5 steps");
    const steps = async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body.steps;
    await expect.poll(async () => (await steps())[1]?.title).toBe("Ask Bo for the number");
  });

  test("BEY-5 own steps that were not added are there again in the next breakdown of the task, until they start over", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const { dialog, rows } = await breakDown(page, "Call the landlord");
    const drafted = await rows.nth(1).inputValue();
    await writeOver(rows.nth(1), "Ask Bo for the number");
    await dialog.getByRole("button", { name: "Cancel" }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });

    await page.reload();
    await breakDown(page, "Call the landlord");
    await expect.poll(() => rows.nth(1).inputValue()).toBe("Ask Bo for the number");
    await dialog.getByText("Your own steps from before are here again.").waitFor();
    expect(await faultsOf(page, "breakdown-resumed", dialog)).toEqual([]);
    await dialog.getByRole("button", { name: "Start over" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => rows.nth(1).inputValue()).toBe(drafted);
    await hasFocus(dialog);
    await dialog.getByText("Your own steps from before are here again.").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await expect.poll(() => rows.nth(1).inputValue()).toBe(drafted);
  });

  test("BEY-5 own steps that the server refuses to add are there again in the next breakdown, until they are added", async () => {
    expectErrors(/status of 400/);
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    const { dialog, rows } = await breakDown(page, "Call the landlord");
    const drafted = await rows.nth(1).inputValue();
    await writeOver(rows.nth(1), "Ask Bo for the number");
    const address = `**/api/tasks/${task.id}`;
    await page.route(address, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 400, json: { code: "invalid", message: "Send other steps." } })
        : route.continue(),
    );
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await expectToast(page, "Error", "Failed to change the steps. Send other steps.");
    await page.unroute(address);

    await page.keyboard.press("b");
    await dialog.getByText("Your own steps from before are here again.").waitFor();
    await expect.poll(() => rows.nth(1).inputValue()).toBe("Ask Bo for the number");
    await page.keyboard.press("Control+Enter");
    await expectToast(page, "Added 5 steps");
    await page.keyboard.press("b");
    await expect.poll(() => rows.nth(1).inputValue()).toBe(drafted);
  });

  test("BEY-4 focus mode says who has deleted its task meanwhile, and the session has ended", async () => {
    expectErrors(/404/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await join(ana, bo);
    const task = await addTask(ana, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person: ana });
    await page.getByText("Call the landlord").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    const overlay = page.getByRole("dialog", { name: "Focus mode" });
    await overlay.getByRole("timer").waitFor();
    await bo.delete(`/api/tasks/${task.id}`);
    await overlay.getByText("Bo deleted this task. Your focus session has ended.").waitFor();
    expect(await faultsOf(page, "focus-deleted", overlay.getByRole("alert"))).toEqual([]);
    const session = async () =>
      (await ana.get<{ session: FocusSession | null }>(`/api/teams/${ana.teamId}/focus`)).body.session;
    await expect.poll(session).toBeNull();
    await page.getByRole("button", { name: "Notifications", exact: true, includeHidden: true }).waitFor({
      state: "attached",
    });
    await page.keyboard.press("Escape");
    await overlay.waitFor({ state: "hidden" });
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Focus mode/ }).count()).toBe(0);
  });

  test("BEY-4 a session in the header goes with its task, and a toast says who has deleted it", async () => {
    expectErrors(/404/);
    const [ana, bo] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await join(ana, bo);
    const task = await addTask(ana, { title: "Call the landlord", ...doFirst });
    await ana.post(`/api/teams/${ana.teamId}/focus`, { taskId: task.id, mode: "flow" });
    const { page } = await openScreen("/matrix", { person: ana });
    const pill = page.getByRole("button", { name: /^Focus mode .*Call the landlord$/ });
    await pill.waitFor();
    await bo.delete(`/api/tasks/${task.id}`);
    await expectToast(page, "Focus mode", "Bo deleted this task. Your focus session has ended.");
    await pill.waitFor({ state: "detached" });
  });

  test("BEY-4 focus mode whose session was ended elsewhere doesn't come back when its task is deleted later", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await page.getByText("Call the landlord").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    const overlay = page.getByRole("dialog", { name: "Focus mode" });
    await overlay.getByRole("timer").waitFor();
    await person.patch(`/api/teams/${person.teamId}/focus`, { to: "ended" });
    await overlay.waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    // Asked for again, the deleted task would be an error of the page, which fails the test.
    await person.delete(`/api/tasks/${task.id}`);
    await page.getByText("No urgent tasks - great job!").waitFor();
    await page.waitForLoadState("networkidle");
    await expect.poll(() => overlay.count()).toBe(0);
  });

  test("BEY-4 F starts a session that a reload restores; Space pauses it, Escape leaves it in the header, N puts it off", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, { title: "Call the landlord", ...doFirst });
    const first = { id: crypto.randomUUID(), title: "Look the number up", done: false };
    await person.patch(`/api/tasks/${task.id}`, { steps: [first] });
    const { page } = await openScreen("/matrix", { person });
    await page.getByText("Call the landlord").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    const overlay = page.getByRole("dialog", { name: "Focus mode" });
    const clock = overlay.getByRole("timer");
    await overlay.getByText("Start with this · 2 min").waitFor();
    await hasFocus(overlay.getByRole("heading", { name: "Focus mode" }));
    await page.keyboard.press("Space");
    await expect.poll(() => clock.innerText()).toContain("Paused");
    expect(
      await faultsOf(page, "focus", overlay.getByRole("heading", { name: "Call the landlord" })),
    ).toEqual([]);
    await overlay.getByRole("button", { name: "25/5" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => clock.innerText()).toMatch(/^2[45]:\d\d\s*left/);

    await page.reload();
    await expect.poll(() => clock.innerText()).toMatch(/^2[45]:\d\d\s*left/);
    await overlay.getByRole("checkbox", { name: "Look the number up" }).focus();
    await page.keyboard.press("Space");
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body.steps[0]?.done)
      .toBe(true);
    await page.keyboard.press("Escape");
    await overlay.waitFor({ state: "hidden" });
    const pill = page.getByRole("button", { name: /^Focus mode .*Call the landlord$/ });
    await expect.poll(() => pill.innerText()).toMatch(/2[45]:\d\d/);
    // A tablet shows the whole name of the view beside it.
    await page.setViewportSize({ width: widths.tablet, height: 1024 });
    const cut = "(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('h1'))";
    await expect.poll(() => page.evaluate(cut)).toBe(false);
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    await pill.focus();
    await page.keyboard.press("Enter");
    await overlay.waitFor();
    await overlay.getByRole("heading", { name: "Call the landlord" }).waitFor();
    await overlay.getByRole("button", { name: "Back to Zippy" }).press("Enter");
    await overlay.waitFor({ state: "hidden" });
    await hasFocus(pill);
    await page.keyboard.press("Enter");
    await overlay.getByRole("heading", { name: "Call the landlord" }).waitFor();
    await page.keyboard.press("n");
    await overlay.waitFor({ state: "hidden" });
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect.poll(() => pill.count()).toBe(0);
    // Tomorrow at nine in New York.
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body.snoozedUntil)
      .toMatch(/T1[34]:00:00\.000Z$/);
  });

  test("BEY-4 a task of a message shows its words; own minutes are set and counted, and E resolves the task and ends the session", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, [{ subject: "Report", body: asking("the yearly report") }]);
    const path = `/api/messages/${message?.id}/create-task`;
    const { body: task } = await person.post<Task>(path, { teamId: person.teamId, ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await page.getByText(task.title).first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("f");
    const overlay = page.getByRole("dialog", { name: "Focus mode" });
    const clock = overlay.getByRole("timer");
    await overlay.getByRole("blockquote").getByText("please send me the yearly report").waitFor();

    await overlay.getByRole("button", { name: "Custom" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => clock.innerText()).toMatch(/^(50:00|49:\d\d)\s*left/);
    const minutes = (name: string) => overlay.getByRole("spinbutton", { name });
    for (const [name, text] of [
      ["Minutes of work", "90"],
      ["Minutes of rest", "15"],
    ] as const) {
      await minutes(name).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => clock.innerText()).toMatch(/^1:(30:00|29:\d\d)\s*left/);
    const session = async () =>
      (await person.get<{ session: FocusSession | null }>(`/api/teams/${person.teamId}/focus`)).body.session;
    expect(await session()).toMatchObject({ mode: "custom", workMinutes: 90, restMinutes: 15 });
    expect(await faultsOf(page, "focus-custom", minutes("Minutes of rest"))).toEqual([]);

    await overlay.getByRole("button", { name: "Custom" }).focus();
    await page.keyboard.press("e");
    await overlay.waitFor({ state: "hidden" });
    await expectToast(page, "Task Updated");
    await page.getByText("No urgent tasks - great job!").waitFor();
    await expect
      .poll(async () => (await person.get<Task>(`/api/tasks/${task.id}`)).body.status)
      .toBe("resolved");
    await expect.poll(session).toBeNull();
    await expect.poll(() => page.getByRole("button", { name: /^Focus mode/ }).count()).toBe(0);
  });

  test("BEY-4 Now shows one task; Not today goes to the next, and Replan moves what is overdue", async () => {
    const person = await newPerson("Ana Berg");
    const dueDate = "2026-01-01T09:00:00.000Z";
    await addTask(person, { title: "Pay the rent", dueDate, ...doFirst });
    await addTask(person, { title: "Water the plants" });
    const { page } = await openScreen("/inbox", { person });
    await page.getByText("No Messages Found").waitFor();
    await page.keyboard.press("f");
    const dialog = page.getByRole("dialog", { name: "Now" });
    await dialog.getByText("Pay the rent").waitFor();
    expect(await faultsOf(page, "now", dialog)).toEqual([]);
    await dialog.getByRole("button", { name: "Replan to tomorrow" }).focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Replanned 1 task to tomorrow");
    await dialog.getByRole("button", { name: "Not today" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("Water the plants", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Not today" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("Nothing waits for you right now.").waitFor();
  });

  test("BEY-4 a task without steps suggests its first one, in Now and in focus mode: that of a message rereads its words", async () => {
    const person = await newPerson("Ana Berg");
    const body = "Hi Ana,\n\nplease send me the report by Friday.\n\nThanks\nBo";
    const [message] = await importMails(person, [{ body }]);
    const made = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    await person.patch(`/api/tasks/${made.body.id}`, doFirst);
    const { page } = await openScreen("/matrix", { person });
    await page.getByText(made.body.title).first().waitFor();
    await page.keyboard.press("f");
    const dialog = page.getByRole("dialog", { name: "Now" });
    await dialog.getByText("Suggested start · 2 min").waitFor();
    await dialog.getByText(/Reread what Bo Lind wrote: “.*send me the report by Friday/).waitFor();
    expect(await faultsOf(page, "now-suggested", dialog)).toEqual([]);
    await dialog.getByRole("button", { name: "Break down" }).waitFor();
    await dialog.getByRole("button", { name: "Not today" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("Nothing waits for you right now.").waitFor();

    const plain = await addTask(person, { title: "Call the landlord", ...doFirst });
    await dialog.getByText("Find the number for the landlord and put it in front of you").waitFor();
    await page.keyboard.press("f");
    const overlay = page.getByRole("dialog", { name: "Focus mode" });
    await overlay.getByText("Suggested start · 2 min").waitFor();
    await overlay.getByText("Find the number for the landlord and put it in front of you").waitFor();
    // Nothing of it is stored, and a step of one's own takes its place.
    expect((await person.get<Task>(`/api/tasks/${plain.id}`)).body.steps).toEqual([]);
    const own = { id: crypto.randomUUID(), title: "Look the number up", done: false };
    await person.patch(`/api/tasks/${plain.id}`, { steps: [own] });
    await overlay.getByText("Start with this · 2 min").waitFor();
    await overlay.getByText("Suggested start · 2 min").waitFor({ state: "hidden" });
    // Once all are done, there is nothing to begin.
    await person.patch(`/api/tasks/${plain.id}`, { steps: [{ ...own, done: true }] });
    await overlay.getByText("Start with this · 2 min").waitFor({ state: "hidden" });
    await expect.poll(() => overlay.getByText("Suggested start").count()).toBe(0);
  });

  test("BEY-10 tooltips of focus mode, breakdown and Add Task name the keys of a Mac", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Call the landlord", ...doFirst });
    const { page } = await openScreen("/matrix", { person });
    await page.addInitScript('Object.defineProperty(navigator, "platform", { value: "MacIntel" })');
    await page.reload();
    await page.getByText("Call the landlord").waitFor();
    const title = (name: string | RegExp) => page.getByRole("button", { name }).last().getAttribute("title");
    await page.keyboard.press("c");
    await expect.poll(() => title("Add and open")).toBe("Add and open the task (⌘ Enter)");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("j");
    await page.keyboard.press("b");
    await expect.poll(() => title("Add all 5 steps")).toBe("⌘ Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("f");
    await expect.poll(() => title("Pause")).toBe("Space");
    await expect.poll(() => title("Back to Zippy")).toBe("Leave it running (Esc)");
  });
});
