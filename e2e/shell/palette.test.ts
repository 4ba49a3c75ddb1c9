import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask, asking, importMails } from "../support/sample-data";
import { expectToast, hasFocus } from "../support/watching";

const { openScreen, newPerson } = browserForTests();

/** The board with one task, which is selected. */
async function openSelectedTask() {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Sign the lease", urgency: "urgent", importance: "important" });
  const { page } = await openScreen("/matrix", { person });
  await page.getByText("Sign the lease").waitFor();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("j");
  const row = page.locator('[role="button"][id^="task-"]');
  await hasFocus(row);
  return { page, row };
}

test("BEY-10 Ctrl+K finds every command by name, with its key, and runs it on the page", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Sign the lease", urgency: "urgent", importance: "important" });
  const { page } = await openScreen("/matrix", { person });
  await page.getByText("Sign the lease").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Commands" });
  const input = dialog.getByRole("combobox");
  await hasFocus(input);
  expect(await faultsOf(page, "commands", dialog)).toEqual([]);
  await page.keyboard.type("resolve task");
  const options = dialog.getByRole("option");
  await expect.poll(async () => (await options.allInnerTexts()).length).toBe(1);
  await expect.poll(() => options.first().innerText()).toMatch(/Resolve the task[\s\S]*E$/);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("No urgent tasks - great job!").waitFor();

  await page.keyboard.press("Control+k");
  await hasFocus(input);
  await page.keyboard.type("nothing like it");
  await dialog.getByText("No command has this name.").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("settings go");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/(crm|settings)$/);
  await page.keyboard.press("Control+k");
  await hasFocus(input);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
});

test("BEY-10 the palette finds what has no key: sections of the settings, themes and views", async () => {
  const { page } = await openScreen("/matrix", {});
  const choose = async (words: string, name: RegExp) => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Commands" });
    await hasFocus(dialog.getByRole("combobox"));
    await page.keyboard.type(words);
    await expect
      .poll(() => dialog.getByRole("option").allInnerTexts())
      .toEqual([expect.stringMatching(name)]);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
  };
  const address = () => new URL(page.url()).pathname + new URL(page.url()).search;
  await page.getByRole("button", { name: "Add Task", exact: true }).waitFor();
  await choose("export", /^Data Settings$/);
  await expect.poll(address).toBe("/settings/data");
  await choose("dark", /^Dark theme Settings$/);
  await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("dark");
  await choose("snoozed", /^Snoozed messages Go to$/);
  await expect.poll(address).toBe("/inbox?snooze=snoozed");
  await choose("due tasks go", /^Calendar of due tasks Go to$/);
  await expect.poll(address).toBe("/matrix?view=calendar");
  await choose("sign out", /^Sign out Anywhere$/);
  await expect.poll(address).toBe("/");
});

test("BEY-10 with single keys off, tooltips, menus and the palette name only keys that work", async () => {
  const { page } = await openSelectedTask();
  const addTask = page.getByRole("button", { name: "Add Task", exact: true });
  const named = async () => [
    await addTask.getAttribute("title"),
    await addTask.getAttribute("aria-keyshortcuts"),
    await page.getByRole("button", { name: "Resolve “Sign the lease”" }).getAttribute("title"),
  ];
  const keysInMenu = async () => {
    await page.getByRole("button", { name: "More about “Sign the lease”" }).click();
    await page.getByRole("menuitem", { name: /^Focus/ }).waitFor();
    const keys = await page.getByRole("menu").locator("kbd").allInnerTexts();
    await page.keyboard.press("Escape");
    return keys;
  };
  const keysInPalette = async () => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Commands" });
    await dialog.getByRole("option").first().waitFor();
    const keys = await dialog.locator("kbd").allInnerTexts();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    return keys;
  };
  await expect.poll(named).toEqual(["Add Task (C)", "C", "Resolve (E)"]);
  expect(await keysInMenu()).toContain("F");
  expect(await keysInPalette()).toContain("E");

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByRole("switch", { name: "Single-letter shortcuts" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await expect.poll(named).toEqual(["Add Task", null, "Resolve"]);
  expect(await keysInMenu()).toEqual([]);
  expect(await keysInPalette()).toEqual([]);
});

test("BEY-2 BEY-9 BEY-10 Activity and Notifications are commands too, and give the focus back", async () => {
  const { page, row } = await openSelectedTask();
  for (const [typed, opened] of [
    ["activ", "Activity"],
    ["notif", "Notifications"],
  ] as const) {
    await page.keyboard.press("Control+k");
    const commands = page.getByRole("dialog", { name: "Commands" });
    await hasFocus(commands.getByRole("combobox"));
    await page.keyboard.type(typed);
    await expect.poll(() => commands.getByRole("option").first().innerText()).toMatch(`${opened} Anywhere`);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: opened });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await hasFocus(row);
  }
});

test("BEY-2 BEY-10 Replan overdue tasks is a command from any screen: the toast counts them and undoes it", async () => {
  const person = await newPerson("Ana Berg");
  const dueDate = "2026-01-01T09:00:00.000Z";
  const late = [await addTask(person, { title: "Pay the rent", dueDate })];
  late.push(await addTask(person, { title: "File the taxes", dueDate }));
  const { page } = await openScreen("/inbox", { person });
  await page.getByText("No Messages Found").waitFor();
  const replan = async () => {
    await page.keyboard.press("Control+k");
    const dialog = page.getByRole("dialog", { name: "Commands" });
    await hasFocus(dialog.getByRole("combobox"));
    await page.keyboard.type("replan overdue");
    await expect
      .poll(() => dialog.getByRole("option").allInnerTexts())
      .toEqual([expect.stringMatching(/^Replan overdue tasks to tomorrow/)]);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
  };
  const dueDates = () =>
    Promise.all(late.map(async ({ id }) => (await person.get<Task>(`/api/tasks/${id}`)).body.dueDate));
  await replan();
  await expectToast(page, "Replanned 2 tasks to tomorrow");
  expect((await dueDates()).every((due) => Date.parse(due ?? "") > Date.now())).toBe(true);
  // Nothing to undo: it changed nothing.
  await replan();
  await expectToast(page, "No task of yours or nobody's is overdue.");
  await expect.poll(() => page.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  await page.keyboard.press("z");
  await expectToast(page, "Undone");
  await expect.poll(dueDates).toEqual([dueDate, dueDate]);
});

/** Holds what the page does before its next frame. Returns a function that lets it go on. */
async function holdFrames(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`{
    const { requestAnimationFrame } = window;
    const held = [];
    window.requestAnimationFrame = (run) => held.push(run);
    window.releaseFrames = () => {
      window.requestAnimationFrame = requestAnimationFrame;
      for (const run of held) requestAnimationFrame(run);
    };
  }`);
  return () => page.evaluate("releaseFrames()");
}

test("BEY-10 after a dialog that a command has opened, the focus is back in the row", async () => {
  const { page, row } = await openSelectedTask();
  // The dialog opens before the frame in which the palette gives back the focus, or after it.
  for (const [command, opened] of [
    ["add task anywhere", "Add Task"],
    ["show keyboard shortcuts", "Keyboard shortcuts"],
    ["snooze", "Snooze until"],
  ] as const)
    for (const late of [true, false]) {
      await page.keyboard.press("Control+k");
      await hasFocus(page.getByRole("dialog", { name: "Commands" }).getByRole("combobox"));
      await page.keyboard.type(command);
      const release = late ? await holdFrames(page) : undefined;
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: opened });
      await dialog.waitFor();
      await release?.();
      await hasFocus(dialog);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await hasFocus(row);
    }
});

test("BEY-10 from the inbox to the matrix in single keys", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, [{ subject: "Report", body: asking("the report") }]);
  const { page } = await openScreen("/inbox", { person });
  await page.getByRole("article").waitFor();
  for (const key of ["j", "1", "g", "m"]) await page.keyboard.press(key);
  await page
    .getByRole("region", { name: "Do First", exact: true })
    .locator('[role="button"][id^="task-"]')
    .waitFor();
});

test("BEY-10 a key is changed in Settings by keyboard, works, and shows in palette, help sheet and tooltips; conflicts are said; it is reset", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "Sign the lease", urgency: "urgent", importance: "important" });
  const { page } = await openScreen("/settings/keyboard", { person });
  const resolve = page.getByRole("button", { name: /^Change the key of Resolve or finish/ });
  await resolve.press("Enter");
  const capture = page.getByRole("button", { name: /^Press a key for Resolve or finish/ });
  await hasFocus(capture);
  await page.keyboard.press("h");
  await page
    .getByText("This key is used by “Snooze”. Choose another one, or change that first.")
    .first()
    .waitFor();
  expect(await faultsOf(page, "keyboard-settings", capture)).toEqual([]);
  await page.keyboard.press("y");
  await expect.poll(() => resolve.getAttribute("aria-label")).toBe("Change the key of Resolve or finish: Y");
  // Once a key is chosen or given up, the next one is changed from here.
  await hasFocus(resolve);
  await page.keyboard.press("Enter");
  await hasFocus(capture);
  await page.keyboard.press("Escape");
  await hasFocus(resolve);
  const keys = async () =>
    (await person.get<{ shortcutKeys: Record<string, string> }>("/api/auth/user")).body.shortcutKeys;
  await expect.poll(keys).toEqual({ e: "y" });

  await page.goto("/matrix");
  const card = page.getByText("Sign the lease");
  await card.waitFor();
  await page.locator('[title="Resolve (Y)"]').first().waitFor({ state: "attached" });
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.poll(() => sheet.innerText()).toMatch(/Resolve the task\s+Y/);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Commands" });
  await hasFocus(dialog.getByRole("combobox"));
  await page.keyboard.type("resolve task");
  await expect
    .poll(() => dialog.getByRole("option").first().innerText())
    .toMatch(/Resolve the task[\s\S]*Y$/);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  // E did nothing; Y resolves.
  await card.waitFor();
  await page.keyboard.press("y");
  await page.getByText("No urgent tasks - great job!").waitFor();

  await page.goto("/settings/keyboard");
  const goTo = page.getByRole("button", { name: /^Change the key of Go to AI Inbox/ });
  await goTo.press("Enter");
  await page.keyboard.press("o");
  await expect.poll(keys).toEqual({ e: "y", "g i": "g o" });
  // The page knows it a moment after the server.
  await expect.poll(() => goTo.getAttribute("aria-label")).toMatch(/O$/);
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.getByText("No Messages Found").waitFor();

  await page.goto("/settings/keyboard");
  await page.getByRole("button", { name: "Reset all keys" }).press("Enter");
  await expect.poll(keys).toEqual({});
  await expect.poll(() => resolve.getAttribute("aria-label")).toBe("Change the key of Resolve or finish: E");
});
