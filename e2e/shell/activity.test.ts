import { expect, test } from "vitest";
import type { JournalEntry } from "../../src/features/journal/contract";
import type { Task } from "../../src/features/tasks/contract";
import { browserForTests } from "../support/browser";
import { faultsOf } from "../support/looks";
import { addTask, addTasks, asking, importMails } from "../support/sample-data";
import { expectToast } from "../support/watching";

const { openScreen, newPerson, expectErrors } = browserForTests();

test("BEY-2 Activity lists the last changes, undoes each and a whole run, and says plainly what can't be undone", async () => {
  expectErrors(/409/);
  const person = await newPerson("Ana Berg");
  await importMails(person, [{ subject: "Report", body: asking("the report") }]);
  const task = await addTask(person, { title: "Sign the lease" });
  await person.patch(`/api/tasks/${task.id}`, { title: "Sign the new lease" });
  await person.patch(`/api/tasks/${task.id}`, { title: "Sign the newest lease" });
  const { page } = await openScreen("/matrix", { person });
  await page.getByText("Sign the newest lease").waitFor();

  await page.getByRole("button", { name: "Activity" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Activity" });
  const rows = dialog.getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(4);
  await expect
    .poll(() => rows.first().innerText())
    .toMatch(/^Changed “Sign the newest lease”\nAna Berg · Just now/);
  expect(await faultsOf(page, "activity", dialog)).toEqual([]);

  // The older of two changes of one title.
  await rows.nth(1).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expectToast(
    page,
    "Couldn't undo",
    "“Sign the newest lease” has changed since, so this can't be undone.",
  );
  await rows.nth(0).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expectToast(page, "Undone", "Changed “Sign the newest lease”");
  await rows.filter({ hasText: "Undone" }).first().waitFor();
  // The import of a mail is one run of the engine.
  const run = dialog.getByRole("button", { name: /^Undo run: / });
  await run.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => run.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByText("No Messages Found").waitFor();

  // Z goes on where it was before a reload.
  await page.reload();
  await page.getByText("No Messages Found").waitFor();
  for (const summary of ["Changed “Sign the new lease”", "Added “Sign the lease”"]) {
    await page.keyboard.press("z");
    await expectToast(page, "Undone", summary);
  }
  expect((await person.get<Task[]>(`/api/teams/${person.teamId}/tasks`)).body).toEqual([]);
  const { body } = await person.get<JournalEntry[]>(`/api/teams/${person.teamId}/journal`);
  expect(body.filter(({ action, undoneAt }) => action !== "undo" && undoneAt === null)).toEqual([]);
});

test("BEY-2 a change of a task with a long title keeps its button whole", async () => {
  const person = await newPerson("Ana Berg");
  for (const title of ["Call", "Call the landlord ".repeat(20).trim(), "x".repeat(300)])
    await addTask(person, { title });
  const { page } = await openScreen("/matrix", { person });
  await page.getByRole("button", { name: "Activity" }).click();
  const buttons = page.getByRole("dialog", { name: "Activity" }).getByRole("button", { name: /^Undo: / });
  await expect.poll(() => buttons.count()).toBe(3);
  const widthsOf = async () => {
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()));
    return new Set(boxes.map((box) => Math.round(box?.width ?? 0)));
  };
  await expect.poll(async () => (await widthsOf()).size).toBe(1);
});

test("BEY-2 of 51 changes, Activity lists the last 50", async () => {
  const person = await newPerson("Ana Berg");
  await addTask(person, { title: "The first of all" });
  await addTasks(person, 50, (number) => ({ title: `Task ${number}` }));
  const { page } = await openScreen("/matrix", { person });
  await page.getByRole("button", { name: "Activity" }).click();
  const rows = page.getByRole("dialog", { name: "Activity" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(50);
  await expect.poll(() => rows.filter({ hasText: "The first of all" }).count()).toBe(0);
});
