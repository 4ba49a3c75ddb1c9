import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { startMailboxes } from "../../../../test/stand-ins/imap-mailboxes";
import { metaTime, startMeta } from "../../../../test/stand-ins/meta";
import { privateMessage, startTelegram } from "../../../../test/stand-ins/telegram";
import {
  connectDirectly,
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  syncSoon,
  until,
} from "../../../../test/support/collecting";
import { type Fault, startFaultProxy } from "../../../../test/support/fault-proxy";
import { collect, mail, subjectsOf, syncNow } from "../../../../test/support/mail-journey";
import { connectMeta } from "../../../../test/support/meta-journey";
import type { Person } from "../../../../test/support/person";
import { ownWord, startSlackJourney } from "../../../../test/support/slack-journey";
import { startTestApp, type TestApp } from "../../../../test/support/test-app";
import type { QuarantinedItem } from "../contract";
import { createEventRepository } from "../webhooks/event-repository";

const listOf = async (person: Person, account: string) =>
  (await person.get<QuarantinedItem[]>(`/api/integrations/${account}/quarantine`)).body;

const retry = (person: Person, account: string, body: object = {}) =>
  person.post<Record<string, unknown>>(`/api/integrations/${account}/quarantine/retry`, body);

/** Messages that contain "poison" can't be stored until the trigger is gone. */
async function poison(app: TestApp): Promise<() => Promise<unknown>> {
  await query(
    app,
    `create or replace function refuse_poison() returns trigger language plpgsql as $$
     begin if new.content like '%poison%' then raise exception 'poisoned'; end if; return new; end $$`,
  );
  await query(
    app,
    "create trigger poisoned before insert on messages for each row execute function refuse_poison()",
  );
  return () => query(app, "drop trigger poisoned on messages");
}

describe("INT-8 events", async () => {
  const telegram = await startTelegram();
  const app = await startTestApp({ TELEGRAM_BASE_URL: telegram.url });
  const { db } = app.running.services;

  async function connectedBot(person: Person) {
    const { token, id: botId } = telegram.addBot();
    const { id } = await connectDirectly(person, "telegram", { botToken: token });
    await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
    return { id, botId, token };
  }

  const deliver = (botId: number, fields: object) =>
    createEventRepository(db).store([
      {
        provider: "telegram",
        id: randomUUID(),
        account: String(botId),
        payload: { update_id: 1, message: privateMessage(fields as Record<string, unknown>) },
      },
    ]);

  /** Lets the next attempt be the last one. */
  const lastTry = async () => {
    await query(app, "update webhook_events set tries = 7, not_before = null where handled_at is null");
    await query(app, "notify zippy_webhooks");
  };

  async function withQuarantinedEvent() {
    const person = await app.signIn();
    const account = await connectedBot(person);
    const heal = await poison(app);
    await deliver(account.botId, { message_id: 1, text: "A poisoned cake, please" });
    await until(
      () => query(app, "select 1 from webhook_events where handled_at is null and failure is not null"),
      ({ length }) => length > 0,
    );
    await lastTry();
    const metric = await healthOf(person, ({ quarantined }) => quarantined === 1);
    app.problems.splice(0);
    return { person, ...account, heal, metric };
  }

  test("one that fails every time is set aside with its content, shown in Health, and replayed by an admin", async () => {
    const { person, id, botId, heal, metric } = await withQuarantinedEvent();
    expect(metric).toMatchObject({
      healthStatus: "warning",
      healthMessage: "One entry fails every time and is set aside. Everything else arrives.",
    });
    const [item] = await listOf(person, id);
    expect(item).toMatchObject({
      kind: "event",
      tries: 8,
      reason: "Zippy can't read it. The server's log may say more.",
    });
    // It holds up nothing else.
    await deliver(botId, { message_id: 2, text: "A healthy cake" });
    expect((await messagesOf(person, 1)).map(({ content }) => content)).toEqual(["A healthy cake"]);

    expect((await retry(person, id)).body).toMatchObject({ stored: 0, failed: 1, reason: item?.reason });
    app.problems.splice(0);
    expect(await listOf(person, id)).toMatchObject([{ id: item?.id, tries: 9 }]);
    await heal();
    expect((await retry(person, id, { ids: [item?.id] })).body).toEqual({
      stored: 1,
      checked: 0,
      failed: 0,
      reason: null,
    });
    expect((await messagesOf(person, 2)).map(({ content }) => content)).toContain("A poisoned cake, please");
    expect(await healthOf(person)).toMatchObject({ quarantined: 0, healthStatus: "healthy" });
    expect((await retry(person, id)).body).toEqual({ stored: 0, checked: 0, failed: 0, reason: null });
    expect((await retry(person, id, { ids: [item?.id] })).status).toBe(404);
  });

  test("one stays listed until it is dismissed; only who may manage accounts can, and other teams see nothing", async () => {
    const { person, id, heal } = await withQuarantinedEvent();
    await heal();
    const stranger = await app.signIn();
    expect((await stranger.get(`/api/integrations/${id}/quarantine`)).status).toBe(404);
    expect((await stranger.post(`/api/integrations/${id}/quarantine/dismiss`, {})).status).toBe(404);
    expect(await listOf(person, id)).toHaveLength(1);
    const { body } = await person.post(`/api/integrations/${id}/quarantine/dismiss`, {});
    expect(body).toEqual({ dismissed: 1 });
    expect(await listOf(person, id)).toEqual([]);
    expect(await query(app, "select payload from quarantine where account_id = $1", [id])).toEqual([
      { payload: null },
    ]);
    expect((await healthOf(person)).quarantined).toBe(0);
  });

  test("a fetched message that can't be stored is set aside after three checks, and the rest of its page arrives", async () => {
    const person = await app.signIn();
    const { id, token } = await connectedBot(person);
    const heal = await poison(app);
    await query(app, "update connections set failures = 3 where account_id = $1", [id]);
    for (const [at, text] of ["Before", "A poisoned page", "After"].entries())
      await telegram.happen(token, { message: privateMessage({ message_id: 50 + at, text }) });
    await syncSoon(app, id);
    const messages = await messagesOf(person, 2);
    expect(messages.map(({ content }) => content).sort()).toEqual(["After", "Before"]);
    expect(await listOf(person, id)).toMatchObject([
      { kind: "message", title: expect.stringContaining("A poisoned page") },
    ]);
    await heal();
    expect((await retry(person, id)).body).toMatchObject({ stored: 1, failed: 0 });
    expect(await messagesOf(person, 3)).toHaveLength(3);
  });
});

describe("INT-8 sources", () => {
  const started = startMailboxes();
  beforeAll(() => started);

  test.each([
    ["refuses", { kind: "answer", text: "NO [SERVERBUG] broken" }],
    ["drops the connection on", { kind: "cut", when: "before" }],
  ] as const)(
    "IMAP: an email that the server %s is found and set aside, and the others arrive",
    async (_name, fault) => {
      const mailbox = await (await started).startConnected([mail({ id: "first", subject: "First" })]);
      const { person, account, imap, deliver } = mailbox;
      const subjects = ["One", "Two", "Bad", "Four"];
      for (const subject of subjects) deliver(mail({ id: subject, subject }));
      // The third of four new emails has the UID 4.
      imap.fail(/^UID FETCH (\S+,)?4(,\S+)? .*BODY/, fault, 100);
      for (let check = 0; check < 5 && !(await subjectsOf(person)).includes("One"); check++)
        await syncNow(person, account);
      await collect(person, account);
      expect((await subjectsOf(person)).sort()).toEqual(["First", "Four", "One", "Two"]);
      expect(await listOf(person, account.id)).toMatchObject([
        { kind: "source", reason: "The mail server fails on this email." },
      ]);
      imap.heal();
      expect((await retry(person, account.id)).body).toMatchObject({ checked: 1 });
      await collect(person, account);
      expect((await subjectsOf(person)).sort()).toEqual(["Bad", "First", "Four", "One", "Two"]);
      expect(await listOf(person, account.id)).toEqual([]);
    },
  );

  async function startWithQuarantined() {
    const mailbox = await (await started).startConnected([mail({ id: "first", subject: "First" })]);
    const { person, account, imap, deliver } = mailbox;
    const bad = deliver(mail({ id: "bad", subject: "Bad" }));
    imap.fail(new RegExp(`^UID FETCH ${bad} .*BODY`), { kind: "answer", text: "NO [SERVERBUG] broken" }, 100);
    for (let check = 0; check < 4; check++) await syncNow(person, account);
    expect(await listOf(person, account.id)).toHaveLength(1);
    const checkAgain = async () => {
      await retry(person, account.id);
      await collect(person, account);
    };
    return { ...mailbox, bad, checkAgain };
  }

  test("IMAP: an email that is set aside and then deleted leaves the list", async () => {
    const { person, account, imap, ana, bad, checkAgain } = await startWithQuarantined();
    imap.move(ana, "INBOX", bad, "Bin");
    await checkAgain();
    expect(await listOf(person, account.id)).toEqual([]);
  });

  test("IMAP: an email that is set aside until it is older than 30 days still arrives", async () => {
    const { app, person, account, imap, deliver, checkAgain } = await startWithQuarantined();
    imap.heal();
    const old = deliver(mail({ id: "old", subject: "Old", daysAgo: 40 }));
    await query(app, "update quarantine set ref = regexp_replace(ref, '[0-9]+$', $2) where account_id = $1", [
      account.id,
      String(old),
    ]);
    await checkAgain();
    expect(await subjectsOf(person)).toContain("Old");
    expect(await listOf(person, account.id)).toEqual([]);
  });

  async function startMessenger(matching: RegExp, fault: Fault) {
    const meta = await startMeta();
    const proxy = await startFaultProxy(meta.url);
    const app = await startReachableApp(meta.settings(proxy.url));
    const page = meta.addPage({ name: "Bakery" });
    const listed = (id: string, ago: number) => ({
      id,
      created_time: metaTime(new Date(Date.now() - ago * 60_000)),
      from: { id: "24680135791113", name: "Anna" },
      to: { data: [{ id: page.id, name: page.name }] },
      message: `Message ${id}`,
    });
    const person = await app.signIn();
    const { id } = await connectMeta(app, person, "facebook_messenger", page.id);
    await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
    proxy.fail(matching, fault, 10_000);
    meta.addMessages(page, "messenger", "t_1", [listed("m_1", 3), listed("m_bad", 2), listed("m_3", 1)]);
    meta.addMessages(page, "messenger", "t_2", [listed("m_4", 1)]);
    return { app, page, person, id, proxy };
  }

  test("Messenger: a message that Meta fails on is set aside, and the others arrive", async () => {
    const meta = await startMeta();
    const proxy = await startFaultProxy(meta.url);
    const app = await startReachableApp(meta.settings(proxy.url));
    const page = meta.addPage({ name: "Bakery" });
    const anna = { id: "24680135791113", name: "Anna" };
    const listed = (id: string, ago: number) => ({
      id,
      created_time: metaTime(new Date(Date.now() - ago * 60_000)),
      from: anna,
      to: { data: [{ id: page.id, name: page.name }] },
      message: `Message ${id}`,
    });
    meta.addMessages(page, "messenger", "t_1", [listed("m_1", 30), listed("m_bad", 20), listed("m_3", 10)]);
    const person = await app.signIn();
    const broken = { kind: "status", status: 500, body: { error: { code: 1, message: "unknown" } } } as const;
    // Asked for its conversation's messages, Meta fails as a whole.
    proxy.fail(/messages\.limit|m_bad\?|messages\?[^ ]*created_time/, broken, 100);
    const { id } = await connectMeta(app, person, "facebook_messenger", page.id);
    for (let check = 0; check < 4; check++) await person.post(`/api/integrations/${id}/sync`);
    const messages = await messagesOf(person, 2);
    expect(messages.map(({ content }) => content).sort()).toEqual(["Message m_1", "Message m_3"]);
    expect(await listOf(person, id)).toMatchObject([
      { kind: "source", reason: expect.stringContaining("Meta") },
    ]);
    proxy.heal();
    await person.post(`/api/integrations/${id}/sync`);
    expect(await messagesOf(person, 3)).toHaveLength(3);
    expect(await listOf(person, id)).toEqual([]);
  });

  test.each([
    [
      "a message",
      /m_bad\?|messages\.limit|messages\?[^ ]*created_time/,
      ["Message m_1", "Message m_3", "Message m_4"],
    ],
    ["a conversation", /t_1\/messages|messages\.limit/, ["Message m_4"]],
  ])(
    "Messenger: %s that always cuts the connection is set aside, and the others arrive",
    async (_name, matching, rest) => {
      const { page, person, id, proxy, app } = await startMessenger(matching, {
        kind: "cut",
        when: "before",
      });
      const sync = () => person.post<{ message: string }>(`/api/integrations/${id}/sync`);
      for (let check = 0; check < 4; check++) await sync();
      const messages = await messagesOf(person, rest.length);
      expect(messages.map(({ content }) => content).sort()).toEqual(rest);
      expect(await listOf(person, id)).toMatchObject([
        { kind: "source", reason: "Meta could not be reached." },
      ]);
      // Later checks don't fail on it again, although Meta fails on the list that it is in.
      await query(app, "update quarantine set retry_at = now() + interval '1 day'");
      for (let check = 0; check < 2; check++) expect((await sync()).body).toEqual({ stored: 0 });
      expect(page.name).toBe("Bakery");
      proxy.heal();
      await retry(person, id);
      await until(
        () => messagesOf(person, 4),
        ({ length }) => length === 4,
      );
    },
  );

  test("Messenger: an outage sets nothing aside", async () => {
    const { person, id, proxy } = await startMessenger(/GET .*(conversations|messages|m_|fields=)/, {
      kind: "cut",
      when: "before",
    });
    for (let check = 0; check < 5; check++) await person.post(`/api/integrations/${id}/sync`);
    expect(await listOf(person, id)).toEqual([]);
    proxy.heal();
    await person.post(`/api/integrations/${id}/sync`);
    expect(await messagesOf(person, 4)).toHaveLength(4);
  });

  test.each([
    ["thread", /conversations\.replies/, 1],
    ["conversation", /conversations\.history/, 0],
  ])(
    "Slack: a %s that always cuts the connection is set aside; an outage sets nothing aside",
    async (_name, matching, read) => {
      const { app, slack, proxy, connect, found, synced } = await startSlackJourney();
      const word = ownWord();
      const channel = await slack.addChannel(word);
      const person = await app.signIn();
      const question = await slack.say("bo", channel, `${word} question`);
      await slack.say("bo", channel, `${word} answer`, question);
      const cut = { kind: "cut", when: "before" } as const;
      const id = await connect(person);
      await synced(person);
      await query(app, "delete from messages");
      await query(app, "update connections set cursor = null, last_sync_at = null, history_done = false");
      proxy.fail(/POST .*conversations|POST .*auth\.test/, cut, 10_000);
      for (let check = 0; check < 5; check++) await person.post(`/api/integrations/${id}/sync`);
      expect(await listOf(person, id)).toEqual([]);
      proxy.heal();
      proxy.fail(matching, cut, 10_000);
      expect((await person.post(`/api/integrations/${id}/sync`)).body).toEqual({ stored: read });
      expect(await listOf(person, id)).toMatchObject([
        { kind: "source", reason: "Slack could not be reached." },
      ]);
      proxy.heal();
      await retry(person, id);
      expect(await found(person, word, 2)).toHaveLength(2);
      await until(
        () => listOf(person, id),
        ({ length }) => length === 0,
      );
    },
  );

  test("Slack: a person whose name Slack always fails on holds up nothing", async () => {
    const { app, slack, proxy, connect, found } = await startSlackJourney();
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const person = await app.signIn();
    await slack.say("bo", channel, `${word} question`);
    proxy.fail(/users\.info/, { kind: "cut", when: "before" }, 10_000);
    const id = await connect(person);
    for (let check = 0; check < 4; check++) await person.post(`/api/integrations/${id}/sync`);
    expect(await found(person, word)).toMatchObject([{ sender: expect.stringMatching(/^U/) }]);
    expect(await listOf(person, id)).toEqual([]);
  });

  test("Slack: a thread that Slack fails on is set aside, and the others arrive", async () => {
    const { app, slack, proxy, connect, found, synced } = await startSlackJourney();
    const word = ownWord();
    const channel = await slack.addChannel(word);
    const person = await app.signIn();
    const question = await slack.say("bo", channel, `${word} question`);
    await slack.say("bo", channel, `${word} answer`, question);
    proxy.fail(/conversations\.replies/, { kind: "status", status: 500 }, 100);
    const id = await connect(person);
    for (let check = 0; check < 4; check++) await person.post(`/api/integrations/${id}/sync`);
    await found(person, word, 1);
    await synced(person);
    expect(await listOf(person, id)).toMatchObject([{ kind: "source" }]);
    proxy.heal();
    await person.post(`/api/integrations/${id}/sync`);
    expect(await found(person, word, 2)).toHaveLength(2);
    expect(await listOf(person, id)).toEqual([]);
  });
});
