import pg from "pg";
import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../../test/stand-ins/gmail-mailboxes";
import { endRetryPause, healthOf, query, syncSoon, until } from "../../../../../test/support/collecting";
import {
  accountOf,
  collect,
  connectByConsent,
  firstInbox,
  inboxOf,
  mail,
  mailWithFile,
  storedRows,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";
import { startTestApp } from "../../../../../test/support/test-app";

const { startMailbox, startConnected } = await startGmailMailboxes();

test("INT-8 Gmail: connect, collect 30 days, follow changes, disconnect", async () => {
  const { app, google, ana, person, proxy, connect, deliver } = await startMailbox();
  await deliver(mail({ id: "old", subject: "Too old", daysAgo: 31 }));
  await deliver(mail({ id: "first", subject: "Quote", daysAgo: 29 }));
  await deliver(
    mail({
      id: "second",
      subject: "Re: Quote",
      from: "Ana at work <ana@alias.example>",
      to: "jonas@example.org",
      text: "You will have it tomorrow.",
      daysAgo: 5,
      headers: ["In-Reply-To: <first@example.org>", "References: <first@example.org>"],
    }),
    ["SENT"],
  );
  await deliver(
    mail({
      id: "news",
      subject: "Our autumn news",
      from: "News <news@shop.example>",
      headers: ["List-Unsubscribe: <mailto:off@shop.example>"],
      daysAgo: 4,
    }),
  );
  await deliver(mailWithFile("papers", "contract.pdf", 3000));
  await deliver(mail({ id: "draft", subject: "Half written" }), ["DRAFT"]);
  await deliver(mail({ id: "spam", subject: "You won" }), ["SPAM"]);
  await deliver(mail({ id: "bin", subject: "Thrown away" }), ["TRASH"]);

  expect(await connect()).toBe("/integrations?connected=gmail");
  const messages = await firstInbox(person);
  expect(messages.map(({ subject }) => subject)).toEqual(["Papers", "Our autumn news", "Re: Quote", "Quote"]);
  expect(messages[3]).toMatchObject({
    channel: "gmail",
    sender: "Jonas Weber",
    senderAddress: "jonas@example.org",
    content: "Please send me the revised quote by Friday.",
    aiAnalysis: { hasTask: true },
    problem: null,
  });
  expect(messages[0]?.attachments).toEqual([{ name: "contract.pdf", type: "application/pdf", size: 3000 }]);
  expect(messages[2]?.aiAnalysis?.hasTask).toBe(false);
  const rows = await storedRows(app, person);
  expect(rows.map(({ from_owner }) => from_owner)).toEqual([false, true, false, false]);
  expect(rows.map(({ bulk }) => bulk)).toEqual([false, false, true, false]);
  expect(rows[1]?.thread_key).toBe(rows[0]?.thread_key);
  expect(rows[0]?.external_id).toMatch(/^first@example\.org#[\w-]{22}$/);

  const { body: context } = await person.get(`/api/messages/${messages[3]?.id}/context`);
  expect(context).toMatchObject({ source: { name: "Gmail", url: expect.stringMatching(/^https:/) } });

  const account = await accountOf(person, "gmail");
  expect(account).toMatchObject({ accountEmail: ana, accountName: "Ana Costa", status: "connected" });
  expect((await person.get<{ message: string }>(`/api/integrations/${account.id}/test`)).body).toEqual({
    success: true,
    message: `Gmail responded: ${ana}`,
  });
  await deliver(mail({ id: "third", subject: "Invoice" }));
  await collect(person, account);
  expect(await subjectsOf(person)).toContain("Invoice");

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  expect(google.revoked).toHaveLength(1);
  await deliver(mail({ id: "fourth", subject: "After the end" }));
  expect((await syncNow(person, account)).status).toBe(404);
  expect(await inboxOf(person)).toHaveLength(5);
  const requests = proxy.seen.filter(({ path }) => path.startsWith("/gmail/"));
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.every(({ authorization }) => authorization?.startsWith("Bearer google_"))).toBe(true);
});

test("INT-8 Gmail: the consent uses state, PKCE and offline access; a callback works only once", async () => {
  const { app, google, ana, person } = await startMailbox();
  let callback = "";
  const ended = await connectByConsent(app, person, "gmail", async (url) => {
    const query = new URL(url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256",
      response_type: "code",
      scope: "https://www.googleapis.com/auth/gmail.readonly openid email profile",
    });
    expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    callback = await google.consent(url, ana);
    return callback;
  });
  expect(ended).toBe("/integrations?connected=gmail");
  const again = await fetch(callback, { headers: { cookie: person.cookie }, redirect: "manual" });
  expect(again.headers.get("location")).toBe("/integrations?failed=gmail&problem=expired");
});

test("INT-8 Gmail: without permission to read mail, nothing is connected and the user is told why", async () => {
  const { app, google, ana, person } = await startMailbox();
  const ended = await connectByConsent(app, person, "gmail", (url) => {
    const unticked = new URL(url);
    unticked.searchParams.set("scope", "openid email profile");
    return google.consent(unticked.href, ana);
  });
  expect(ended).toBe("/integrations?failed=gmail&problem=not_allowed");
  expect((await person.get<unknown[]>("/api/integrations/health")).body).toEqual([]);
});

test("INT-2 Gmail: the card names the missing settings and where to find them", async () => {
  const app = await startTestApp();
  const person = await app.signIn();
  const { body } = await person.get<{ id: string; missing: { name: string; where: string }[] }[]>(
    "/api/integrations/providers",
  );
  const missing = body.find(({ id }) => id === "gmail")?.missing;
  expect(missing?.map(({ name }) => name)).toEqual(["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"]);
  expect(missing?.[0]?.where).toContain("Google Cloud console");
});

test("INT-8 Gmail: trashed, deleted and spam emails leave the inbox; restored ones return", async () => {
  const { google, ana, deliver, person, account } = await startConnected();
  const binned = await deliver(mail({ id: "binned", subject: "Binned" }));
  const deleted = await deliver(mail({ id: "deleted", subject: "Deleted" }));
  const junk = await deliver(mail({ id: "junk", subject: "No junk after all" }), ["SPAM"]);
  const kept = await deliver(mail({ id: "kept", subject: "Kept" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Binned", "Deleted", "Kept"]);

  await google.label(ana, binned, { addLabelIds: ["TRASH"], removeLabelIds: ["INBOX"] });
  await google.destroy(ana, deleted);
  await google.label(ana, junk, { addLabelIds: ["INBOX"], removeLabelIds: ["SPAM"] });
  await google.label(ana, kept, { removeLabelIds: ["INBOX", "UNREAD"] });
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Kept", "No junk after all"]);

  await google.label(ana, binned, { addLabelIds: ["INBOX"], removeLabelIds: ["TRASH"] });
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Binned", "Kept", "No junk after all"]);
});

test("INT-8 Gmail: a large mailbox arrives page by page, each email once", async () => {
  const mails = Array.from({ length: 120 }, (_, at) =>
    mail({ id: `m${at}`, subject: `Mail ${at}`, daysAgo: 1 + at / 10 }),
  );
  const { app, person, proxy } = await startConnected(mails);
  const rows = await until(
    () => storedRows(app, person),
    ({ length }) => length >= 120,
  );
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(120);
  expect(rows).toHaveLength(120);
  expect(proxy.seen.filter(({ path }) => path.includes("/messages?"))).toHaveLength(3);
});

test("INT-8 Gmail: a mailbox beyond Google's per-minute quota is read in pieces without a failure", async () => {
  const { app, deliver, person, proxy, connect } = await startMailbox();
  // The oldest email is on the second page.
  let oldest = "";
  for (let at = 0; at < 60; at++)
    oldest = await deliver(mail({ id: `m${at}`, subject: `Mail ${at}`, daysAgo: 1 + at / 10 }));
  proxy.fail(
    new RegExp(`GET .*/messages/${oldest}`),
    {
      kind: "status",
      status: 403,
      body: { error: { code: 403, errors: [{ reason: "userRateLimitExceeded" }] } },
    },
    1,
  );
  await connect();
  const paused = await until(
    () =>
      query<{ failures: number; later: boolean; kind: string; id: string }>(
        app,
        `select account_id as id, failures, next_sync_at > now() + interval '50 seconds' as later, last_failure ->> 'kind' as kind
         from connections where team_id = $1 and claimed_by is null and last_failure is not null`,
        [person.teamId],
      ),
    (rows) => rows.length === 1,
  );
  expect(paused[0]).toMatchObject({ failures: 0, later: true, kind: "rate_limited" });
  expect(await storedRows(app, person)).toHaveLength(50);
  expect(await healthOf(person)).toMatchObject({
    healthMessage: "Connected. The first check is running.",
    fetchingHistory: true,
  });
  await syncSoon(app, paused[0]?.id ?? "");
  await until(
    () => storedRows(app, person),
    (rows) => rows.length === 60,
  );
  expect(await healthOf(person, ({ fetchingHistory }) => !fetchingHistory)).toMatchObject({
    healthStatus: "healthy",
  });
});

test("INT-8 Gmail: an email that arrives while the list is read is not lost", async () => {
  const { deliver, person, proxy, connect } = await startMailbox();
  await deliver(mail({ id: "first", subject: "First" }));
  proxy.fail(/GET .*\/messages\/\w+/, { kind: "slow", ms: 600 });
  await connect();
  await until(
    async () => proxy.seen.some(({ path }) => /\/messages\/\w+/.test(path)),
    (seen) => seen,
  );
  await deliver(mail({ id: "meanwhile", subject: "Meanwhile" }));
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Meanwhile"),
  );
  expect((await subjectsOf(person)).sort()).toEqual(["First", "Meanwhile"]);
});

test("INT-8 Gmail: when history is gone, emails since the last check are read again without duplicates", async () => {
  const { app, google, ana, deliver, person, account, proxy } = await startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  await deliver(mail({ id: "two", subject: "Two", date: new Date() }));
  await google.forgetHistory(ana);
  await collect(person, account);
  expect((await storedRows(app, person)).map(({ subject }) => subject)).toEqual(["One", "Two"]);
  expect(proxy.seen.filter(({ path }) => path.includes("/history"))).not.toHaveLength(0);
  await deliver(mail({ id: "three", subject: "Three" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Three", "Two"]);
});

test("INT-8 Gmail: an expired token is refreshed; a revoked grant asks you to reconnect, and no email is lost", async () => {
  const { app, google, deliver, person, account, proxy, connect } = await startConnected();
  google.expireTokens();
  await deliver(mail({ id: "one", subject: "After the token ended" }));
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["After the token ended"]);
  expect(proxy.seen.filter(({ path }) => path === "/token")).toHaveLength(2);

  google.withdraw();
  await deliver(mail({ id: "two", subject: "While it was withdrawn" }));
  const { status, body } = await syncNow(person, account);
  expect(status).toBe(502);
  expect(body.message).toBe("Zippy's access to Gmail was revoked. Connect the account again.");
  const metric = await healthOf(person, ({ healthStatus }) => healthStatus === "error");
  expect(metric.actionableAdvice).toContain("Reconnect");
  expect((await accountOf(person, "gmail")).status).toBe("reconnect");

  expect(await connect()).toBe("/integrations?connected=gmail");
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.length === 2,
  );
  expect(await storedRows(app, person)).toHaveLength(2);
  expect((await accountOf(person, "gmail")).id).toBe(account.id);
});

test.each([
  ["429 with Retry-After", 429, {}, { "retry-after": "1234" }, "Gmail is limiting requests for now."],
  [
    "403 for the rate",
    403,
    { error: { code: 403, errors: [{ reason: "rateLimitExceeded" }] } },
    { "retry-after": "1234" },
    "Gmail is limiting requests for now.",
  ],
  ["500", 500, {}, {}, "Gmail has a problem on its side (500)."],
])(
  "INT-8 Gmail: %s is reported and retried, and no email is lost",
  async (_name, status, body, headers, sentence) => {
    const { app, deliver, person, account, proxy } = await startConnected();
    await deliver(mail({ id: "one", subject: "One" }));
    await deliver(mail({ id: "two", subject: "Two" }));
    proxy.fail(/GET .*\/messages\/\w+/, { kind: "status", status, body, headers });
    expect((await syncNow(person, account)).body.message).toBe(sentence);
    const metric = await healthOf(person, ({ healthStatus }) => healthStatus === "warning");
    const wait = (Date.parse(metric.nextSyncAt ?? "") - Date.now()) / 1000;
    expect(wait).toBeGreaterThan("retry-after" in headers ? 1100 : 200);
    await endRetryPause(app, account.id);
    await collect(person, account);
    expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  },
);

test("INT-8 Gmail: waits for a slow response and retries a cut one", async () => {
  const { deliver, person, account, proxy } = await startConnected();
  await deliver(mail({ id: "one", subject: "One" }));
  proxy.fail(/GET .*\/history/, { kind: "slow", ms: 700 });
  await collect(person, account);
  await deliver(mail({ id: "two", subject: "Two" }));
  proxy.fail(/GET .*\/messages\/\w+/, { kind: "cut", when: "in-answer" });
  expect((await syncNow(person, account)).body.message).toBe("Gmail could not be reached.");
  proxy.fail(/GET .*\/history/, { kind: "cut", when: "before" });
  expect((await syncNow(person, account)).body.message).toBe("Gmail could not be reached.");
  await collect(person, account);
  expect(await subjectsOf(person)).toHaveLength(2);
});

test("INT-8 Gmail: losing the history twice in a row is a failure, not an endless loop", async () => {
  const { person, account, proxy } = await startConnected();
  proxy.fail(/GET .*\/history/, { kind: "status", status: 404 }, 100);
  expect((await syncNow(person, account)).body.message).toBe(
    "Gmail can't tell what has changed since the last check.",
  );
  expect(proxy.seen.filter(({ path }) => path.includes("/history"))).toHaveLength(3);
  proxy.heal();
  await collect(person, account);
});

test("INT-8 Gmail: the account stays connected while Google can't refresh tokens", async () => {
  const { google, deliver, person, account, proxy } = await startConnected();
  await deliver(mail({ id: "one", subject: "One" }));
  google.expireTokens();
  // Google's client makes up to four attempts by itself.
  proxy.fail(/POST \/token/, { kind: "status", status: 503 }, 4);
  expect((await syncNow(person, account)).body.message).toBe("Gmail has a problem on its side (503).");
  expect((await accountOf(person, "gmail")).status).toBe("connected");
  proxy.heal();
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["One"]);
});

test("API-6 Gmail: no token appears in a response, or readable in the database", async () => {
  const { app, person, account } = await startConnected();
  const answers = await Promise.all(
    ["/api/integrations/providers", "/api/integrations/health", `/api/integrations/${account.id}/test`].map(
      async (path) => JSON.stringify((await person.get(path)).body),
    ),
  );
  expect(answers.join("\n")).not.toMatch(/google_|client-secret/);
  const rows = await query(app, "select * from connections");
  expect(JSON.stringify(rows)).not.toMatch(/google_/);
});

test("INT-8 Gmail: a connect that finishes while a member is leaving waits for it, without blocking it", async () => {
  const { app, person, connect } = await startMailbox();
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  // Mimics a membership change until it deletes pending connects.
  await client.query("begin");
  await client.query("select from teams where id = $1 for no key update", [person.teamId]);
  const connecting = connect();
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%' and datname = current_database()";
  await until(
    () => query(app, waiting),
    ({ length }) => length > 0,
  );
  await client.query("set local lock_timeout = '300ms'");
  await client.query("delete from connect_attempts where team_id = $1", [person.teamId]);
  await client.query("commit");
  await client.end();
  expect(await connecting).toBe("/integrations?connected=gmail");
});
