import { beforeAll, expect, test } from "vitest";
import { type MetaStandIn, startMeta } from "../../../../../test/stand-ins/meta";
import {
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  until,
} from "../../../../../test/support/collecting";
import { type FaultProxy, startFaultProxy } from "../../../../../test/support/fault-proxy";
import { connectMeta, deliver } from "../../../../../test/support/meta-journey";
import type { Person } from "../../../../../test/support/person";
import type { TestApp } from "../../../../../test/support/test-app";
import type { IntegrationProvider } from "../../contract";

let meta: MetaStandIn;
let proxy: FaultProxy;
let app: TestApp;
let numbers = 0;

beforeAll(async () => {
  meta = await startMeta();
  proxy = await startFaultProxy(meta.url);
  app = await startReachableApp(meta.settings(proxy.url));
});

function addNumber(name: string) {
  const business = meta.addBusinessAccount({
    display_phone_number: `+1 555-078-${3881 + numbers++}`,
    verified_name: name,
  });
  return { business, number: business.numbers[0] as { id: string; display_phone_number: string } };
}

const connect = async (person: Person, name: string) => {
  const { business, number } = addNumber(name);
  return { business, number, account: await connectMeta(app, person, "whatsapp", number.id) };
};

/** Source: developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */
const delivery = ({ id }: { id: string }, value: object, field = "messages") => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field,
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: id },
            contacts: [{ profile: { name: "Sheena Nelson" }, wa_id: "16505551234" }],
            ...value,
          },
        },
      ],
    },
  ],
});

let sent = 0;
const message = (body: object) => ({
  from: "16505551234",
  id: `wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQ${++sent}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  ...body,
});

const text = (body: string) => message({ type: "text", text: { body } });

test("INT-8 WhatsApp: connect, receive, prove, disconnect; earlier messages are unavailable, and Health says it is waiting", async () => {
  const person = await app.signIn();
  const { number, business, account } = await connect(person, "Jasper's Market");
  expect(account).toMatchObject({ accountName: "Jasper's Market", accountEmail: "+15550783881" });
  await until(
    async () => business.subscribed,
    (subscribed) => subscribed,
  );
  expect(await healthOf(person)).toMatchObject({
    healthStatus: "warning",
    healthMessage: "Connected, but nothing has been received yet.",
    nextSyncAt: null,
    fetchingHistory: false,
  });

  const body = "Grüße 👋🏽 could you send the invoice by Friday?";
  expect((await deliver(app, meta, "whatsapp", delivery(number, { messages: [text(body)] }))).status).toBe(
    200,
  );
  const [received] = await messagesOf(person, 1);
  expect(received).toMatchObject({
    channel: "whatsapp",
    sender: "Sheena Nelson",
    senderAddress: "+16505551234",
    content: body,
    aiAnalysis: { hasTask: true, dueDate: expect.any(String) },
  });
  const kept = "select thread_key, from_owner, recipients from messages where team_id = $1";
  expect(await query(app, kept, [person.teamId])).toEqual([
    { thread_key: "16505551234", from_owner: false, recipients: { to: ["+15550783881"], cc: [] } },
  ]);
  expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy", messagesToday: 1 });

  const proof = await person.post<{ code: string }>(`/api/integrations/${account.id}/proof`);
  await deliver(
    app,
    meta,
    "whatsapp",
    delivery(number, { messages: [text(`Here it is: ${proof.body.code}`)] }),
  );
  await until(
    async () =>
      (await person.get<{ arrivedAt: string | null }>(`/api/integrations/${account.id}/proof`)).body,
    ({ arrivedAt }) => arrivedAt !== null,
  );

  const test = await person.get(`/api/integrations/${account.id}/test`);
  expect(test.body).toEqual({
    success: true,
    message: "WhatsApp responded: Jasper's Market, +1 555-078-3881",
  });
  const providers = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  const card = providers.body.find(({ id }) => id === "whatsapp");
  expect(card).toMatchObject({ syncs: false, webhookUrl: `${app.url}/api/integrations/webhooks/whatsapp` });
  expect(JSON.stringify([account, test.body, providers.body])).not.toContain("EAA-");

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  expect(business.subscribed).toBe(false);
});

test("INT-8 WhatsApp: finds numbers when the user allowed all accounts at once", async () => {
  meta.ticksAccounts = false;
  const person = await app.signIn();
  const { account } = await connect(person, "All at once");
  meta.ticksAccounts = true;
  expect(account.accountName).toBe("All at once");
});

test("INT-8 WhatsApp: with two numbers in one business account, pushes continue until the last is disconnected", async () => {
  const business = meta.addBusinessAccount(
    { display_phone_number: "+49 30 901820", verified_name: "Berlin" },
    { display_phone_number: "+49 89 901820", verified_name: "Munich" },
  );
  const person = await app.signIn();
  for (const { id } of business.numbers) await connectMeta(app, person, "whatsapp", id);
  await until(
    async () => business.subscribed,
    (subscribed) => subscribed,
  );
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  const accounts = body.find(({ id }) => id === "whatsapp")?.accounts ?? [];
  await person.delete(`/api/integrations/${accounts[0]?.id}`);
  expect(business.subscribed).toBe(true);
  await person.delete(`/api/integrations/${accounts[1]?.id}`);
  expect(business.subscribed).toBe(false);
});

test("INT-8 WhatsApp: every type of message is readable, files are named, and notices are skipped", async () => {
  const person = await app.signIn();
  const { number } = await connect(person, "Kinds");
  const kinds = [
    message({
      type: "image",
      image: { caption: "Our storefront", mime_type: "image/jpeg", sha256: "x", id: "1" },
    }),
    message({ type: "document", document: { filename: "offer.pdf", mime_type: "application/pdf", id: "2" } }),
    message({ type: "audio", audio: { mime_type: "audio/ogg; codecs=opus", id: "3", voice: true } }),
    message({
      type: "location",
      location: { latitude: 37.48, longitude: -122.14, name: "HQ", address: "1 Hacker Way" },
    }),
    message({
      type: "contacts",
      contacts: [
        {
          name: { formatted_name: "Barbara Johnson" },
          phones: [{ phone: "+16505559999" }],
          emails: [{ email: "b@example.com" }],
        },
      ],
    }),
    message({
      type: "interactive",
      interactive: { type: "button_reply", button_reply: { id: "a", title: "Reschedule" } },
    }),
    message({
      type: "interactive",
      interactive: {
        type: "list_reply",
        list_reply: { id: "b", title: "Priority", description: "Next day" },
      },
    }),
    message({ type: "button", button: { payload: "Unsubscribe", text: "Unsubscribe" } }),
    message({ type: "reaction", reaction: { message_id: "wamid.x", emoji: "👍" } }),
    message({ type: "reaction", reaction: { message_id: "wamid.x" } }),
    message({ type: "order", order: { catalog_id: "1", text: "Please hurry", product_items: [{}, {}] } }),
    message({ type: "unsupported", errors: [{ code: 131051, title: "Message type unknown" }] }),
    message({ type: "system", system: { body: "User changed number", type: "user_changed_number" } }),
  ];
  const statuses = [{ id: "wamid.sent", status: "delivered", timestamp: "1", recipient_id: "16505551234" }];
  await deliver(app, meta, "whatsapp", delivery(number, { messages: kinds, statuses }));
  const messages = await messagesOf(person, 11);
  expect(messages.map(({ content }) => content).sort()).toEqual(
    [
      "",
      "",
      "Our storefront",
      "Location: HQ, 1 Hacker Way, 37.48, -122.14",
      "Contact: Barbara Johnson, +16505559999, b@example.com",
      "Reschedule",
      "Priority: Next day",
      "Unsubscribe",
      "Reacted with 👍",
      "Order of 2 products: Please hurry",
      "(This message can only be read in WhatsApp.)",
    ].sort(),
  );
  expect(messages.flatMap(({ attachments }) => attachments)).toEqual(
    expect.arrayContaining([
      { name: "photo", type: "image/jpeg", size: 0 },
      { name: "offer.pdf", type: "application/pdf", size: 0 },
      { name: "audio", type: "audio/ogg", size: 0 },
    ]),
  );
});

test("INT-8 WhatsApp: follows edits and deletions, recognizes own messages; late, reordered and repeated deliveries count once", async () => {
  const person = await app.signIn();
  const { number } = await connect(person, "Changes");
  const first = text("See you Monday");
  const second = text("Never mind");
  // Sources: …/webhooks/reference/messages/edit, /revoke and /webhooks/reference/smb_message_echoes
  const edit = message({
    type: "edit",
    edit: {
      original_message_id: first.id,
      message: { type: "text", text: { body: "Please come on Tuesday" } },
    },
  });
  Object.assign(edit, { timestamp: String(Number(edit.timestamp) + 60) });
  const revoke = message({ type: "revoke", revoke: { original_message_id: second.id } });
  const echo = {
    ...message({ type: "text", text: { body: "We open at nine" } }),
    from: "15550783881",
    to: "16505551234",
  };
  for (const what of [revoke, edit, first, second, first, edit])
    await deliver(app, meta, "whatsapp", delivery(number, { messages: [what] }));
  await deliver(
    app,
    meta,
    "whatsapp",
    delivery(number, { message_echoes: [echo], contacts: undefined }, "smb_message_echoes"),
  );
  await until(
    () => messagesOf(person, 2),
    (all) => all.length === 2 && all.some(({ content }) => content === "Please come on Tuesday"),
  );
  const kept =
    "select content, from_owner, thread_key, sender from messages where team_id = $1 and deleted_at is null order by from_owner";
  expect(await query(app, kept, [person.teamId])).toEqual([
    {
      content: "Please come on Tuesday",
      from_owner: false,
      thread_key: "16505551234",
      sender: "Sheena Nelson",
    },
    { content: "We open at nine", from_owner: true, thread_key: "16505551234", sender: "Changes" },
  ]);
});

test("INT-8 WhatsApp: a delivery that is forged or for an unknown number stores nothing", async () => {
  const person = await app.signIn();
  const { number } = await connect(person, "Forged");
  const forged = delivery(number, { messages: [text("Pay this bill")] });
  expect((await deliver(app, meta, "whatsapp", forged, "sha256=00")).status).toBe(401);
  expect((await deliver(app, meta, "whatsapp", forged, null)).status).toBe(401);
  const elsewhere = delivery({ id: "1" }, { messages: [text("For somebody else")] });
  expect((await deliver(app, meta, "whatsapp", elsewhere)).status).toBe(200);
  await deliver(app, meta, "whatsapp", delivery(number, { messages: [text("The last one")] }));
  expect((await messagesOf(person, 1)).map(({ content }) => content)).toEqual(["The last one"]);
});

test("INT-5 WhatsApp: a check restores a lost subscription, and Health reports a dead token", async () => {
  const person = await app.signIn();
  const { business, account, number } = await connect(person, "Loses things");
  await until(
    async () => business.subscribed,
    (subscribed) => subscribed,
  );
  await healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);
  await deliver(app, meta, "whatsapp", delivery(number, { messages: [text("Hello")] }));
  await healthOf(person, ({ healthStatus }) => healthStatus === "healthy");
  business.subscribed = false;
  expect((await person.post(`/api/integrations/${account.id}/sync`)).status).toBe(200);
  expect(business.subscribed).toBe(true);

  const dead = { error: { code: 190, error_subcode: 463, message: "Session has expired" } };
  proxy.fail(/GET .*subscribed_apps/, { kind: "status", status: 400, body: dead }, 10);
  expect((await person.post(`/api/integrations/${account.id}/sync`)).status).toBe(502);
  expect(await healthOf(person)).toMatchObject({
    healthStatus: "error",
    needsReconnect: true,
    healthMessage: "Meta no longer accepts the connection. Connect the account again.",
  });
  proxy.heal();
});

test("INT-5 WhatsApp: Health reports a failed subscription, and Zippy tries again", async () => {
  const person = await app.signIn();
  proxy.fail(/POST .*subscribed_apps/, { kind: "status", status: 500 });
  const { business, account } = await connect(person, "Fails first");
  await healthOf(person, ({ healthMessage }) => healthMessage.includes("a problem on its side (500)"));
  await person.post(`/api/integrations/${account.id}/sync`);
  expect(business.subscribed).toBe(true);
});
