import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Message, MessageWhy } from "../../src/features/inbox/contract";
import { withMarkNames } from "../../src/features/inbox/web/why/mark-names";
import type { Task } from "../../src/features/tasks/contract";
import type { Person } from "../../test/support/person";
import { axeViolations, browserForTests } from "../support/browser";
import { openInbox, rows } from "../support/inbox-page";
import { faultsOf, keepPicture, shownOn } from "../support/looks";
import { addTask, asking, importMails, type SampleMail, statement } from "../support/sample-data";
import { failCalls, tryAgain } from "../support/watching";

const browser = browserForTests();
const { openScreen, newPerson, expectErrors } = browser;

const why = (page: Page): Locator => page.getByRole("dialog", { name: "Why", exact: true });
const text = (page: Page): Locator => why(page).getByRole("region", { name: "The message" });
const words = (page: Page): Locator => text(page).getByRole("button");
const shown = (page: Page): Locator => text(page).locator("[data-shown]");
/** Opens the reasons with their weights, below the summary. */
const showNumbers = (page: Page) => why(page).getByRole("button", { name: "Show the numbers" }).click();
const details = (page: Page): Locator => page.getByRole("dialog", { name: "Task details" });
const conclusion = (page: Page, name: string): Locator =>
  why(page)
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 3, name: new RegExp(`^${name}`) }) });

const lease: SampleMail = {
  subject: "Lease",
  body: "Hi Ana,\n\nCould you please send me the signed lease by tomorrow? The customer is waiting and the payment is blocked.\n\nThanks\nBo",
};

/** A person's matrix with one task made from a mail and one added by hand, both in the first quadrant. */
async function openMatrix(): Promise<{ page: Page; person: Person; made: Task; byHand: Task }> {
  const person = await newPerson("Ana Berg");
  const [message] = await importMails(person, [lease]);
  const axes = { urgency: "urgent", importance: "important" } as const;
  const { body: made } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
    teamId: person.teamId,
    ...axes,
  });
  const byHand = await addTask(person, { title: "Water the plants", ...axes });
  const { page } = await openScreen("/matrix", { person });
  await card(page, byHand.title).waitFor();
  return { page, person, made, byHand };
}

const card = (page: Page, title: string): Locator =>
  page.locator('[role="button"][id^="task-"]').filter({ hasText: title });

const isFocused = async (locator: Locator) =>
  (await locator.and(locator.page().locator(":focus")).count()) === 1;

describe("in the inbox", () => {
  test("BEY-13 W explains the selected message, and Escape returns to its row", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.keyboard.press("w");
    await expect.poll(() => why(page).count()).toBe(0);
    await page.keyboard.press("j");
    await page.keyboard.press("w");

    await words(page).first().waitFor();
    await why(page).getByRole("list", { name: "In short" }).getByRole("listitem").nth(2).waitFor();
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(rows(page).first())).toBe(true);
  });

  test("BEY-13 the marked words are those of the response, in place, and the reasons show their weight", async () => {
    const { page, person, messages } = await openInbox(browser, [lease]);
    const [message] = messages as [Message];
    const { body } = await person.get<MessageWhy>(`/api/messages/${message.id}/why`);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await showNumbers(page);
    await words(page).first().waitFor();

    await expect
      .poll(() => text(page).innerText())
      .toContain("Could you please send me the signed lease by tomorrow?");
    for (const { field, reasons } of body.conclusions) {
      const [first] = reasons;
      if (!first) continue;
      const line = conclusion(
        page,
        field === "dueDate" ? "Due date" : field.replace(/^./, (a) => a.toUpperCase()),
      )
        .getByRole("listitem")
        .first();
      await expect.poll(() => line.innerText()).toContain(first.reason);
      if (first.share !== null)
        await expect.poll(() => line.innerText()).toContain(`${Math.round(first.share * 100)}%`);
    }
    // Each span of each reason, joined from the pieces it is split into.
    for (const { field, reasons } of body.conclusions)
      for (const { signal, spans } of reasons) {
        if (spans.length === 0) continue;
        const marked = await text(page).locator(`[data-why~="${field}-${signal}"]`).allTextContents();
        expect({ field, signal, marked: marked.join("") }).toEqual({
          field,
          signal,
          marked: inTextOrder(spans).join(""),
        });
      }
    const urgency = body.conclusions.find(({ field }) => field === "urgency");
    expect(urgency?.changes.length).toBeGreaterThan(0);
    for (const { condition } of urgency?.changes ?? [])
      await conclusion(page, "Urgency").getByText(withMarkNames(condition)).waitFor();
  });

  test("BEY-13 a reason in focus marks its words, and a word leads to its reasons", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await showNumbers(page);
    const due = conclusion(page, "Due date").getByRole("button").first();
    await due.focus();
    await expect.poll(() => shown(page).allTextContents()).toEqual([expect.stringContaining("tomorrow")]);

    // Scrolling would move reasons under a resting pointer.
    await page.mouse.move(2, 2);
    const blocked = words(page).filter({ hasText: "blocked" }).last();
    await blocked.focus();
    const linked = why(page).locator("button[data-shown]");
    await expect.poll(() => linked.count()).toBeGreaterThan(0);
    for (const line of await linked.allInnerTexts()) expect(line).toContain("blocked");
    await page.keyboard.press("Enter");
    await expect.poll(() => why(page).locator("button[data-shown]:focus").count()).toBe(1);
    await expect.poll(() => shown(page).allTextContents()).toContain("blocked");
    await page.mouse.move(2, 2);
    await due.hover();
    await expect.poll(() => shown(page).allTextContents()).toEqual([expect.stringContaining("tomorrow")]);
  });

  test("BEY-13 a reason shows its sentence, and names a mark without words", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await showNumbers(page);
    const asked = conclusion(page, "Task")
      .locator("q")
      .filter({ hasText: "Could you please send me the signed lease by tomorrow?" });
    await asked.first().waitFor();
    // Other reasons point to the same sentence, which is shown once.
    await expect.poll(() => asked.count()).toBe(1);
    await conclusion(page, "Task")
      .getByRole("button", { name: /^\W*question mark.*counts for it by/ })
      .waitFor();
  });

  test("BEY-13 Tab goes through the marked words in the order of the text, then through the reasons", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await words(page).first().waitFor();
    const expected = await words(page).allTextContents();
    await words(page).first().focus();
    const gone: (string | null)[] = [];
    for (const _ of expected) {
      gone.push(await page.locator(":focus").textContent());
      await page.keyboard.press("Tab");
    }
    expect(gone).toEqual(expected);
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("why-line-task");
  });

  test("BEY-13 a long message is shown from its first evidence", async () => {
    const story = "The river was calm and wide.\n".repeat(120);
    const { page } = await openInbox(browser, [
      { subject: "River", body: `${story}${asking("the photos", "by tomorrow")}` },
    ]);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    const send = words(page).filter({ hasText: "please" }).first();
    await send.waitFor();
    const inView = async () => {
      const [word, view] = [await send.boundingBox(), await text(page).boundingBox()];
      return (
        word !== null && view !== null && word.y >= view.y && word.y + word.height <= view.y + view.height
      );
    };
    await expect.poll(inView).toBe(true);
  });

  test("BEY-13 a message's dialog has the button and the key, and stays open under its explanation", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const button = page.getByRole("button", { name: "Why?" });
    await button.click();
    await words(page).first().waitFor();
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(button)).toBe(true);

    await page.keyboard.press("w");
    await words(page).first().waitFor();
    await page.keyboard.press("w");
    await why(page).waitFor({ state: "detached" });
    await button.waitFor();
    await keepPicture(page, "why-button-message");
  });

  test("BEY-13 a failure says so and offers to try again", async () => {
    expectErrors(/500/);
    const { page } = await openInbox(browser, [lease]);
    await failCalls(page, "GET", /\/why$/);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await why(page).getByText("Couldn't explain the message").waitFor();
    await tryAgain(why(page).getByRole("button", { name: "Try again" }));
    await words(page).first().waitFor();
  });

  test("BEY-13 another engine version is named with its differences", async () => {
    const { page } = await openInbox(browser, [lease]);
    await page.route(/\/why$/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as MessageWhy;
      const stored = { version: "embedded-0", current: false, differs: ["dueDate"] };
      await route.fulfill({ response, json: { ...answer, stored } });
    });
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await why(page).getByText("another version of the engine (embedded-0)").waitFor();
    await why(page).getByText("The current version would change: due date.").waitFor();
  });
});

describe("in three lines", () => {
  test("BEY-13 a sentence for each conclusion with its words marked, what would change it, and the numbers on request", async () => {
    // With more that presses, no single word would change what follows.
    const calmer = { ...lease, body: lease.body.replace(" and the payment is blocked", "") };
    const { page, person, messages } = await openInbox(browser, [calmer], "compact");
    const { body } = await person.get<MessageWhy>(`/api/messages/${messages[0]?.id}/why`);
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    const lines = why(page).getByRole("list", { name: "In short" }).getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(4);
    const texts = (await lines.allInnerTexts()).map((line) => line.replace(/\s+/g, " "));
    const titleOf = messages[0]?.aiAnalysis?.taskTitle ?? "";
    for (const [index, start] of [titleOf, "Urgent", "Important"].entries())
      expect(texts[index]).toMatch(new RegExp(`^${start}: [a-z]`));
    for (const [index, field] of (["task", "urgency", "importance", "dueDate"] as const).entries()) {
      const [change] = body.conclusions.find((one) => one.field === field)?.changes ?? [];
      expect(change).toBeDefined();
      expect(texts[index]).toContain(withMarkNames(change?.condition ?? ""));
    }
    expect(texts.join()).not.toMatch(/\d%/);
    await lines.nth(1).getByRole("button").hover();
    await expect.poll(() => shown(page).allTextContents()).toEqual(["tomorrow"]);
    await expect.poll(() => why(page).getByText(/\d+%/).count()).toBe(0);
    await showNumbers(page);
    await conclusion(page, "Urgency").getByText(/\d+%/).first().waitFor();
    await why(page).getByRole("button", { name: "Hide the numbers" }).click();
    await conclusion(page, "Urgency").waitFor({ state: "detached" });
  });
});

describe("in the matrix", () => {
  test("BEY-13 W on a card explains the message its task was made from", async () => {
    const { page, made } = await openMatrix();
    await page.keyboard.press("w");
    await expect.poll(() => why(page).count()).toBe(0);
    await card(page, made.title).focus();
    await page.keyboard.press("w");

    await words(page).first().waitFor();
    await expect.poll(() => text(page).innerText()).toContain("signed lease");
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });
    await expect.poll(() => isFocused(card(page, made.title))).toBe(true);
  });

  test("BEY-13 a task added by hand says so, from card and dialog", async () => {
    const { page, byHand } = await openMatrix();
    await card(page, byHand.title).focus();
    await page.keyboard.press("w");
    await why(page).getByText("This task was added by hand.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keepPicture(page, "why-by-hand");
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });

    await card(page, byHand.title).click();
    await details(page).getByRole("button", { name: "Why?" }).click();
    await why(page).getByText("This task was added by hand.").waitFor();
    await page.keyboard.press("Escape");
    await details(page).getByLabel("Title").waitFor();
  });

  test("BEY-13 in the task's dialog W explains it, and is a letter while typing", async () => {
    const { page, made } = await openMatrix();
    await card(page, made.title).click();
    const title = details(page).getByLabel("Title");
    await title.fill("Send the lease no");
    await title.press("w");
    await expect.poll(() => title.inputValue()).toBe("Send the lease now");
    await expect.poll(() => why(page).count()).toBe(0);

    await keepPicture(page, "why-button-task");
    await details(page).getByRole("button", { name: "Why?" }).focus();
    await page.keyboard.press("w");
    await words(page).first().waitFor();
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });
    await expect.poll(() => title.inputValue()).toBe("Send the lease now");
  });

  test("BEY-13 BEY-14 a task that was moved shows that a person decided, and what the engine would say", async () => {
    const { page, person, made } = await openMatrix();
    await person.patch(`/api/tasks/${made.id}`, { urgency: "urgent", importance: "not_important" });
    await page.goto("/matrix");
    await card(page, made.title).focus();
    await page.keyboard.press("w");
    await showNumbers(page);
    await conclusion(page, "Importance").getByText("Someone on your team decided this").waitFor();
  });

  test("BEY-10 BEY-13 the help sheet names W on both screens", async () => {
    const { page } = await openMatrix();
    for (const path of ["/matrix", "/inbox"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.keyboard.press("?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.getByText("Why", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
    }
  });
});

/** The texts of the spans, in the order of the message: subject first, each span once. */
function inTextOrder(spans: { part: string; start: number; quote: string }[]): string[] {
  const once = new Map(spans.map((span) => [`${span.part} ${span.start}`, span]));
  return [...once.values()]
    .sort((one, other) => other.part.localeCompare(one.part) || one.start - other.start)
    .map(({ quote }) => quote);
}

test("BEY-13 has no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const person = await newPerson("Ana Berg");
  await importMails(person, [
    { ...lease, sentAt: new Date(Date.now() - 60_000) },
    {
      subject: "Fair",
      body: `${statement("the fair")}\n${"It rained. ".repeat(300)}`,
      sentAt: new Date(Date.now() - 120_000),
    },
  ]);
  const { page } = await openScreen("/inbox", { person, ...shownOn("desktop") });
  await rows(page).first().waitFor();
  const found: string[] = [];
  for (const name of ["task", "nothing"]) {
    await page.keyboard.press("j");
    await page.keyboard.press("w");
    await why(page).getByRole("list", { name: "In short" }).waitFor();
    found.push(...(await faultsOf(page, `why-short-${name}`, text(page))));
    await showNumbers(page);
    await conclusion(page, "Sentiment").waitFor();
    if (name === "task") await conclusion(page, "Urgency").getByRole("button").first().focus();
    found.push(...(await faultsOf(page, `why-${name}`, text(page))));
    await conclusion(page, "Sentiment").scrollIntoViewIfNeeded();
    await keepPicture(page, `why-end-${name}`);
    await page.keyboard.press("Escape");
    await why(page).waitFor({ state: "detached" });
  }
  expect(found).toEqual([]);
});
