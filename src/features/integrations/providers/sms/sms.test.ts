import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks";
import { beforeAll, expect, test } from "vitest";
import { startTwilio, type TwilioStandIn } from "../../../../../test/stand-ins/twilio";
import {
  connectDirectly,
  endRetryPause,
  healthOf,
  messagesOf,
  query,
  startReachableApp,
  until,
} from "../../../../../test/support/collecting";
import { type FaultProxy, hold, startFaultProxy } from "../../../../../test/support/fault-proxy";
import type { Person } from "../../../../../test/support/person";
import { startTestApp, type TestApp } from "../../../../../test/support/test-app";
import type { IntegrationAccount, IntegrationProvider } from "../../contract";
import type { Provider, Session } from "../provider";
import { createProviders } from "../registry";

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);

let twilio: TwilioStandIn;
let proxy: FaultProxy;
let app: TestApp;
let webhook: string;

beforeAll(async () => {
  twilio = await startTwilio();
  proxy = await startFaultProxy(twilio.url);
  app = await startReachableApp(settings());
  webhook = `${app.url}/api/integrations/webhooks/sms`;
});

const settings = () => ({
  TWILIO_ACCOUNT_SID: twilio.accountSid,
  TWILIO_AUTH_TOKEN: twilio.authToken,
  TWILIO_BASE_URL: proxy.url,
});

const syncNow = async (person: Person, { id }: IntegrationAccount) =>
  (await person.post<{ stored: number; message: string }>(`/api/integrations/${id}/sync`)).body;

const firstCheck = (person: Person) => healthOf(person, ({ lastSyncAt }) => lastSyncAt !== null);

/** Posts a signed form, as Twilio does. */
function push(fields: Record<string, string>, signature?: string): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(webhook, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature":
        signature ?? getExpectedTwilioSignature(twilio.authToken, webhook, Object.fromEntries(body)),
    },
    body: body.toString(),
  });
}

/** Source: twilio.com/docs/messaging/guides/webhook-request */
const form = (to: string, fields: Record<string, string>) => ({
  AccountSid: twilio.accountSid,
  MessageSid: "SM1f0e8ae6ade43cb3c0ce4525424e404f",
  SmsStatus: "received",
  From: "+15557654321",
  To: to,
  Body: "Could you send the signed contract by Friday?",
  NumMedia: "0",
  NumSegments: "1",
  ApiVersion: "2010-04-01",
  ...fields,
});

test("INT-8 SMS: connect, collect 30 days, receive, disconnect", async () => {
  const number = await twilio.addNumber();
  const other = "+15550002222";
  twilio.addPast([
    { from: other, to: number, body: "Too old to matter", sentAt: ago(45 * 24) },
    {
      from: other,
      to: number,
      body: "Please call the supplier back today.",
      sentAt: ago(72),
      media: ["image/jpeg"],
    },
    { from: number, to: other, body: "Will do", sentAt: ago(48), status: "delivered" },
    { from: number, to: other, body: "Never sent", sentAt: ago(48), status: "failed" },
  ]);
  const person = await app.signIn();
  const account = await connectDirectly(person, "sms", {
    phoneNumber: `${number.slice(0, 5)} ${number.slice(5)}`,
  });
  expect(account).toMatchObject({ accountEmail: number, accountName: "Front desk" });

  const [reply, call] = await messagesOf(person, 2);
  expect(call).toMatchObject({
    channel: "sms",
    sender: "+1 555 000 2222",
    senderAddress: other,
    attachments: [{ name: "image 1.jpeg", type: "image/jpeg" }],
    aiAnalysis: { hasTask: true },
  });
  expect(reply).toMatchObject({ content: "Will do", senderAddress: number });
  const kept = "select from_owner from messages where team_id = $1 and thread_key = $2 order by created_at";
  expect(await query(app, kept, [person.teamId, other])).toEqual([
    { from_owner: false },
    { from_owner: true },
  ]);

  await until(
    () => twilio.smsUrl(number),
    (url) => url === webhook,
  );
  await twilio.receive({
    from: "+15557654321",
    to: number,
    body: "Grüße 👋 Can you send the invoice by Friday?",
  });
  const [pushed] = await messagesOf(person, 3);
  expect(pushed).toMatchObject({
    content: "Grüße 👋 Can you send the invoice by Friday?",
    aiAnalysis: { hasTask: true, dueDate: expect.any(String) },
  });
  // The list contains it too, but it is stored only once.
  expect(await syncNow(person, account)).toEqual({ stored: 0 });
  await twilio.send({ from: number, to: "+15557654321", body: "It is on its way." });
  expect(await syncNow(person, account)).toEqual({ stored: 1 });

  const answers = await person.get<{ success: boolean }>(`/api/integrations/${account.id}/test`);
  expect(answers.body.success).toBe(true);
  const { body: providers } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  expect(providers.find(({ id }) => id === "sms")).toMatchObject({
    name: "SMS / Twilio",
    category: "messaging",
    connected: true,
    missing: [],
    webhookUrl: webhook,
  });
  expect(JSON.stringify([account, answers.body, providers])).not.toContain(twilio.authToken);

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  // The number points to its previous address again.
  expect(await twilio.smsUrl(number)).toBe("https://demo.twilio.com/welcome/sms/reply");
  await twilio.receive({ from: other, to: number, body: "After the end" });
  expect(await messagesOf(person, 4)).toHaveLength(4);
});

test("SMS: disconnecting also restores the number's previous HTTP method", async () => {
  const number = await twilio.addNumber();
  const numbers = `${twilio.url}/2010-04-01/Accounts/${twilio.accountSid}/IncomingPhoneNumbers`;
  const basic = Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString("base64");
  const headers = { authorization: `Basic ${basic}` };
  const asStands = async () => {
    const answer = await fetch(`${numbers}.json?PhoneNumber=${encodeURIComponent(number)}`, { headers });
    const { incoming_phone_numbers: found } = (await answer.json()) as {
      incoming_phone_numbers: { sid: string; sms_url: string; sms_method: string }[];
    };
    return found[0] as (typeof found)[number];
  };
  const { sid } = await asStands();
  const change = { method: "POST", headers, body: new URLSearchParams({ SmsMethod: "GET" }) };
  await fetch(`${numbers}/${sid}.json`, change);
  const person = await app.signIn();
  const account = await connectDirectly(person, "sms", { phoneNumber: number });
  await until(asStands, (found) => found.sms_url === webhook && found.sms_method === "POST");
  // Twilio knows the new target before we have stored the previous one.
  await firstCheck(person);
  await person.delete(`/api/integrations/${account.id}`);
  const before = "https://demo.twilio.com/welcome/sms/reply";
  await until(asStands, (found) => found.sms_url === before && found.sms_method === "GET");
});

test("SMS: the number's previous target survives a change of this server's address", async () => {
  const number = await twilio.addNumber();
  const provider = createProviders(settings()).find(({ id }) => id === "sms") as Provider;
  const session = { externalId: number, signal: AbortSignal.timeout(10_000), subscription: null };
  const first = await provider.subscribe?.(session as unknown as Session, "https://old.example.com/sms");
  const moved = { ...session, subscription: first };
  const second = await provider.subscribe?.(moved as unknown as Session, "https://new.example.com/sms");
  expect(await twilio.smsUrl(number)).toBe("https://new.example.com/sms");
  await provider.revoke?.({ ...session, subscription: second } as unknown as Session);
  expect(await twilio.smsUrl(number)).toBe("https://demo.twilio.com/welcome/sms/reply");
});

test("INT-7 SMS: a malformed number or one outside the account is refused with a clear sentence", async () => {
  const person = await app.signIn();
  const connect = (phoneNumber: string) =>
    person.post("/api/integrations/sms/connect", { teamId: person.teamId, phoneNumber });
  expect(await connect("5551234567")).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("Enter the number with + and its country code, such as") },
  });
  expect((await connect("+15559999999")).body).toMatchObject({
    message: expect.stringContaining("+15559999999 isn't in the Twilio account"),
  });
});

test("SMS: one number serves one team until that team disconnects it", async () => {
  const phoneNumber = await twilio.addNumber();
  const [first, second] = [await app.signIn(), await app.signIn()];
  const account = await connectDirectly(first, "sms", { phoneNumber });
  expect(
    await second.post("/api/integrations/sms/connect", { teamId: second.teamId, phoneNumber }),
  ).toMatchObject({ status: 409, body: { message: `Another team has already connected ${phoneNumber}.` } });
  await first.delete(`/api/integrations/${account.id}`);
  await connectDirectly(second, "sms", { phoneNumber });
});

test("INT-8 SMS: a disconnect that ends after another team has connected the number leaves it their pushes", async () => {
  const phoneNumber = await twilio.addNumber();
  const [first, second] = [await app.signIn(), await app.signIn()];
  const account = await connectDirectly(first, "sms", { phoneNumber });
  await firstCheck(first);
  const { fault, release } = hold();
  proxy.fail(new RegExp(`GET .*IncomingPhoneNumbers.*${encodeURIComponent(phoneNumber)}`), fault);
  const disconnecting = first.delete(`/api/integrations/${account.id}`);
  await until(
    () => query(app, "select from revocations where account_id = $1 and attempts = 1", [account.id]),
    ({ length }) => length === 1,
  );
  await connectDirectly(second, "sms", { phoneNumber });
  await firstCheck(second);
  release();
  expect((await disconnecting).status).toBe(200);
  await until(
    () => twilio.smsUrl(phoneNumber),
    (url) => url === webhook,
  );
});

test("INT-8 SMS: a team that takes over a number reads nothing that the number received for the previous team", async () => {
  const number = await twilio.addNumber();
  const other = "+15550009999";
  twilio.addPast([{ from: other, to: number, body: "The code of the first team", sentAt: ago(72) }]);
  const [first, second] = [await app.signIn(), await app.signIn()];
  const account = await connectDirectly(first, "sms", { phoneNumber: number });
  await messagesOf(first, 1);
  await first.delete(`/api/integrations/${account.id}`);

  const taken = await connectDirectly(second, "sms", { phoneNumber: number });
  await twilio.receive({ from: other, to: number, body: "For the second team" });
  expect((await second.post(`/api/integrations/${taken.id}/sync`)).status).toBe(200);
  const seenBy = async (person: typeof first, count: number) =>
    (await messagesOf(person, count)).map(({ content }) => content);
  expect(await seenBy(second, 1)).toEqual(["For the second team"]);

  // The first team doesn't get the messages in between either when it gets its number back.
  await second.delete(`/api/integrations/${taken.id}`);
  twilio.addPast([{ from: other, to: number, body: "Between the two", sentAt: ago(0.1) }]);
  const back = await connectDirectly(first, "sms", { phoneNumber: number });
  expect((await first.post(`/api/integrations/${back.id}/sync`)).status).toBe(200);
  expect(await seenBy(first, 1)).not.toContain("Between the two");
});

test("INT-2 SMS: without settings, the card says what is missing", async () => {
  const bare = await startTestApp();
  const person = await bare.signIn();
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  const { missing } = body.find(({ id }) => id === "sms") as IntegrationProvider;
  expect(missing.map(({ name }) => name)).toEqual(["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"]);
  const refused = await person.post("/api/integrations/sms/connect", {
    teamId: person.teamId,
    phoneNumber: "+15551234567",
  });
  expect(refused.body).toMatchObject({ message: expect.stringContaining("TWILIO_ACCOUNT_SID isn't set") });
});

test("INT-8 SMS: repeated deliveries count once; a wrong or missing signature is refused and not stored", async () => {
  const number = await twilio.addNumber();
  const person = await app.signIn();
  await connectDirectly(person, "sms", { phoneNumber: number });
  const picture = form(number, {
    NumMedia: "1",
    MediaContentType0: "image/png",
    MediaUrl0: "https://example.com/ME1",
  });
  for (const answer of await Promise.all([1, 2, 3].map(() => push(picture)))) {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toContain("text/xml");
    expect(await answer.text()).toContain("<Response></Response>");
  }
  const forged = form(number, { MessageSid: "SM2", Body: "forged" });
  expect((await push(forged, "AAAA")).status).toBe(401);
  const another = getExpectedTwilioSignature(twilio.authToken, webhook, picture);
  expect((await push(forged, another)).status).toBe(401);
  expect((await fetch(webhook, { method: "POST", body: new URLSearchParams(forged) })).status).toBe(401);
  expect((await fetch(webhook)).status).toBe(401);
  // A delivery status is not a message.
  expect((await push(form(number, { MessageSid: "SM3", SmsStatus: "delivered" }))).status).toBe(200);
  // Sent last, so the others would have arrived by then.
  await push(form(number, { MessageSid: "SM4", Body: "The last one" }));

  const messages = await messagesOf(person, 2);
  expect(messages.map(({ content }) => content)).toEqual(["The last one", picture.Body]);
  expect(messages[1]).toMatchObject({ attachments: [{ name: "image 1.png", type: "image/png" }] });
});

test("SMS: many messages are read page by page, then only new ones", async () => {
  const number = await twilio.addNumber();
  twilio.addPast(
    Array.from({ length: 230 }, (_, index) => ({
      from: `+1555000${1000 + (index % 7)}`,
      to: number,
      body: `Message ${index}`,
      sentAt: ago(index + 1),
    })),
  );
  const person = await app.signIn();
  const account = await connectDirectly(person, "sms", { phoneNumber: number });
  await healthOf(person, ({ fetchingHistory }) => !fetchingHistory);
  const counts = `/api/teams/${person.teamId}/messages/counts`;
  expect((await person.get(counts)).body).toMatchObject({ all: 230 });
  proxy.seen.length = 0;
  expect(await syncNow(person, account)).toEqual({ stored: 0 });
  expect(proxy.seen.filter(({ path }) => path.includes(encodeURIComponent(number)))).toHaveLength(2);
});

test("INT-8 SMS: after a page expires, the list is read from the start without duplicates", async () => {
  const number = await twilio.addNumber();
  twilio.addPast(
    Array.from({ length: 150 }, (_, index) => ({
      from: "+15550003333",
      to: number,
      body: `Message ${index}`,
      sentAt: ago(index + 1),
    })),
  );
  proxy.fail(/Messages\.json.*PageToken/, {
    kind: "status",
    status: 400,
    body: { code: 20001, message: "Page" },
  });
  const person = await app.signIn();
  await connectDirectly(person, "sms", { phoneNumber: number });
  await healthOf(person, ({ fetchingHistory }) => !fetchingHistory);
  expect((await person.get(`/api/teams/${person.teamId}/messages/counts`)).body).toMatchObject({ all: 150 });
});

const faults: [string, Parameters<FaultProxy["fail"]>[1], string][] = [
  ["refuses the access", { kind: "status", status: 401 }, "TWILIO_ACCOUNT_SID"],
  ["asks to wait", { kind: "status", status: 429, headers: { "retry-after": "3600" } }, "limiting requests"],
  ["breaks", { kind: "status", status: 500 }, "a problem on its side (500)"],
  ["cuts the connection", { kind: "cut", when: "before" }, "could not be reached"],
  ["cuts its answer", { kind: "cut", when: "in-answer" }, "could not be reached"],
];

test.each(faults)(
  "INT-5 SMS: when Twilio %s, Health says so and nothing is lost",
  async (_name, fault, sentence) => {
    const number = await twilio.addNumber();
    const person = await app.signIn();
    const account = await connectDirectly(person, "sms", { phoneNumber: number });
    await firstCheck(person);
    twilio.addPast([
      { from: "+15557654321", to: number, body: "Please sign the lease by Monday.", sentAt: ago(0) },
    ]);
    proxy.fail(/Messages\.json/, fault);
    expect((await syncNow(person, account)).message).toContain(sentence);
    const health = await healthOf(person);
    expect(health).toMatchObject({
      healthStatus: "warning",
      healthMessage: expect.stringContaining(sentence),
    });
    if (sentence === "limiting requests")
      expect(Date.parse(health.nextSyncAt as string)).toBeGreaterThan(Date.now() + 3500_000);
    proxy.heal();
    await endRetryPause(app, account.id);
    expect(await syncNow(person, account)).toEqual({ stored: 1 });
    expect(await healthOf(person)).toMatchObject({ healthStatus: "healthy" });
  },
);

test("INT-8 SMS: waits for a slow response", async () => {
  const number = await twilio.addNumber();
  const person = await app.signIn();
  const account = await connectDirectly(person, "sms", { phoneNumber: number });
  await firstCheck(person);
  twilio.addPast([{ from: "+15557654321", to: number, body: "Please call back.", sentAt: ago(0) }]);
  proxy.fail(/Messages\.json/, { kind: "slow", ms: 800 });
  expect(await syncNow(person, account)).toEqual({ stored: 1 });
});

test("SMS: a clock that is an hour ahead loses nothing", async () => {
  const number = await twilio.addNumber();
  const person = await app.signIn();
  const account = await connectDirectly(person, "sms", { phoneNumber: number });
  await firstCheck(person);
  // By this server's clock, both were sent an hour ago.
  for (const body of ["First", "Second"]) {
    twilio.addPast([{ from: "+15557654321", to: number, body, sentAt: ago(1) }]);
    expect(await syncNow(person, account)).toEqual({ stored: 1 });
  }
});
