import { describe, expect, test } from "vitest";
import type { Message } from "../../src/features/inbox/contract";
import type { Person } from "../../test/support/person";
import { browserForTests, widths } from "../support/browser";
import { chooseDensity, densities, minute, openInbox, row, rows } from "../support/inbox-page";
import { asking, importMails, statement } from "../support/sample-data";
import { swipesOn } from "../support/swipes";
import {
  callsOf,
  changeAnswers,
  expectToast,
  failCalls,
  type SentCall,
  watchCalls,
} from "../support/watching";

const browser = browserForTests();
const { expectErrors } = browser;

const patches = (sent: SentCall[]): SentCall[] => callsOf(sent, "PATCH", /^\/api\/messages\//);

const counts = ({ teamId }: Person): string => `/api/teams/${teamId}/messages/counts`;

test("INB-8 messages that are resolved faster than the server answers don't come back with the next page", async () => {
  const mails = Array.from({ length: 60 }, (_, index) => ({
    subject: `Report ${index}`,
    body: asking(`report number ${index}`),
    sentAt: new Date(Date.now() - (index + 1) * minute),
  }));
  const { page, sent } = await openInbox(browser, mails);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/messages\/[^/]+$/, async (route) => {
    await held;
    await route.fallback();
  });
  const left = (count: number) => page.getByRole("button", { name: `Requires Action ${count}` });
  await left(60).click();
  await row(page, "report number 0").waitFor();
  await page.keyboard.press("j");
  for (let count = 59; count >= 15; count--) {
    await page.keyboard.press("e");
    await left(count).waitFor();
  }
  expect(callsOf(sent, "GET", /view=requires_action.*offset=[1-9]/)).toEqual([]);

  release();
  await page.locator('article[aria-setsize="15"]', { hasText: "report number 45" }).waitFor();
  await page.keyboard.press("e");
  await left(14).waitFor();
  await expect.poll(() => rows(page).first().innerText()).toContain("report number 46");
});

describe.each(densities)("creating tasks, %s", (density) => {
  test("INB-3 Create Task is offered while a message is new and has a task, and says Task Created", async () => {
    const { page, person, messages, sent } = await openInbox(
      browser,
      [
        { subject: "Report", body: asking("the report") },
        { subject: "Fair", body: statement("the fair") },
      ],
      density,
    );
    expect(messages.find(({ content }) => content.includes("fair"))?.aiAnalysis?.hasTask).toBe(false);
    await expect
      .poll(() => row(page, "the fair").getByRole("button", { name: "Create Task" }).count())
      .toBe(0);
    const message = messages.find(({ content }) => content.includes("report"));
    await row(page, "the report").getByRole("button", { name: "Create Task" }).click();

    await expectToast(page, "Task Created", "Task has been created successfully from the message.");
    expect(callsOf(sent, "POST", /create-task$/)).toEqual([
      { method: "POST", path: `/api/messages/${message?.id}/create-task`, body: { teamId: person.teamId } },
    ]);
    await row(page, "the report").getByText("Task created").waitFor();
    await expect
      .poll(() => row(page, "the report").getByRole("button", { name: "Create Task" }).count())
      .toBe(0);
    await page.getByRole("button", { name: "Open task" }).click();
    const dialog = page.getByRole("dialog", { name: "Task details" });
    await expect.poll(() => dialog.getByLabel("Title").inputValue()).toBe(message?.aiAnalysis?.taskTitle);
  });

  test("INB-3 two quick taps on Create Task create one task and don't open anything", async () => {
    const { page, sent } = await openInbox(
      browser,
      [{ subject: "Report", body: asking("the report") }],
      density,
    );
    await page.getByRole("button", { name: "Create Task" }).dblclick();
    await expectToast(page, "Task Created");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(callsOf(sent, "POST", /create-task$/).length).toBe(1);
  });

  test("KEY-1 the keys 1 to 4 and Create Task ask before a private message becomes a team task", async () => {
    const { page, person, messages } = await openInbox(
      browser,
      [{ subject: "Report", body: asking("the report") }],
      density,
    );
    await changeAnswers<Message[]>(page, /\/messages\?/, (all) =>
      all.map((message) => ({ ...message, onlyMe: true })),
    );
    await page.reload();
    const sent = watchCalls(page);
    await row(page, "the report").focus();
    const question = page.getByRole("dialog", { name: "Make a task of a private message?" });
    await page.keyboard.press("2");
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await row(page, "the report").getByRole("button", { name: "Create Task" }).click();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(callsOf(sent, "POST", /create-task$/)).toEqual([]);

    await page.keyboard.press("2");
    await question.getByText("to everyone in your team").waitFor();
    await question.getByRole("button", { name: "Create Task" }).click();
    await expectToast(page, "Task Created");
    const axes = { urgency: "not_urgent", importance: "important" };
    expect(callsOf(sent, "POST", /create-task$/)).toEqual([
      {
        method: "POST",
        path: `/api/messages/${messages[0]?.id}/create-task`,
        body: { teamId: person.teamId, ...axes },
      },
    ]);
  });

  test("INB-3 a failure says Failed to create task from message. and offers it again", async () => {
    expectErrors(/500/);
    const { page } = await openInbox(browser, [{ subject: "Report", body: asking("the report") }], density);
    await failCalls(page, "POST", /create-task$/);
    await page.getByRole("button", { name: "Create Task" }).click();

    await expectToast(page, "Error", "Failed to create task from message.");
    await page.getByRole("button", { name: "Create Task" }).waitFor();
  });
});

describe.each(densities)("resolving, %s", (density) => {
  test("INB-4 Mark Resolved sends only the status", async () => {
    const { page, messages, sent } = await openInbox(
      browser,
      [{ subject: "Report", body: asking("the report") }],
      density,
    );
    await page.getByRole("button", { name: "Mark Resolved" }).click();

    await row(page, "the report").getByText("Resolved").waitFor();
    await expect
      .poll(() => patches(sent))
      .toEqual([{ method: "PATCH", path: `/api/messages/${messages[0]?.id}`, body: { status: "resolved" } }]);
    await expect.poll(() => page.getByRole("button", { name: "Mark Resolved" }).count()).toBe(0);
    await page.getByRole("button", { name: /^Resolved/ }).click();
    await row(page, "the report").waitFor();
  });

  test("INB-4 a failure says Failed to update message status. and the message stays", async () => {
    expectErrors(/500/);
    const { page } = await openInbox(browser, [{ subject: "Report", body: asking("the report") }], density);
    const works = await failCalls(page, "PATCH", /\/api\/messages\//);
    await page.getByRole("button", { name: "Mark Resolved" }).click();

    await expectToast(page, "Error", "Failed to update message status.");
    await page.getByRole("button", { name: "Mark Resolved" }).waitFor();

    // Only if the server takes no more calls for now, the toast says until when.
    await works();
    expectErrors(/429/);
    const message = "You may make 600 calls a minute. Try again in 20 seconds.";
    await failCalls(page, "PATCH", /\/api\/messages\//, { status: 429, message });
    await page.getByRole("button", { name: "Mark Resolved" }).click();
    await expectToast(page, "Error", `Failed to update message status. ${message}`);
  });
});

test.each(densities)(
  "INB-4 on a phone a swipe to the right resolves, another one reopens, %s",
  async (density) => {
    const person = await browser.newPerson("Ana Berg");
    await importMails(person, [{ subject: "Report", body: asking("the report") }]);
    const { page } = await browser.openScreen("/inbox", {
      person,
      viewport: { width: widths.phone, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await chooseDensity(page, density);
    const sent = watchCalls(page);
    const report = row(page, "the report");
    await report.waitFor();
    const swipe = await swipesOn(page, report);
    await swipe(60, 0);
    expect(patches(sent)).toEqual([]);
    await swipe(160, 4);
    await report.getByText("Resolved").waitFor();
    await swipe(160, 4);
    await expect
      .poll(() => patches(sent).map(({ body }) => body))
      .toEqual([{ status: "resolved" }, { status: "new" }]);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  },
);

describe("context", () => {
  test("INB-5 View Context shows the complete message with its conversation, and its task", async () => {
    const conversation = ["References: <the-lease@example.org>"];
    const { page } = await openInbox(browser, [
      {
        subject: "Lease",
        body: `${asking("the lease")}\n\n${"There is more to say. ".repeat(20)}The very end.`,
        headers: conversation,
      },
      {
        from: "Cy Ode <cy@example.org>",
        subject: "Re: Lease",
        body: statement("the visit"),
        headers: conversation,
        sentAt: new Date(Date.now() - 120 * minute),
      },
      { subject: "Lunch", body: statement("lunch with the landlord") },
    ]);
    await row(page, "the lease").getByRole("button", { name: "Create Task" }).click();
    await expectToast(page, "Task Created");
    await row(page, "the lease").getByRole("button", { name: "View Context" }).click();
    const dialog = page.getByRole("dialog");

    await dialog.getByText("The very end.").waitFor();
    const others = dialog.getByRole("region", { name: "Conversation" }).getByRole("listitem");
    await expect.poll(() => others.count()).toBe(2);
    await expect.poll(() => others.nth(0).innerText()).toMatch(/Cy Ode[\s\S]*2 hours ago[\s\S]*the visit/);
    await expect.poll(() => others.nth(1).innerText()).toBe("This message, Just now");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy a reply draft" }).click();
    await expectToast(page, "Reply draft copied");
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toMatch(/^Hi [\s\S]*“[^”]*the lease[^”]*”:\nI'll do it/);
    // What else relates says why; a press leads there, and Back leads here again.
    const around = dialog.getByRole("region", { name: "Related", exact: true });
    await around.getByRole("button", { name: /Lunch.*Also from Bo Lind/s }).click();
    await dialog.getByText("lunch with the landlord went well").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await dialog.getByRole("region", { name: "Related tasks" }).getByRole("button").click();
    await page.getByRole("dialog", { name: "Task details" }).getByLabel("Title").waitFor();
  });

  test("BEY-1 the dialog shows the words a conclusion comes from, marked in the message", async () => {
    const { page, messages } = await openInbox(browser, [{ subject: "Report", body: asking("the report") }]);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");

    const quote = messages[0]?.aiAnalysis?.evidence.task?.[0]?.quote.trim().replace(/\s+/g, " ") ?? "";
    expect(quote).toContain("send me the report");
    await dialog.locator("mark").first().waitFor();
    await expect
      .poll(async () => (await dialog.locator("mark").allInnerTexts()).join("").replace(/\s+/g, " "))
      .toContain(quote);
    await page.keyboard.press("e");
    await dialog.getByText("Resolved").waitFor();
  });
});

describe("the keyboard alone", () => {
  test("BEY-10 Z undoes a change that hasn't reached the server yet, not an earlier one", async () => {
    const { page, person, sent } = await openInbox(browser, [
      { subject: "Report", body: asking("the report") },
      { subject: "Plan", body: asking("the plan"), sentAt: new Date(Date.now() - minute) },
    ]);
    await row(page, "the plan").getByRole("button", { name: "Mark Resolved" }).click();
    await row(page, "the plan").getByText("Resolved").waitFor();
    await expect
      .poll(async () => (await person.get<{ resolved: number }>(counts(person))).body.resolved)
      .toBe(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/api\/messages\//, async (route) => {
      await held;
      await route.continue();
    });
    await row(page, "the report").focus();
    await page.keyboard.press("e");
    await row(page, "the report").getByText("Resolved").waitFor();
    await page.keyboard.press("z");
    await expect.poll(() => patches(sent).length).toBe(2);
    expect(callsOf(sent, "POST", /undo$/)).toEqual([]);
    release();

    await expectToast(page, "Undone");
    await row(page, "the report").getByRole("button", { name: "Mark Resolved" }).waitFor();
    await row(page, "the plan").getByText("Resolved").waitFor();
  });

  test("BEY-10 new rows after the last one are selected in its place", async () => {
    const { page, person } = await openInbox(browser, [
      { subject: "Report", body: asking("the report") },
      { subject: "Lease", body: asking("the lease") },
    ]);
    let shown: "first" | "none" | "all" = "first";
    await changeAnswers<Message[]>(page, /\/messages\?/, (all) =>
      all.slice(0, { first: 1, none: 0, all: 50 }[shown]),
    );
    await page.reload();
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    await page.keyboard.press("j");
    shown = "none";
    await page.keyboard.press("e");
    await page.getByText("No messages require action at the moment.", { exact: true }).waitFor();

    shown = "all";
    // Several, because a single one would be fetched without the list.
    await importMails(person, [
      { subject: "Quote", body: asking("the quote") },
      { subject: "Offer", body: asking("the offer") },
    ]);
    await expect.poll(() => page.getByRole("article").count()).toBe(3);
    await page.locator("article[aria-current=true]").waitFor();
    await page.keyboard.press("e");
    await expect.poll(() => page.getByRole("article").count()).toBe(2);
  });

  test("INB-3 BEY-10 the key that makes a task goes on to the next message, also from one that stays for its high priority", async () => {
    const { page } = await openInbox(browser, [
      { subject: "First", body: asking("report 1", "by tomorrow, it is urgent"), sentAt: new Date() },
      { subject: "Second", body: asking("report 2"), sentAt: new Date(Date.now() - minute) },
      { subject: "Fair", body: statement("the fair"), sentAt: new Date(Date.now() - 2 * minute) },
    ]);
    await page.getByRole("button", { name: /^Requires Action/ }).click();
    await page.waitForURL(/view=requires_action/);
    await row(page, "report 1").getByText("High").waitFor();
    const selected = page.locator("article[aria-current=true]");
    await page.keyboard.press("j");
    await expect.poll(() => selected.innerText()).toContain("report 1");
    await page.keyboard.press("2");
    await row(page, "report 1").getByText("Task created").waitFor();
    await expect.poll(() => selected.innerText()).toContain("report 2");

    // Without a title of the engine, its task takes the subject, and screen readers say that.
    await page.getByRole("button", { name: /^All Messages/ }).click();
    await row(page, "the fair").click();
    await page.keyboard.press("3");
    await row(page, "the fair").getByText("Task created").waitFor();
    await expect.poll(() => page.locator("[data-announcer]").innerText()).toBe("Task in Delegate: “Fair”");
  });

  test("INB-1 BEY-10 a person empties Requires Action with J, K, E, 1 to 4 and Z", async () => {
    const mails = Array.from({ length: 20 }, (_, index) => ({
      subject: `Report ${index + 1}`,
      body: asking(
        `report ${index + 1}`,
        index % 10 === 9 ? "by tomorrow, it is urgent" : "when you have time",
      ),
      sentAt: new Date(Date.now() - index * minute),
    }));
    const { page, person, sent } = await openInbox(browser, [
      ...mails,
      { subject: "Fair", body: statement("the fair") },
    ]);
    const chosen = page.getByRole("button", { name: /^Requires Action/ });
    await chosen.focus();
    await page.keyboard.press("Enter");
    const left = async () => Number((await chosen.innerText()).replace(/\D/g, ""));
    const selected = page.locator("article[aria-current=true]");
    await page.locator('article[aria-setsize="20"]').first().waitFor();

    for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
    await expect.poll(() => selected.innerText()).toMatch(/report 1 when/);
    await page.keyboard.press("e");
    await expect.poll(left).toBe(19);
    await page.keyboard.press("z");
    await expect.poll(left).toBe(20);
    const keys = ["1", "2", "3", "4"];
    while ((await left()) > 0) {
      const before = await left();
      // A message with high priority requires action until it is resolved.
      const high = (await selected.innerText()).includes("High");
      await page.keyboard.press(high ? "e" : (keys[before % 4] as string));
      await expect.poll(left).toBe(before - 1);
    }

    await page.getByText("No messages require action at the moment.", { exact: true }).waitFor();
    await expect.poll(() => callsOf(sent, "POST", /create-task$/).length).toBe(18);
    await expect
      .poll(() => patches(sent).map(({ body }) => body))
      .toEqual(Array(3).fill({ status: "resolved" }));
    // The screen shows it as done before the server answers.
    const tasks = async (): Promise<number[]> => {
      const path = `/api/teams/${person.teamId}/tasks/counts`;
      return Object.values((await person.get<Record<string, number>>(path)).body);
    };
    await expect.poll(async () => (await tasks()).reduce((sum, count) => sum + count)).toBe(18);
    await expect.poll(async () => Math.min(...(await tasks()))).toBeGreaterThanOrEqual(4);
  });
});
