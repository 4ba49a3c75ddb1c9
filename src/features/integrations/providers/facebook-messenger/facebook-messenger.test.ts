import { beforeAll, expect, test } from "vitest";
import {
  type ListedMessage,
  type MetaStandIn,
  metaTime,
  startMeta,
} from "../../../../../test/stand-ins/meta";
import {
  endRetryPause,
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  until,
} from "../../../../../test/support/collecting";
import { type FaultProxy, startFaultProxy } from "../../../../../test/support/fault-proxy";
import { connectMeta, deliver, giveConsent } from "../../../../../test/support/meta-journey";
import type { Person } from "../../../../../test/support/person";
import { startTestApp, type TestApp } from "../../../../../test/support/test-app";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";

const minute = 60_000;
const day = 24 * 60 * minute;

let meta: MetaStandIn;
let proxy: FaultProxy;
let app: TestApp;

beforeAll(async () => {
  meta = await startMeta();
  proxy = await startFaultProxy(meta.url);
  app = await startReachableApp(meta.settings(proxy.url));
});

type Page = ReturnType<MetaStandIn["addPage"]>;

const anna = { id: "24680135791113", name: "Anna Schmidt" };

/** A message from a user to a Page, or the Page's answer. */
const listed = (page: Page, id: string, text: string, ago: number, fromPage = false): ListedMessage => ({
  id,
  created_time: metaTime(new Date(Date.now() - ago)),
  from: fromPage ? { id: page.id, name: page.name } : anna,
  to: { data: [fromPage ? anna : { id: page.id, name: page.name }] },
  message: text,
});

/** Source: developers.facebook.com/docs/messenger-platform/reference/webhook-events/messages */
const delivery = (page: Page, ...messaging: object[]) => ({
  object: "page",
  entry: [{ id: page.id, time: Date.now(), messaging }],
});

const said = (page: Page, mid: string, text: string, more: object = {}) => ({
  sender: { id: "13579246801214" },
  recipient: { id: page.id },
  timestamp: Date.now(),
  message: { mid, text, ...more },
});

const connect = (person: Person, page: Page) => connectMeta(app, person, "facebook_messenger", page.id);

const syncNow = async (person: Person, { id }: IntegrationAccount) =>
  (await person.post<{ stored: number; message: string }>(`/api/integrations/${id}/sync`)).body;

const checked = (person: Person) =>
  healthOf(person, ({ lastSyncAt, fetchingHistory }) => lastSyncAt !== null && !fetchingHistory);

test("INT-8 Messenger: connect, collect 30 days, receive, disconnect", async () => {
  const page = meta.addPage({ name: "Corner Bakery" });
  meta.addMessages(page, "messenger", "t_1", [
    listed(page, "m_old", "Too old to matter", 40 * day),
    {
      ...listed(page, "m_1", "Could you send me the menu for Saturday?", 3 * day),
      attachments: { data: [{ id: "1", mime_type: "application/pdf", name: "plan.pdf", size: 48_213 }] },
    },
    listed(page, "m_2", "Of course", 2 * day, true),
  ]);
  const person = await app.signIn();
  const account = await connect(person, page);
  expect(account).toMatchObject({ accountName: "Corner Bakery", status: "connected" });

  const [answer, question] = await messagesOf(person, 2);
  expect(question).toMatchObject({
    channel: "facebook_messenger",
    sender: "Anna Schmidt",
    attachments: [{ name: "plan.pdf", type: "application/pdf", size: 48_213 }],
    aiAnalysis: { hasTask: true },
  });
  expect(answer).toMatchObject({ sender: "Corner Bakery", content: "Of course" });
  const kept = "select from_owner from messages where team_id = $1 and thread_key = $2 order by created_at";
  expect(await query(app, kept, [person.teamId, anna.id])).toEqual([
    { from_owner: false },
    { from_owner: true },
  ]);
  await until(
    async () => page.subscribedFields,
    (fields) => fields?.includes("message_edits") === true,
  );

  meta.people.set("13579246801214", { name: "Jonas Weber" });
  const text = "Grüße 👋 please call me back today";
  const body = delivery(page, said(page, "m_3", text));
  expect((await deliver(app, meta, "messenger", body)).status).toBe(200);
  const [pushed] = await until(
    () => messagesOf(person, 3),
    ([latest]) => latest?.sender === "Jonas Weber",
  );
  expect(pushed).toMatchObject({ content: text, aiAnalysis: { hasTask: true } });

  const test = await person.get<{ message: string }>(`/api/integrations/${account.id}/test`);
  expect(test.body).toEqual({ success: true, message: "Facebook Messenger responded: Corner Bakery" });
  const providers = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  expect(providers.body.find(({ id }) => id === "facebook_messenger")).toMatchObject({
    category: "social",
    webhookUrl: `${app.url}/api/integrations/webhooks/messenger`,
  });
  expect(JSON.stringify([account, test.body, providers.body])).not.toContain("EAA-");

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  expect(page.subscribedFields).toBeNull();
  await deliver(app, meta, "messenger", delivery(page, said(page, "m_4", "After the end")));
  await until(
    () =>
      query(app, "select payload from webhook_events where event_id like '%m_4' and handled_at is not null"),
    (rows) => rows.length === 1 && rows[0]?.payload === null,
  );
  expect(await messagesOf(person, 3)).toHaveLength(3);
});

test("INT-8 Messenger: the user chooses among several Pages; view-only Pages are not offered", async () => {
  const page = meta.addPage({ name: "Second Bakery" });
  const person = await app.signIn();
  const { searchParams } = await giveConsent(app, person, "facebook_messenger");
  const choice = await person.get<{ accounts: { externalId: string }[] }>(
    `/api/integrations/choices/${searchParams.get("choose")}`,
  );
  expect(choice.body.accounts).toContainEqual({ externalId: page.id, name: "Second Bakery", address: null });
  expect(JSON.stringify(choice.body)).not.toContain("EAA-");
});

test("INT-8 Messenger: follows edits, deletions, own messages and buttons; repeated or late deliveries count once", async () => {
  const page = meta.addPage({ name: "Edited Bakery" });
  const person = await app.signIn();
  await connect(person, page);
  await checked(person);
  const first = said(page, "m_a", "See you Monday");
  const edit = {
    ...first,
    timestamp: first.timestamp + 1000,
    message: undefined,
    message_edit: { mid: "m_a", text: "Please bring the keys on Tuesday", num_edit: 1 },
  };
  const gone = { ...said(page, "m_b", ""), message: { mid: "m_b", is_deleted: true } };
  const echo = {
    ...said(page, "m_c", "We open at nine", { is_echo: true, app_id: 1 }),
    sender: { id: page.id },
    recipient: { id: "13579246801214" },
  };
  const pressed = {
    ...first,
    message: undefined,
    postback: { mid: "m_d", title: "Talk to a person", payload: "P" },
  };
  const read = { ...first, message: undefined, read: { watermark: 1 } };
  // In reverse order: the deletion and the edit arrive before the message, and everything arrives twice.
  for (const what of [gone, edit, read, echo, pressed, first, said(page, "m_b", "Never mind"), first, edit])
    await deliver(app, meta, "messenger", delivery(page, what));
  const messages = await until(
    () => messagesOf(person, 3),
    (all) => all.some(({ content }) => content.includes("Tuesday")) && all.length === 3,
  );
  expect(messages.map(({ content }) => content).sort()).toEqual([
    "Please bring the keys on Tuesday",
    "Talk to a person",
    "We open at nine",
  ]);
  const own =
    "select content from messages where team_id = $1 and from_owner and thread_key = '13579246801214'";
  expect(await query(app, own, [person.teamId])).toEqual([{ content: "We open at nine" }]);
});

test("INT-8 Messenger: handles one delivery with many events for several Pages, including standby events", async () => {
  const [one, two] = [meta.addPage({ name: "First of two" }), meta.addPage({ name: "Second of two" })];
  const person = await app.signIn();
  await connect(person, one);
  await connect(person, two);
  const events = (page: Page) =>
    Array.from({ length: 40 }, (_, index) => said(page, `m_${page.id}_${index}`, `Number ${index}`));
  const body = {
    object: "page",
    entry: [
      { id: one.id, time: 1, messaging: events(one) },
      { id: two.id, time: 1, standby: events(two).slice(0, 8) },
    ],
  };
  expect((await deliver(app, meta, "messenger", body)).status).toBe(200);
  expect(await messagesOf(person, 48)).toHaveLength(48);
});

test("Messenger: a failed name lookup delays no message and is not repeated for each one", async () => {
  const page = meta.addPage({ name: "Nameless Bakery" });
  const person = await app.signIn();
  await connect(person, page);
  const stranger = (mid: string) => ({ ...said(page, mid, "Who am I?"), sender: { id: "999" } });
  await deliver(app, meta, "messenger", delivery(page, stranger("m_n1")));
  const handled = (mid: string) =>
    until(
      () =>
        query(app, "select 1 from webhook_events where event_id like $1 and handled_at is not null", [
          `%${mid}`,
        ]),
      ({ length }) => length === 1,
    );
  await handled("m_n1");
  await deliver(app, meta, "messenger", delivery(page, stranger("m_n2")));
  await handled("m_n2");
  const messages = await messagesOf(person, 2);
  expect(messages.map(({ sender }) => sender)).toEqual(["Messenger user", "Messenger user"]);
  expect(meta.calls.filter((call) => call === "GET 999")).toHaveLength(1);
});

test("INT-8 Messenger: answers the challenge only for the right verify token; refuses forged deliveries and stores nothing", async () => {
  const page = meta.addPage({ name: "Forged Bakery" });
  const person = await app.signIn();
  await connect(person, page);
  const verify = async (token: string) => {
    const challenge = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.verify_token": token,
      "hub.challenge": "1158201444",
    });
    const answer = await fetch(`${app.url}/api/integrations/webhooks/messenger?${challenge}`);
    return [answer.status, await answer.text()];
  };
  expect(await verify(meta.verifyToken)).toEqual([200, "1158201444"]);
  expect(await verify("a guess")).toEqual([401, ""]);

  const forged = delivery(page, said(page, "m_forged", "Pay this bill"));
  expect((await deliver(app, meta, "messenger", forged, null)).status).toBe(401);
  expect((await deliver(app, meta, "messenger", forged, "sha256=00")).status).toBe(401);
  // The signature of another body.
  expect(
    (
      await deliver(
        app,
        meta,
        "messenger",
        forged,
        "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
      )
    ).status,
  ).toBe(401);
  expect(await query(app, "select 1 from webhook_events where event_id like '%m_forged%'")).toEqual([]);
  // Unknown but signed deliveries are accepted, because Meta would repeat them endlessly.
  expect((await deliver(app, meta, "messenger", { object: "user", entry: [] })).status).toBe(200);
  expect((await deliver(app, meta, "messenger", ["nonsense"])).status).toBe(200);
});

test("INT-8 Messenger: reads long and numerous conversations completely, then only what is new", async () => {
  const page = meta.addPage({ name: "Busy Bakery" });
  for (let conversation = 0; conversation < 45; conversation++)
    meta.addMessages(
      page,
      "messenger",
      `t_busy_${conversation}`,
      Array.from({ length: conversation === 30 ? 160 : 2 }, (_, index) =>
        listed(
          page,
          `m_${conversation}_${index}`,
          `Message ${index}`,
          (conversation * 20 + index + 60) * minute,
        ),
      ),
    );
  const person = await app.signIn();
  const account = await connect(person, page);
  await checked(person);
  const counts = `/api/teams/${person.teamId}/messages/counts`;
  expect((await person.get(counts)).body).toMatchObject({ all: 44 * 2 + 160 });
  const before = meta.calls.length;
  expect(await syncNow(person, account)).toEqual({ stored: 0 });
  expect(meta.calls.length - before).toBe(1);
  // A clock that is an hour off changes nothing, because only Meta's times count.
  meta.addMessages(page, "messenger", "t_busy_9", [listed(page, "m_new", "New", 59 * minute)]);
  expect(await syncNow(person, account)).toEqual({ stored: 1 });
});

const faults: [string, Parameters<FaultProxy["fail"]>[1], string][] = [
  ["breaks", { kind: "status", status: 500 }, "a problem on its side (500)"],
  [
    "asks to wait",
    { kind: "status", status: 400, headers: { "retry-after": "3600" }, body: { error: { code: 4 } } },
    "limiting requests",
  ],
  ["cuts the connection", { kind: "cut", when: "before" }, "could not be reached"],
  ["cuts its answer", { kind: "cut", when: "in-answer" }, "could not be reached"],
];

test.each(faults)(
  "INT-5 Messenger: when Meta %s, Health says so and nothing is lost",
  async (name, fault, sentence) => {
    const page = meta.addPage({ name });
    const person = await app.signIn();
    const account = await connect(person, page);
    await checked(person);
    meta.addMessages(page, "messenger", `t_${name}`, [
      listed(page, `m_${name}`, "Please sign the lease.", minute),
    ]);
    proxy.fail(/conversations/, fault);
    expect((await syncNow(person, account)).message).toContain(sentence);
    const health = await healthOf(person);
    expect(health).toMatchObject({
      healthStatus: "warning",
      healthMessage: expect.stringContaining(sentence),
    });
    if (name === "asks to wait")
      expect(Date.parse(health.nextSyncAt as string)).toBeGreaterThan(Date.now() + 3500_000);
    proxy.heal();
    await endRetryPause(app, account.id);
    expect(await syncNow(person, account)).toEqual({ stored: 1 });
    expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy" });
  },
);

test("INT-8 Messenger: waits for a slow response", async () => {
  const page = meta.addPage({ name: "Slow Bakery" });
  const person = await app.signIn();
  const account = await connect(person, page);
  await checked(person);
  meta.addMessages(page, "messenger", "t_slow", [listed(page, "m_slow", "Please call back.", minute)]);
  proxy.fail(/conversations/, { kind: "slow", ms: 800 });
  expect(await syncNow(person, account)).toEqual({ stored: 1 });
  expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy" });
});

test("INT-8 Messenger: a revoked grant asks you to reconnect, and then nothing is lost", async () => {
  const page = meta.addPage({ name: "Withdrawn Bakery" });
  const person = await app.signIn();
  const account = await connect(person, page);
  await checked(person);
  meta.withdraw(page.token);
  meta.addMessages(page, "messenger", "t_w", [listed(page, "m_w", "Are you still there?", minute)]);
  expect((await syncNow(person, account)).message).toContain("Connect the account again");
  expect(await healthOf(person)).toMatchObject({
    healthStatus: "error",
    healthMessage: "Meta no longer accepts the connection. Connect the account again.",
  });
  await deliver(app, meta, "messenger", delivery(page, said(page, "m_w2", "Hello?")));
  // Messages pushed in the meantime are kept; reconnecting fetches the rest.
  await messagesOf(person, 1);
  Object.assign(page, { token: meta.addPage({ name: "Only for its token" }).token });
  await connect(person, page);
  const messages = await messagesOf(person, 2);
  expect(messages.map(({ content }) => content).sort()).toEqual(["Are you still there?", "Hello?"]);
});

test("INT-2 Messenger, Instagram, WhatsApp: each card names the missing settings", async () => {
  const bare = await startTestApp();
  const person = await bare.signIn();
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  const missing = (wanted: string) => body.find(({ id }) => id === wanted)?.missing.map(({ name }) => name);
  const shared = ["META_APP_ID", "META_APP_SECRET", "META_VERIFY_TOKEN"];
  expect(missing("facebook_messenger")).toEqual(shared);
  expect(missing("instagram")).toEqual(shared);
  expect(missing("whatsapp")).toEqual([...shared, "PUBLIC_URL"]);
});
