import { expect, test } from "vitest";
import { googleClient, startGoogle } from "../../../../../test/stand-ins/google";
import { pushAccount, startPubSub } from "../../../../../test/stand-ins/google-push";
import { startReceiver } from "../../../../../test/stand-ins/webhook-receiver";
import { freePort, query, until } from "../../../../../test/support/collecting";
import { startFaultProxy } from "../../../../../test/support/fault-proxy";
import {
  accountOf,
  connectByConsent,
  firstInbox,
  mail,
  subjectsOf,
} from "../../../../../test/support/mail-journey";
import { startTestApp } from "../../../../../test/support/test-app";

const ana = "ana@example.com";
const topic = "projects/zippy/topics/gmail";

test("INT-8 Gmail: a push delivers an email at once and only once, and only Pub/Sub can push", async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const google = await startGoogle([ana], `${publicUrl}/api/integrations/gmail/callback`);
  const proxy = await startFaultProxy(google.url);
  const pubSub = await startPubSub();
  const app = await startTestApp({
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    GOOGLE_CLIENT_ID: googleClient.id,
    GOOGLE_CLIENT_SECRET: googleClient.secret,
    GOOGLE_ACCOUNTS_BASE_URL: google.url,
    GOOGLE_TOKEN_BASE_URL: google.url,
    GMAIL_BASE_URL: proxy.url,
    GOOGLE_PUBSUB_TOPIC: topic,
    GOOGLE_PUBSUB_ACCOUNT: pushAccount,
    GOOGLE_JWKS_URL: pubSub.keysUrl,
  });
  const webhook = `${publicUrl}/api/integrations/webhooks/gmail`;
  const person = await app.signIn();
  await connectByConsent(app, person, "gmail", (url) => google.consent(url, ana));
  await firstInbox(person);
  expect(google.watches).toEqual([`/gmail/v1/users/me/watch {"topicName":"${topic}"}`]);

  const change = (messageId: string) => ({
    emailAddress: "Ana@example.com",
    historyId: "9876543210",
    messageId,
  });
  await google.deliver(ana, mail({ id: "pushed", subject: "Pushed" }));
  const good = await pubSub.token(webhook);
  expect((await pubSub.push(webhook, change("1"), good)).status).toBe(200);
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Pushed"),
  );

  // The same delivery again, then an older one.
  await google.deliver(ana, mail({ id: "next", subject: "Next" }));
  for (const id of ["1", "3", "2", "3"]) await pubSub.push(webhook, change(id), good);
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Next"),
  );
  expect((await subjectsOf(person)).sort()).toEqual(["Next", "Pushed"]);
  const stored = () => query(app, "select event_id from webhook_events order by event_id");
  expect(await stored()).toEqual([{ event_id: "1" }, { event_id: "2" }, { event_id: "3" }]);

  // A push arrives during a check that has already read past it.
  proxy.fail(/GET .*\/messages\/\w+/, { kind: "slow", ms: 1000 });
  await google.deliver(ana, mail({ id: "slow", subject: "Slow" }));
  await pubSub.push(webhook, change("5"), good);
  await until(
    async () => proxy.seen.filter(({ path }) => /\/messages\/\w+/.test(path)).length,
    (count) => count === 3,
  );
  await google.deliver(ana, mail({ id: "meanwhile", subject: "Meanwhile" }));
  await pubSub.push(webhook, change("6"), good);
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Meanwhile"),
  );

  const now = Math.floor(Date.now() / 1000);
  const skewed = await pubSub.token(webhook, { iat: now + 200, exp: now - 200 });
  expect((await pubSub.push(webhook, change("4"), skewed)).status).toBe(200);
  const forged = {
    "of another account": await pubSub.token(webhook, { email: "somebody@evil.iam.gserviceaccount.com" }),
    "of an address nobody verified": await pubSub.token(webhook, { email_verified: false }),
    "for another receiver": await pubSub.token("https://elsewhere.example.com/push"),
    "of another issuer": await pubSub.token(webhook, { iss: "https://evil.example.com" }),
    "an hour too old": await pubSub.token(webhook, { iat: now - 7200, exp: now - 3600 }),
    "without an end": await pubSub.token(webhook, { exp: null }),
    "with a broken signature": `${good.slice(0, -6)}AAAAAA`,
    unsigned: `${Buffer.from('{"alg":"none"}').toString("base64url")}.${good.split(".")[1]}.`,
    missing: null,
  };
  for (const [kind, token] of Object.entries(forged))
    expect([kind, (await pubSub.push(webhook, change(kind), token)).status]).toEqual([kind, 401]);
  expect(await stored()).toHaveLength(6);

  // In URL-safe base64 without padding; then unwrapped, with and without an id in the header.
  const push = (body: object, headers: Record<string, string> = {}) =>
    fetch(webhook, {
      method: "POST",
      headers: { authorization: `Bearer ${good}`, ...headers },
      body: JSON.stringify(body),
    });
  const raw = { emailAddress: "ana@example.com", historyId: 77 };
  const data = Buffer.from(JSON.stringify({ ...raw, more: "???>>>" })).toString("base64url");
  expect(data).toMatch(/[-_]/);
  await push({ message: { data, messageId: 71 } });
  await push(raw, { "x-goog-pubsub-message-id": "72" });
  await push(raw);
  expect((await stored()).map(({ event_id }) => event_id)).toEqual(
    expect.arrayContaining(["71", "72", "ana@example.com 77"]),
  );
  expect(await stored()).toHaveLength(9);

  const empty = await fetch(webhook, {
    method: "POST",
    headers: { authorization: `Bearer ${good}` },
    body: "{}",
  });
  expect(empty.status).toBe(200);
  expect(await stored()).toHaveLength(9);

  const account = await accountOf(person, "gmail");
  await person.delete(`/api/integrations/${account.id}`);
  expect(google.watches.at(-1)).toContain("/users/me/stop");
});

test("INT-8 Gmail: refuses every push while no service account is configured", async () => {
  const pubSub = await startPubSub();
  const app = await startTestApp({ GOOGLE_JWKS_URL: pubSub.keysUrl });
  const webhook = `${app.url}/api/integrations/webhooks/gmail`;
  const change = { emailAddress: ana, historyId: "1", messageId: "1" };
  expect((await pubSub.push(webhook, change, await pubSub.token(webhook))).status).toBe(401);
});

const broken = await startReceiver((response) => response.writeHead(500).end("Try later"));
const closed = "http://127.0.0.1:1/certs";

test.each([
  ["can't be fetched", closed],
  ["are answered with an error", broken.url],
])(
  "INT-8 Gmail: while Google's keys %s, a push is left for later, and nothing else is blamed",
  async (_, keys) => {
    const pubSub = await startPubSub();
    const app = await startTestApp({ GOOGLE_PUBSUB_ACCOUNT: pushAccount, GOOGLE_JWKS_URL: keys });
    const webhook = `${app.url}/api/integrations/webhooks/gmail`;
    const change = { emailAddress: ana, historyId: "1", messageId: "1" };
    const answer = await pubSub.push(webhook, change, await pubSub.token(webhook));
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { message: "Google's keys are unavailable. Deliver this again later.", code: "unavailable" },
    ]);
  },
);
