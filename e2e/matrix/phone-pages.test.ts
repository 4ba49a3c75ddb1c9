import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserForTests, widths } from "../support/browser";
import { addTask, asking, importMails } from "../support/sample-data";

const { openScreen, newPerson } = browserForTests();
const phone = { viewport: { width: widths.phone, height: 740 }, hasTouch: true, isMobile: true };
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** A dialog that fills the window, and that the system's Back closes. */
async function expectPage(page: Page, dialog: Locator): Promise<void> {
  const path = pathOf(page);
  await dialog.waitFor();
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  expect(pathOf(page)).toBe(path);
}

describe("dialogs of a phone", () => {
  test("MTX-1 BEY-4 BEY-11 filters, Snooze, a due date, Now and focus mode are pages that Back closes, and leave nothing behind", async () => {
    const person = await newPerson("Ana Berg");
    await addTask(person, { title: "Sign the lease", urgency: "urgent", importance: "important" });
    const { page } = await openScreen("/matrix?view=list", { person, ...phone });
    await page.getByText("Sign the lease").first().waitFor();
    const named = (name: string) => page.getByRole("dialog", { name });

    await page.getByRole("button", { name: /^Filters/ }).tap();
    await expectPage(page, named("Filters"));
    await page.getByRole("button", { name: "Now" }).tap();
    await expectPage(page, named("Now"));
    await page.getByRole("button", { name: "More about “Sign the lease”" }).tap();
    await page.getByRole("menuitem", { name: "Snooze" }).tap();
    await expectPage(page, named("Snooze until"));
    await page.getByRole("button", { name: "Now" }).tap();
    await named("Now").getByRole("button", { name: "Focus", exact: true }).tap();
    await expectPage(page, named("Focus mode"));
    await page.getByRole("checkbox", { name: /Sign the lease/ }).tap();
    await page.getByRole("region", { name: "Chosen tasks" }).getByRole("button", { name: "Due date" }).tap();
    await expectPage(page, named("Due date"));
    await expect.poll(() => page.evaluate("history.state?.dialog")).toBeUndefined();
  });

  test("TASK-4 Back closes only the question over an open task, and what Delete leaves isn't in the history", async () => {
    const person = await newPerson("Ana Berg");
    const task = await addTask(person, {
      title: "Sign the lease",
      urgency: "urgent",
      importance: "important",
    });
    const { page } = await openScreen("/matrix", { person, ...phone });
    await page.getByText("Sign the lease").first().tap();
    const details = page.getByRole("dialog", { name: "Task details" });
    await details.getByRole("button", { name: "Delete" }).tap();
    const question = page.getByRole("dialog", { name: "Delete task" });
    await question.waitFor();
    await page.goBack();
    await question.waitFor({ state: "hidden" });
    expect(pathOf(page)).toBe(`/matrix/${task.id}`);

    await details.getByRole("button", { name: "Delete" }).tap();
    await question.getByRole("button", { name: "Delete" }).tap();
    await details.waitFor({ state: "hidden" });
    await expect.poll(() => pathOf(page)).toBe("/matrix");
    await expect.poll(() => page.evaluate("history.state?.dialog")).toBeUndefined();
  });

  test("BEY-11 a message that is snoozed from its page returns to the list, one step back from which is the view before", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { page } = await openScreen("/matrix", { person, ...phone });
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "AI Inbox" }).tap();
    await page.getByRole("button", { name: /^Requires Action/ }).tap();
    await page.getByRole("article").first().tap();
    await page.keyboard.press("Enter");
    await expect.poll(() => pathOf(page)).toBe(`/inbox/${message?.id}`);
    const opened = page.getByRole("dialog").first();
    await opened.getByRole("button", { name: "Snooze" }).tap();
    await page
      .getByRole("dialog", { name: "Snooze until" })
      .getByRole("button", { name: /^In an hour/ })
      .tap();
    await expect.poll(() => pathOf(page)).toBe("/inbox");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await expect.poll(() => page.evaluate("history.state?.dialog")).toBeUndefined();
  });
});

/** The words of the page's heading that its box breaks into two lines, or cuts. */
const brokenWords = `(() => {
  const heading = document.querySelector("h1");
  const text = heading.firstChild;
  const box = heading.getBoundingClientRect();
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const [first, ...more] = range.getClientRects();
    return more.length > 0 || first.right > box.right + 0.5 || first.bottom > box.bottom + 2 ? [word] : [];
  });
})()`;

test("BEY-4 on a phone, a running session leaves room for each word of a view's name", async () => {
  const person = await newPerson("Ana Berg");
  const task = await addTask(person, { title: "Sign the lease" });
  await person.post(`/api/teams/${person.teamId}/focus`, { taskId: task.id, mode: "flow" });
  const { page } = await openScreen("/analytics", { person, ...phone });
  for (const [path, name] of [
    ["/analytics", "Performance Analytics"],
    ["/billing", "Billing & Subscription"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.locator("[data-focus-session]").waitFor();
    await expect.poll(() => page.evaluate(brokenWords)).toEqual([]);
  }
});
