import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserForTests } from "../support/browser";
import { faultsOf, shownOn } from "../support/looks";
import { addTask } from "../support/sample-data";
import { join } from "../support/team-people";
import { expectToast, failCalls, hasFocus, holdCalls } from "../support/watching";

const { openScreen, newPerson, expectErrors } = browserForTests();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Task details" });
const field = (page: Page) => dialog(page).getByLabel("Write a comment");
const comment = (page: Page, text: string) => dialog(page).getByRole("listitem").filter({ hasText: text });

/** Runs in the page. */
const inSight = (element: unknown): boolean => {
  const { top, bottom } = (
    element as { getBoundingClientRect(): { top: number; bottom: number } }
  ).getBoundingClientRect();
  return top > 0 && bottom < 740;
};

test("WORK-3 a comment is among the others once it's sent, before they are read again", async () => {
  const ana = await newPerson("Ana Berg");
  const task = await addTask(ana, { title: "Send the quote" });
  const { page } = await openScreen(`/matrix/${task.id}`, { person: ana });
  const add = async (text: string) => {
    await field(page).fill(text);
    await field(page).press("Control+Enter");
  };
  await add("The first one.");
  await comment(page, "The first one.").waitFor();
  await page.waitForLoadState("networkidle");
  const reads = new RegExp(`/api/(tasks/${task.id}|teams/.*)`);
  await page.route(reads, (route) => (route.request().method() === "GET" ? undefined : route.fallback()));
  await add("The second one.");
  await comment(page, "The second one.").waitFor();
  await expect
    .poll(() =>
      dialog(page)
        .getByRole("heading", { name: /^Comments/ })
        .innerText(),
    )
    .toMatch(/^Comments\s*2$/);
});

test("WORK-3 BEY-9 BEY-10 a comment mentions a colleague by name, reaches their open screen and bell, and is changed, deleted and undone", async () => {
  expectErrors(/500/);
  const ana = await newPerson("Ana Berg");
  const bo = await newPerson("Bo Lind");
  await join(ana, bo);
  const task = await addTask(ana, { title: "Send the quote", urgency: "urgent", importance: "important" });
  const { page: hers } = await openScreen(`/matrix/${task.id}`, { person: ana });
  const { page: his } = await openScreen("/matrix", { person: bo, ...shownOn("phone") });
  await his.locator(`#task-${task.id}`).waitFor();

  await dialog(hers).getByText("Comments").waitFor();
  await hers.keyboard.press("m");
  await hasFocus(field(hers));
  await hers.keyboard.type("See https://example.org/x. @b");
  const people = dialog(hers).getByRole("listbox", { name: "People to mention" });
  await people.getByRole("option", { name: "Bo Lind" }).waitFor();
  expect(await faultsOf(hers, "task-comment-mention", people)).toEqual([]);
  // Escape closes only the list, and the next letter of another name opens it again.
  await hers.keyboard.press("Escape");
  await people.waitFor({ state: "detached" });
  await hers.keyboard.press("Backspace");
  await hers.keyboard.press("Backspace");
  await hers.keyboard.type("@");
  // She comes last herself.
  await expect.poll(() => people.getByRole("option").nth(1).innerText()).toContain("Ana Berg");
  await hers.keyboard.press("ArrowDown");
  await hers.keyboard.press("ArrowUp");
  await hers.keyboard.press("Enter");
  await expect.poll(() => field(hers).inputValue()).toBe("See https://example.org/x. @Bo Lind ");

  // What the server refuses stays in the field, and a closed task keeps it too.
  const restore = await failCalls(hers, "POST", /\/comments$/);
  await hers.keyboard.press("Control+Enter");
  await expectToast(hers, "Error", "Failed to add the comment. The database isn't responding.");
  await restore();
  await hers.keyboard.press("Escape");
  await dialog(hers).waitFor({ state: "detached" });
  await hers.locator(`#task-${task.id}`).focus();
  await hers.keyboard.press("Enter");
  await expect.poll(() => field(hers).inputValue()).toContain("@Bo Lind");
  await field(hers).focus();
  await hers.keyboard.press("Control+Enter");
  await comment(hers, "See").waitFor();
  await expect.poll(() => field(hers).inputValue()).toBe("");
  const link = comment(hers, "See").getByRole("link");
  await expect.poll(() => link.getAttribute("href")).toBe("https://example.org/x");
  await expect.poll(() => link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(await faultsOf(hers, "task-comments", comment(hers, "See"))).toEqual([]);

  // His card counts it, his bell names it, and it leads to what was said.
  await his.locator(`#task-${task.id}`).getByText("1 comment").waitFor();
  await his.getByRole("button", { name: "Notifications, 1 unread" }).focus();
  await his.keyboard.press("Enter");
  await his.getByRole("button", { name: /Ana Berg mentioned you.*Send the quote/ }).focus();
  await his.keyboard.press("Enter");
  await comment(his, "Ana Berg").waitFor();
  await expect.poll(() => comment(his, "Ana Berg").evaluate(inSight)).toBe(true);
  await expect.poll(() => comment(his, "See").getByRole("button").count()).toBe(0);

  // She changes and deletes it, he sees both, and undo brings it back.
  await comment(hers, "See").getByRole("button", { name: "Edit" }).focus();
  await hers.keyboard.press("Enter");
  const edit = dialog(hers).getByLabel("Edit");
  await hasFocus(edit);
  await hers.keyboard.press("Control+a");
  await hers.keyboard.type("Never mind");
  await hers.keyboard.press("Control+Enter");
  await comment(his, "Never mind").getByText("edited").waitFor();
  await comment(hers, "Never mind").getByRole("button", { name: "Delete" }).focus();
  await hers.keyboard.press("Enter");
  await expectToast(hers, "Comment deleted");
  await hasFocus(field(hers));
  await comment(his, "Never mind").waitFor({ state: "detached" });
  await hers.keyboard.press("Escape");
  await hers.keyboard.press("z");
  await comment(his, "Never mind").waitFor();
});

test("BEY-9 a mention leads to the latest comment also in a task that is open already, or whose comments were loaded before", async () => {
  const ana = await newPerson("Ana Berg");
  const bo = await newPerson("Bo Lind");
  await join(ana, bo);
  const task = await addTask(ana, { title: "Send the quote", urgency: "urgent", importance: "important" });
  const comments = `/api/tasks/${task.id}/comments`;
  const say = async (...words: string[]) => {
    for (const body of words) expect((await ana.post(comments, { body })).status).toBe(200);
  };
  await say(...Array.from({ length: 12 }, (_, number) => `Earlier ${number}.`), "The latest.");
  const { page } = await openScreen(`/matrix/${task.id}`, { person: bo, ...shownOn("phone") });
  const isSeen = (text: string) => comment(page, text).evaluate(inSight);
  /** As a click on a push notification does it. */
  const openMention = () =>
    page.evaluate(`navigator.serviceWorker.dispatchEvent(
      new MessageEvent("message", { data: { open: "/matrix/${task.id}#task-comments" } }),
    )`);
  await comment(page, "The latest.").waitFor();
  expect(await isSeen("The latest.")).toBe(false);
  for (const which of ["first", "second"]) {
    await openMention();
    await expect.poll(() => isSeen("The latest."), { message: which }).toBe(true);
    await page.evaluate(`document.getElementById("task-comments").scrollIntoView({ block: "end" })`);
    await expect.poll(() => isSeen("The latest.")).toBe(false);
  }

  // What others say meanwhile doesn't take the reader there.
  await say("Somebody else.");
  await comment(page, "Somebody else.").waitFor();
  expect(await isSeen("Somebody else.")).toBe(false);

  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  await say(...Array.from({ length: 8 }, (_, number) => `Later ${number}.`), "The newest.");
  const reading = await holdCalls(page, /\/comments(\?|$)/);
  await openMention();
  await comment(page, "Somebody else.").waitFor();
  await expect.poll(reading.held).toBeGreaterThan(0);
  reading.release();
  await comment(page, "The newest.").waitFor();
  await expect.poll(() => isSeen("The newest.")).toBe(true);
});
