import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import type { Task } from "../../src/features/tasks/contract";
import { query } from "../../test/support/collecting";
import { browserForTests, widths } from "../support/browser";
import { minute, openInbox, row, rows } from "../support/inbox-page";
import { faultsOf, shownOn } from "../support/looks";
import { asking, importMails } from "../support/sample-data";
import { join } from "../support/team-people";
import { callsOf, expectToast, holdCalls, watchCalls } from "../support/watching";

const browser = browserForTests();
const { openScreen, newPerson } = browser;

const people = ["Bo Lind <bo@example.org>", "Cy Dahl <cy@example.org>"] as const;

/** Mails that ask for something, the first the newest, by two people in turn. */
const mails = (amount: number) =>
  Array.from({ length: amount }, (_, n) => ({
    from: people[n % 2] as string,
    subject: `Report ${n}`,
    body: asking(`report ${n}`),
    sentAt: new Date(Date.now() - (n + 1) * minute),
  }));

const bar = (page: Page) => page.getByRole("region", { name: "Chosen messages" });
const view = (page: Page, name: string, count: number) =>
  page.getByRole("button", { name: `${name} ${count}`, exact: true });

interface WithBox {
  offsetTop: number;
  getBoundingClientRect(): { right: number };
}

describe("many messages at once", () => {
  test("INB-4 BEY-10 all that a filter matches are resolved at once, beyond the loaded page, and undone in one step", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, mails(60));
    const { page } = await openScreen("/inbox?view=requires_action", { person, ...shownOn("desktop") });
    await rows(page).first().waitFor();
    const sent = watchCalls(page);
    await page.keyboard.press("Control+a");
    await bar(page).getByText("60 chosen").waitFor();
    expect(await faultsOf(page, "inbox-bulk", bar(page))).toEqual([]);

    await bar(page).getByRole("button", { name: "Resolve all 60" }).click();
    await expectToast(page, "Resolved 60 messages");
    await page.getByText("You're done: 60 of 60.").waitFor();
    await page.getByText("No messages require action at the moment.").waitFor();
    expect(callsOf(sent, "POST", /\/messages\/resolve$/)).toHaveLength(1);
    expect(await faultsOf(page, "inbox-done", page.getByText("You're done: 60 of 60."))).toEqual([]);

    await page.keyboard.press("z");
    await view(page, "Requires Action", 60).waitFor();
    await rows(page).first().waitFor();
  });

  test("INB-4 BEY-10 everything that the list shows is resolved without choosing it, after a question, and undone in one step", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, mails(60));
    const { page } = await openScreen("/inbox?view=requires_action", { person, ...shownOn("desktop") });
    const all = page.getByRole("button", { name: "Resolve all 60" });
    await all.click();
    const question = page.getByRole("dialog", { name: "Resolve all 60?" });
    await question.getByText(/^All 60 messages that this list shows/).waitFor();
    expect(await faultsOf(page, "inbox-resolve-all", question)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await view(page, "Requires Action", 60).waitFor();

    await all.click();
    await question.getByRole("button", { name: "Resolve all 60" }).click();
    await expectToast(page, "Resolved 60 messages");
    await page.getByText("You're done: 60 of 60.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Resolve all/ }).count()).toBe(0);
    await page.keyboard.press("z");
    await all.waitFor();

    await page.goto("/inbox?view=requires_action&senderWords=lind");
    await page.getByRole("button", { name: "Resolve all 30" }).waitFor();
    await rows(page).first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await bar(page).getByText("1 chosen").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Resolve all 30" }).count()).toBe(0);
    await view(page, "All Messages", 30).click();
    await expect.poll(() => page.getByRole("button", { name: /^Resolve all/ }).count()).toBe(0);
  });

  test("BEY-10 Space chooses, Shift+J extends, Escape lets go, and progress is counted", async () => {
    const { page } = await openInbox(browser, mails(5), "compact");
    await view(page, "Requires Action", 5).click();
    await page.waitForURL(/view=requires_action/);
    await rows(page).first().waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press(" ");
    await bar(page).getByText("1 chosen").waitFor();
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Shift+J");
    await bar(page).getByText("3 chosen").waitFor();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });

    await row(page, "Report 0").hover();
    await row(page, "Report 0").getByRole("button", { name: "Choose" }).click();
    await row(page, "Report 1").hover();
    await row(page, "Report 1").getByRole("button", { name: "Choose" }).click();
    await bar(page).getByRole("button", { name: "Resolve 2" }).click();
    await page.getByText("2 of 5").waitFor();
    await view(page, "Requires Action", 3).waitFor();
  });

  test("BEY-10 E and H on chosen messages that are resolved say so, instead of nothing", async () => {
    const { page } = await openInbox(browser, mails(2), "compact");
    await rows(page).first().focus();
    await page.keyboard.press("e");
    await view(page, "Resolved", 1).click();
    await page.waitForURL(/view=resolved/);
    await row(page, "Report 0").waitFor();
    for (const key of ["e", "h"]) {
      await page.keyboard.press("j");
      await page.keyboard.press(" ");
      await bar(page).getByText("1 chosen").waitFor();
      await page.keyboard.press(key);
      await expectToast(page, "This message is already resolved");
      await page.keyboard.press("Escape");
      await bar(page).waitFor({ state: "detached" });
    }
  });

  test.each(["phone", "desktop"] as const)(
    "BEY-10 the bar of chosen messages takes two lines of the list at most, on a %s",
    async (device) => {
      const person = await newPerson("Ana Berg");
      await importMails(person, mails(5));
      const { page } = await openScreen("/inbox?view=requires_action", { person, ...shownOn(device) });
      await rows(page).first().waitFor();
      await page.keyboard.press("j");
      await page.keyboard.press("Space");
      await bar(page).getByRole("button", { name: "Mute sender" }).waitFor();
      const tops = () =>
        bar(page)
          .getByRole("button")
          .evaluateAll((buttons) => buttons.map((button) => (button as unknown as WithBox).offsetTop));
      await expect.poll(async () => new Set(await tops()).size).toBeLessThanOrEqual(2);
    },
  );

  test("INB-4 BEY-10 E resolves the chosen messages together, and what leaves by itself is no longer chosen", async () => {
    const { page, sent } = await openInbox(browser, mails(5), "compact");
    await view(page, "Requires Action", 5).click();
    await page.waitForURL(/view=requires_action/);
    await rows(page).first().waitFor();
    for (const key of ["j", " ", "Shift+J", "Shift+J", "Shift+J"]) await page.keyboard.press(key);
    await bar(page).getByText("4 chosen").waitFor();
    const resolved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await row(page, "Report 1").hover();
    await row(page, "Report 1").getByRole("button", { name: "Mark Resolved" }).click();
    await bar(page).getByText("3 chosen").waitFor();
    // So that Z finds the one before the three.
    await resolved;

    await page.keyboard.press("e");
    await expectToast(page, "Resolved 3 messages");
    await bar(page).waitFor({ state: "detached" });
    await view(page, "Requires Action", 1).waitFor();
    expect(callsOf(sent, "POST", /\/messages\/resolve$/)).toHaveLength(1);
    await page.keyboard.press("z");
    await view(page, "Requires Action", 4).waitFor();
  });

  test("INB-3 BEY-10 BEY-11 H, X and a quadrant's key change all that are chosen, each undone in one step, and the bar does the same", async () => {
    const { page, person, sent } = await openInbox(browser, mails(5), "compact");
    await view(page, "Requires Action", 5).click();
    await page.waitForURL(/view=requires_action/);
    await rows(page).first().waitFor();
    const chooseAll = async () => {
      await page.keyboard.press("Control+a");
      await bar(page).getByText("5 chosen").waitFor();
    };
    const undo = async () => {
      await bar(page).waitFor({ state: "detached" });
      await view(page, "Requires Action", 0).waitFor();
      await page.keyboard.press("z");
      await view(page, "Requires Action", 5).waitFor();
      await rows(page).first().waitFor();
    };
    await chooseAll();
    await page.keyboard.press("h");
    const until = page.getByRole("dialog", { name: "Snooze until" });
    await until.getByRole("button", { name: /^Tomorrow/ }).click();
    await expectToast(page, "Snoozed 5 messages");
    await undo();

    await chooseAll();
    await page.keyboard.press("x");
    await expectToast(page, "Marked 5 messages as not a task");
    await undo();

    await chooseAll();
    await page.keyboard.press("2");
    await expectToast(page, "Created 5 tasks");
    const tasks = () => person.get<Task[]>(`/api/teams/${person.teamId}/tasks`);
    const schedule = { urgency: "not_urgent", importance: "important" };
    expect((await tasks()).body).toMatchObject(Array(5).fill(schedule));
    await undo();
    expect((await tasks()).body).toEqual([]);

    await chooseAll();
    await bar(page).getByRole("button", { name: "Create tasks" }).click();
    await page.getByRole("menuitem", { name: "Delegate" }).click();
    await expectToast(page, "Created 5 tasks");
    await undo();
    expect(callsOf(sent, "POST", /\/messages\/(snooze|dismiss|create-tasks)$/)).toHaveLength(4);
  });

  test("INB-3 BEY-10 when all that match become tasks, private messages that aren't loaded are asked for", async () => {
    const [person, colleague] = [await newPerson("Ana Berg"), await newPerson("Bo Lind")];
    await join(person, colleague);
    await importMails(person, mails(60));
    // The oldest three are on the second page.
    await query(
      { databaseUrl: inject("productDatabase") },
      `update messages set visible_to = $1 where id in (
         select id from messages where team_id = $2 order by created_at limit 3)`,
      [person.user.id, person.teamId],
    );
    const seenByColleague = async () =>
      (await colleague.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=100`)).body.length;
    const { page } = await openScreen("/inbox?view=requires_action", { person, ...shownOn("desktop") });
    await rows(page).first().waitFor();
    const question = page.getByRole("dialog", { name: "Make tasks of private messages too?" });
    const press1 = async () => {
      await page.keyboard.press("Control+a");
      await bar(page).getByText("60 chosen").waitFor();
      await page.keyboard.press("1");
      await question.getByText("3 messages that only you see were left out.").waitFor();
      // The question covers it.
      await page.getByText("Created 57 tasks").waitFor();
      expect(await seenByColleague()).toBe(57);
    };
    await press1();
    expect(await faultsOf(page, "inbox-bulk-private", question)).toEqual([]);
    await question.getByRole("button", { name: "Cancel" }).click();
    await bar(page).waitFor({ state: "detached" });
    await view(page, "Requires Action", 3).waitFor();
    await page.keyboard.press("z");
    await view(page, "Requires Action", 60).waitFor();
    await rows(page).nth(9).waitFor();

    await press1();
    await question.getByRole("button", { name: "Create tasks" }).click();
    await expectToast(page, "Created 3 tasks");
    await view(page, "Requires Action", 0).waitFor();
    expect(await seenByColleague()).toBe(60);
  });

  test("INB-4 BEY-10 after many are resolved, the next message is selected and on screen, also when undo brings them back", async () => {
    const { page } = await openInbox(browser, mails(45), "compact");
    await view(page, "Requires Action", 45).click();
    await page.waitForURL(/view=requires_action/);
    await rows(page).first().waitFor();
    const selected = page.locator("article[data-selected]");
    const onScreen = async () => {
      const [own, all] = [
        await selected.boundingBox(),
        await page.getByRole("feed").locator("..").boundingBox(),
      ];
      return own && all ? own.y >= all.y && own.y + own.height <= all.y + all.height : false;
    };
    for (const key of ["j", " ", ...Array(29).fill("Shift+J")]) await page.keyboard.press(key);
    await bar(page).getByText("30 chosen").waitFor();
    await page.keyboard.press("e");
    await view(page, "Requires Action", 15).waitFor();
    await expect.poll(() => selected.innerText()).toContain("report 30");
    await expect.poll(onScreen).toBe(true);

    await page.keyboard.press("z");
    await view(page, "Requires Action", 45).waitFor();
    // The list follows its number; keys pressed in between would act on the shorter one.
    await expect.poll(() => selected.getAttribute("aria-posinset")).toBe("31");
    await expect.poll(onScreen).toBe(true);
    for (const key of Array(5).fill("k")) await page.keyboard.press(key);
    for (let done = 1; done <= 8; done++) {
      await page.keyboard.press("e");
      await view(page, "Requires Action", 45 - done).waitFor();
      await expect.poll(onScreen).toBe(true);
    }
  });

  test("INB-4 BEY-10 a key that is pressed before the number of all is known waits for it, and a choice of which nothing is left ends", async () => {
    const { page, person, messages } = await openInbox(browser, mails(5), "compact");
    await view(page, "Requires Action", 5).click();
    await page.waitForURL(/view=requires_action/);
    await rows(page).first().waitFor();
    const counts = await holdCalls(page, /\/messages\/counts\?.*sender=/);
    const chooseSender = async (subject: string) => {
      await row(page, subject).hover();
      await row(page, subject).getByRole("button", { name: "Choose" }).click();
      await bar(page).getByRole("button", { name: "All from this sender" }).click();
    };
    await chooseSender("Report 1");
    await bar(page).getByText("All chosen from Cy Dahl").waitFor();
    await page.keyboard.press("e");
    // The bar follows a frame later, and once more when it has taken a key.
    for (let count = 0; count < 3; count++)
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    counts.release();
    await expectToast(page, "Resolved 2 messages");
    await bar(page).waitFor({ state: "detached" });

    await chooseSender("Report 2");
    await bar(page).getByText("3 chosen from Bo Lind").waitFor();
    const ids = messages.map(({ id }) => id);
    await person.post(`/api/teams/${person.teamId}/messages/resolve`, { ids });
    await bar(page).waitFor({ state: "detached" });
  });

  test("INB-1 all from one sender are chosen, and a muted sender leaves Requires Action until Settings lists them no more", async () => {
    const { page } = await openInbox(browser, mails(5), "compact");
    await view(page, "Requires Action", 5).click();
    const choose = async () => {
      await row(page, "Report 1").hover();
      await row(page, "Report 1").getByRole("button", { name: "Choose" }).click();
    };
    await choose();
    await bar(page).getByRole("button", { name: "All from this sender" }).click();
    await bar(page).getByText("2 chosen from Cy Dahl").waitFor();
    await page.keyboard.press("Escape");

    await choose();
    await bar(page).getByRole("button", { name: "Mute sender" }).click();
    await expectToast(page, "Muted Cy Dahl");
    await view(page, "Requires Action", 3).waitFor();
    await view(page, "All Messages", 5).waitFor();

    await page.goto("/settings/inbox");
    const muted = page.getByRole("list", { name: "Muted senders" });
    await muted.getByText("cy@example.org").waitFor();
    await muted.getByRole("button", { name: "Unmute Cy Dahl" }).click();
    await page.getByText("You haven't muted anyone.").waitFor();
    await page.goto("/inbox");
    await view(page, "Requires Action", 5).waitFor();
  });
});

describe("filters", () => {
  test("INB-1 narrow the list from the address, and are saved under a name", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, mails(4));
    const { page } = await openScreen("/inbox?sender=bo%40example.org", { person, ...shownOn("desktop") });
    await row(page, "Report 0").waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await view(page, "All Messages", 2).waitFor();

    await page.getByRole("button", { name: "Filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByLabel("Order").selectOption("oldest");
    await dialog.getByLabel("Name of the filter").fill("From Bo");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByRole("button", { name: "From Bo", exact: true }).waitFor();
    expect(await faultsOf(page, "inbox-filters", dialog)).toEqual([]);
    await dialog.getByRole("button", { name: "Clear filters" }).click();
    await view(page, "All Messages", 4).waitFor();

    await page.getByRole("button", { name: "Filters" }).click();
    await dialog.getByRole("button", { name: "From Bo", exact: true }).click();
    await page.waitForURL(/sender=bo%40example\.org&sort=oldest$/);
    await expect.poll(() => rows(page).first().innerText()).toContain("Report 2");
    await page.getByRole("button", { name: "Remove filter: From bo@example.org" }).click();
    await view(page, "All Messages", 4).waitFor();
  });

  test("INB-1 a part of a sender's name or address filters, also in other capitals", async () => {
    const { page } = await openInbox(browser, mails(5), "compact");
    await page.getByRole("button", { name: "Filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByLabel("Sender").fill("LIND");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows(page).count()).toBe(3);
    await view(page, "All Messages", 3).waitFor();
    await page.reload();
    await view(page, "All Messages", 3).waitFor();
    await row(page, "Report 4").hover();
    await row(page, "Report 4").getByRole("button", { name: "Mark Resolved" }).click();
    await view(page, "Resolved", 1).waitFor();

    await page.getByRole("button", { name: "Filters" }).click();
    await dialog.getByLabel("Sender").fill("cy@");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByRole("button", { name: "Remove filter: From “cy@”" }).click();
    await view(page, "All Messages", 5).waitFor();
  });

  test("INB-1 on a phone a group has more room for its name than for anything else, and the figures stand in a column on a desktop", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, mails(5));
    const { page } = await openScreen("/inbox?group=sender", { person, ...shownOn("desktop") });
    const groups = page.getByRole("list", { name: "Senders" }).getByRole("listitem");
    await expect.poll(() => groups.count()).toBe(2);
    const edges = await groups
      .locator("time")
      .evaluateAll((times) =>
        times.map((time) => (time as unknown as WithBox).getBoundingClientRect().right),
      );
    expect(new Set(edges).size).toBe(1);
    await page.setViewportSize({ width: widths.phone, height: 740 });
    const name = groups.first().getByText("Bo Lind").locator("..");
    await expect
      .poll(async () => (await name.boundingBox())?.width ?? 0)
      .toBeGreaterThan(widths.phone / 2 - 20);
    const resolve = groups.first().getByRole("button", { name: /^Resolve all 3/ });
    expect((await resolve.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  });

  test("INB-1 BEY-10 group by sender: the keyboard opens a group, and one click resolves it", async () => {
    const person = await newPerson("Ana Berg");
    await importMails(person, mails(5));
    const { page } = await openScreen("/inbox?view=requires_action", { person, ...shownOn("desktop") });
    await page.getByRole("button", { name: "Filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters" });
    await dialog.getByLabel("Group").selectOption("sender");
    await dialog.getByRole("button", { name: "Show", exact: true }).click();

    const groups = page.getByRole("list", { name: "Senders" }).getByRole("listitem");
    await expect.poll(() => groups.count()).toBe(2);
    await expect.poll(() => groups.first().innerText()).toMatch(/Bo Lind[\s\S]*3/);
    expect(await faultsOf(page, "inbox-groups", groups.first())).toEqual([]);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/sender=cy%40example\.org$/);
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.goBack();
    await groups
      .first()
      .getByRole("button", { name: /^Resolve all 3/ })
      .click();
    await expectToast(page, "Resolved 3 messages");
    await expect.poll(() => groups.count()).toBe(1);
    await page.getByRole("button", { name: "Remove filter: By sender" }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
  });

  test("INB-1 group by conversation: one of several messages opens as a list, one of a single message opens it", async () => {
    const person = await newPerson("Ana Berg");
    const [bo, cy] = people;
    const headers = ["References: <lease@example.org>"];
    await importMails(person, [
      { from: bo, subject: "Lease", body: asking("the lease"), headers },
      { from: bo, subject: "Re: Lease", body: asking("the lease again"), headers },
      { from: cy, subject: "Keys", body: asking("the keys") },
    ]);
    const { page } = await openScreen("/inbox?group=thread", { person, ...shownOn("desktop") });
    const groups = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
    await expect.poll(() => groups.count()).toBe(2);
    await groups.filter({ hasText: "Lease" }).getByRole("button").first().click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.goBack();
    await groups.filter({ hasText: "Keys" }).getByRole("button").first().click();
    await page.waitForURL(/\/inbox\/[0-9a-f-]{36}/);
    await page.getByRole("heading", { name: "Keys" }).first().waitFor();
  });
});
