import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import type { Correction } from "../../src/features/corrections/contract";
import type { Message } from "../../src/features/inbox/contract";
import type { Task } from "../../src/features/tasks/contract";
import { query } from "../../test/support/collecting";
import type { Person } from "../../test/support/person";
import { axeViolations, browserForTests } from "../support/browser";
import { chooseDensity, openInbox, row, rows } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import { asking, importMails, type SampleMail, statement } from "../support/sample-data";
import { expectToast, failCalls, toasts } from "../support/watching";

const browser = browserForTests();
const { openScreen, newPerson, expectErrors } = browser;

const banner = (page: Page): Locator => page.getByRole("region", { name: /similar messages? would change/ });
const toast = toasts;
const isFocused = async (locator: Locator) =>
  (await locator.and(locator.page().locator(":focus")).count()) === 1;

/** One issue of a newsletter: it asks for something, but nobody in particular. */
const issue = (number: number): SampleMail => ({
  from: "Harbour Weekly <editor@harbour.example>",
  subject: `Harbour Weekly ${number}`,
  body: `Please send us your photos of the harbour for issue ${number}.`,
  sentAt: new Date(Date.now() - number * 3_600_000),
});
const issues = [issue(1), issue(2), issue(3), issue(4)];
const lease: SampleMail = {
  subject: "Lease",
  body: asking("the signed lease"),
  sentAt: new Date(Date.now() - 9e6),
};
const fair: SampleMail = {
  subject: "Fair",
  body: statement("The fair"),
  sentAt: new Date(Date.now() - 95e5),
};

const tasksFound = async (person: Person) => {
  const { body } = await person.get<Message[]>(`/api/teams/${person.teamId}/messages`);
  return body.filter(({ aiAnalysis }) => aiAnalysis?.hasTask).map(({ subject }) => subject);
};
const correctionsOf = async (person: Person) =>
  (await person.get<{ corrections: Correction[] }>(`/api/teams/${person.teamId}/corrections`)).body
    .corrections;

describe("in the inbox", () => {
  test("BEY-10 BEY-14 X on a message that isn't a task says so, instead of nothing", async () => {
    const { page } = await openInbox(browser, [fair]);
    const message = row(page, "Fair");
    await message.focus();
    await page.keyboard.press("x");
    await expectToast(page, "This message isn't marked as a task");
    await expect.poll(() => isFocused(message)).toBe(true);
  });

  test("BEY-10 E on a resolved message and Shift+E on one that isn't say so, instead of nothing", async () => {
    const { page } = await openInbox(browser, [fair]);
    const message = row(page, "Fair");
    await message.focus();
    await page.keyboard.press("Shift+E");
    await expectToast(page, "This message isn't resolved");
    await page.keyboard.press("e");
    await expectToast(page, "Message Resolved");
    await page.keyboard.press("e");
    await expectToast(page, "This message is already resolved");
    await expect.poll(() => isFocused(message)).toBe(true);
  });

  test("BEY-10 BEY-14 T on a message that isn't analyzed yet says so, instead of nothing", async () => {
    const { page, person } = await openInbox(browser, [fair]);
    const { teamId } = person;
    const product = { databaseUrl: inject("productDatabase") };
    await query(product, "update messages set ai_analysis = null where team_id = $1", [teamId]);
    await page.reload();
    await row(page, "Fair").focus();
    await page.keyboard.press("t");
    await expectToast(page, "This message hasn't been analyzed yet");
    await expect.poll(() => isFocused(row(page, "Fair"))).toBe(true);
  });

  test("BEY-14 X says “not a task”, a banner asks about similar messages without taking the focus, applies it, and Z undoes it", async () => {
    const { page, person } = await openInbox(browser, [...issues, lease, fair]);
    const first = row(page, "for issue 1");
    await first.focus();
    await page.keyboard.press("x");

    await first.getByText("You decided: not a task").waitFor();
    await expect.poll(() => first.getByRole("button", { name: "Create Task" }).count()).toBe(0);
    await banner(page).getByText("3 similar messages would change").waitFor();
    await expect.poll(() => isFocused(first)).toBe(true);
    await page.keyboard.press("l");
    await expect.poll(() => isFocused(banner(page).getByRole("button", { name: "Apply" }))).toBe(true);
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await banner(page).getByRole("listitem").nth(2).waitFor();
    await expect
      .poll(() => banner(page).getByRole("listitem").allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringContaining("not a task, was a task")]));
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");

    await toast(page).getByText("3 similar messages changed.").waitFor();
    await row(page, "for issue 3").getByText("Learned from your team: not a task").waitFor();
    expect(await tasksFound(person)).toEqual(["Lease"]);
    await expect.poll(() => isFocused(first)).toBe(true);
    await expect.poll(() => banner(page).count()).toBe(0);

    await page.keyboard.press("z");
    await banner(page).getByText("3 similar messages would change").waitFor();
    expect(await tasksFound(person)).toHaveLength(4);
    await page.keyboard.press("z");
    await first.getByRole("button", { name: "Create Task" }).waitFor();
    await banner(page).waitFor({ state: "detached" });
    expect(await correctionsOf(person)).toEqual([]);
    expect(await tasksFound(person)).toHaveLength(5);
  });

  test("BEY-14 BEY-10 the banner leaves its room to the bar of chosen messages, and is back after them", async () => {
    const { page } = await openInbox(browser, [...issues, lease, fair]);
    await row(page, "for issue 1").focus();
    await page.keyboard.press("x");
    await banner(page).waitFor();
    await page.keyboard.press("Space");
    await page.getByRole("region", { name: "Chosen messages" }).waitFor();
    await banner(page).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await banner(page).waitFor();
  });

  test("BEY-14 a correction applies to later messages at once", async () => {
    const { page, person } = await openInbox(browser, [issue(2)]);
    await rows(page).first().focus();
    await page.keyboard.press("x");
    await rows(page).first().getByText("You decided: not a task").waitFor();
    // The screen shows it before the server has stored it.
    await expect.poll(() => correctionsOf(person)).toHaveLength(1);

    await importMails(person, [issue(1), lease]);

    await row(page, "for issue 1").getByText("Learned from your team: not a task").waitFor();
    await row(page, "the signed lease").getByRole("button", { name: "Create Task" }).waitFor();
  });

  test("BEY-14 priority and category are corrected by mouse and by keyboard, on the row and in the open message", async () => {
    const { page, person } = await openInbox(browser, [fair]);
    const only = rows(page).first();
    await only.getByRole("button", { name: "Correct" }).click();
    const menu = page.getByRole("menu", { name: "Correct" });
    await menu.getByRole("menuitem", { name: "High" }).click();
    await only.getByText("High priority").waitFor();
    await only.getByText("You decided: urgent, important").waitFor();

    await only.focus();
    await page.keyboard.press("t");
    await menu.waitFor();
    for (let step = 0; step < 8; step++) await page.keyboard.press("ArrowDown");
    const chosen = await page.locator(":focus").innerText();
    await page.keyboard.press("Enter");
    await only.getByText(`AI detected: ${chosen.toLowerCase()}`).waitFor();

    await only.getByRole("button", { name: "View Context" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("You decided").waitFor();
    await page.keyboard.press("t");
    await dialog.getByRole("menuitem", { name: "Billing" }).click();
    await dialog.getByText("AI detected: billing").waitFor();
    await dialog.getByRole("button", { name: "Correct" }).click();
    await dialog.getByRole("menuitem", { name: "It's a task" }).click();
    await dialog.getByText(/You decided: a task/).waitFor();
    await page.keyboard.press("Escape");
    await expect
      .poll(async () => (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body[0])
      .toMatchObject({ priority: "high", aiAnalysis: { category: "billing", hasTask: true } });
  });

  test("BEY-14 a key pressed right after T goes to its menu", async () => {
    const { page } = await openInbox(browser, [fair]);
    const only = rows(page).first();
    await only.focus();
    // Notes what has the focus at the moment the menu appears; a key pressed then goes there.
    await page.evaluate(`new MutationObserver(() => {
      if (document.querySelector("[role=menu]")) window.focusedFirst ??= document.activeElement.textContent;
    }).observe(document.body, { childList: true, subtree: true })`);
    await page.keyboard.press("t");
    await page.getByRole("menu", { name: "Correct" }).waitFor();
    expect(await page.evaluate("window.focusedFirst")).toBe("It's a task");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await only.getByText("You decided: not a task").waitFor();
  });

  test("BEY-10 T's menu opens at its button without asking elements around it for their style, and has keys of its own", async () => {
    const { page } = await openInbox(browser, [fair]);
    const only = rows(page).first();
    await only.focus();
    await page.evaluate(`(() => {
      const own = getComputedStyle;
      window.asked = 0;
      window.getComputedStyle = (...parts) => {
        window.asked += 1;
        return own(...parts);
      };
    })()`);
    await page.keyboard.press("t");
    const menu = page.getByRole("menu", { name: "Correct" });
    await menu.waitFor();
    expect(await page.evaluate("window.asked")).toBe(0);

    const button = only.getByRole("button", { name: "Correct" });
    const [at, around] = [await button.boundingBox(), await menu.boundingBox()];
    if (!at || !around) throw new Error("The menu or its button has no place");
    expect(around.x + around.width).toBeCloseTo(at.x + at.width, 0);
    expect(around.y - at.y - at.height).toBeCloseTo(8, 0);

    const focused = page.getByRole("menuitem").and(page.locator(":focus"));
    const press = async (key: string) => {
      await page.keyboard.press(key);
      return (await focused.innerText()).trim();
    };
    expect(await press("ArrowUp")).toBe(await press("End"));
    expect(await press("ArrowDown")).toBe("It's a task");
    expect(await press("Tab")).toBe("It's a task");
    expect(await press("h")).toBe("High");
    expect(await press("Home")).toBe("It's a task");
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await page.locator("[role=feed] [id^=message-]:focus").waitFor();
  });

  test("BEY-14 “Only this one” changes no other messages", async () => {
    const { page, person } = await openInbox(browser, [issue(1), issue(2)]);
    await rows(page).first().focus();
    await page.keyboard.press("x");
    await banner(page).getByText("1 similar message would change").waitFor();
    await banner(page).getByRole("button", { name: "Only this one" }).click();

    await toast(page).getByText("Applied to one message").waitFor();
    // It stays while the pointer is on it.
    await toast(page).hover();
    expect(await tasksFound(person)).toHaveLength(1);
    expect(await correctionsOf(person)).toMatchObject([{ answer: "declined" }]);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await banner(page).getByText("1 similar message would change").waitFor();
  });

  test("BEY-14 a colleague's open inbox updates, without the question", async () => {
    const { page, person } = await openInbox(browser, issues);
    const [message] = (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;
    await row(page, "for issue 1").getByRole("button", { name: "Create Task" }).waitFor();
    await person.post(`/api/messages/${message?.id}/correction`, { hasTask: false });

    await row(page, "for issue 1").getByText("You decided: not a task").waitFor();
  });

  test("BEY-14 a correction that the server rejects is reverted on screen, with the reason", async () => {
    const { page } = await openInbox(browser, [lease]);
    expectErrors(/500/);
    await failCalls(page, "POST", /\/correction$/);
    await rows(page).first().focus();
    await page.keyboard.press("x");
    await page.getByText("Failed to correct the message").waitFor();
    await rows(page).first().getByRole("button", { name: "Create Task" }).waitFor();
    await expect.poll(() => rows(page).first().getByText("You decided").count()).toBe(0);
  });
});

describe("in the matrix", () => {
  test("BEY-14 moving a card corrects its message: banner, apply, messages changed, and two undos revert everything", async () => {
    const person = await newPerson("Ana Berg");
    const messages = await importMails(person, issues);
    const [message] = messages;
    const before = message?.aiAnalysis;
    const { body: task } = await person.post<Task>(`/api/messages/${message?.id}/create-task`, {
      teamId: person.teamId,
    });
    const { page } = await openScreen("/matrix", { person });
    const card = page.locator('[role="button"][id^="task-"]').filter({ hasText: task.title });
    await card.focus();
    await page.keyboard.press("1");
    await page.keyboard.press(before?.urgency === "urgent" && before.importance === "important" ? "4" : "1");

    await banner(page).waitFor();
    await banner(page).getByRole("button", { name: "Apply" }).click();
    await toast(page).getByText("similar messages changed.").waitFor();
    const after = (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;
    const changed = after.filter(({ aiAnalysis }) => aiAnalysis?.fromCorrections?.length);
    expect(changed.length).toBeGreaterThan(1);
    await page.keyboard.press("z");
    await banner(page).waitFor();
    await page.keyboard.press("z");
    await banner(page).waitFor({ state: "detached" });
    const back = (await person.get<Message[]>(`/api/teams/${person.teamId}/messages`)).body;
    expect(back.map(({ aiAnalysis }) => aiAnalysis)).toEqual(messages.map(({ aiAnalysis }) => aiAnalysis));
  });
});

describe("in Settings", () => {
  const section = (page: Page): Locator => page.getByRole("region", { name: "Corrections" });

  test("BEY-14 corrections are listed with their effect, removed with what they changed, and restored", async () => {
    const person = await newPerson("Ana Berg");
    const [message] = await importMails(person, issues);
    await person.post(`/api/messages/${message?.id}/correction`, { hasTask: false });
    const [correction] = await correctionsOf(person);
    const path = `/api/teams/${person.teamId}/corrections/proposal`;
    await person.post(path, { correctionIds: [correction?.id], apply: true });
    const { page } = await openScreen("/settings/corrections", { person });

    const item = section(page).getByRole("listitem");
    await item.getByText("messages from editor@harbour.example like").waitFor();
    await item.getByText("changed 3 messages").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await item.getByRole("button", { name: /^Remove/ }).click();
    await section(page).getByText("Nothing yet.").waitFor();
    await toast(page).hover();
    await expect.poll(() => isFocused(section(page).getByRole("heading"))).toBe(true);
    expect(await tasksFound(person)).toHaveLength(4);
    await toast(page).getByRole("button", { name: "Undo" }).click();
    await item.getByText("changed 3 messages").waitFor();
    expect(await tasksFound(person)).toHaveLength(0);
  });

  test("BEY-14 the list says so when it can't be loaded, and shows more when there are many", async () => {
    const person = await newPerson("Ana Berg");
    const mails = Array.from({ length: 60 }, (_, index) => ({ ...fair, subject: `Fair number ${index}` }));
    await importMails(person, mails);
    for (const offset of [0, 50]) {
      const { body } = await person.get<Message[]>(`/api/teams/${person.teamId}/messages?offset=${offset}`);
      for (const { id } of body) await person.post(`/api/messages/${id}/correction`, { category: "social" });
    }
    const { page } = await openScreen("/settings/corrections", { person });
    await section(page).getByText("60", { exact: true }).waitFor();
    await expect.poll(() => section(page).getByRole("listitem").count()).toBe(50);
    await section(page).getByRole("button", { name: "Show more" }).click();
    await section(page).getByRole("listitem").nth(59).waitFor();

    expectErrors(/500/);
    await failCalls(page, "GET", /\/corrections\?/);
    await page.reload();
    await section(page).getByText("Couldn't load the corrections").waitFor();
  });
});

test("BEY-14 the question, the menus and the list have no accessibility violations and no sideways scroll on any device, in both themes", async () => {
  const person = await newPerson("Ana Berg");
  const messages = await importMails(person, [...issues, lease, fair]);
  const opened = messages.find(({ subject }) => subject?.startsWith("Harbour"));
  await person.post(`/api/messages/${opened?.id}/correction`, { hasTask: false, category: "bulk" });
  const { page } = await openScreen("/inbox", { person, ...shownOn("desktop") });
  await chooseDensity(page, "comfortable");
  const found: string[] = [];
  const faults = async (name: string, shown: Locator, reopen?: () => Promise<void>) =>
    void found.push(...(await faultsOf(page, `correction-${name}`, shown, reopen)));
  await banner(page).getByRole("button", { name: "Show" }).click();
  await faults("banner", banner(page).getByRole("listitem"));
  const correct = row(page, "the signed lease").getByRole("button", { name: "Correct" });
  await faults("menu", page.getByRole("menu"), () => correct.click());
  await page.keyboard.press("Escape");
  await row(page, "for issue 2").focus();
  await page.keyboard.press("w");
  const why = page.getByRole("dialog", { name: "Why", exact: true });
  await why.getByRole("button", { name: "Show the numbers" }).click();
  await faults("why", why.getByText("Without your team's corrections"));
  await page.keyboard.press("Escape");
  await why.waitFor({ state: "detached" });
  await row(page, "for issue 2").focus();
  await page.keyboard.press("Enter");
  const inDialog = page.getByRole("dialog").getByRole("button", { name: "Correct" });
  await faults("dialog", page.getByRole("menu"), () => inDialog.click());
  await page.goto("/matrix");
  await faults("matrix", banner(page));
  await page.goto("/settings/corrections");
  const section = page.getByRole("region", { name: "Corrections" });
  await section.getByRole("listitem").first().waitFor();
  await section.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await faults("settings", section.getByRole("listitem"));
  expect(found).toEqual([]);
});
