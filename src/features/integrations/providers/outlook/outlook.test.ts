import { expect, test } from "vitest";
import { microsoftClient } from "../../../../../test/stand-ins/microsoft";
import { startOutlookMailboxes } from "../../../../../test/stand-ins/outlook-mailboxes";
import { endRetryPause, healthOf, query, until } from "../../../../../test/support/collecting";
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

const { startMailbox, startConnected, webhook } = await startOutlookMailboxes();

test("INT-8 Outlook: connect, collect 30 days, follow changes, disconnect", async () => {
  const { app, microsoft, ana, person, connect, deliver } = await startMailbox();
  deliver(mail({ id: "old", subject: "Too old", daysAgo: 31 }));
  deliver(mail({ id: "first", subject: "Quote", daysAgo: 29 }));
  deliver(
    mail({
      id: "second",
      subject: "Re: Quote",
      from: "Ana at work <ana@alias.example>",
      to: "jonas@example.org",
      text: "You will have it tomorrow.",
      daysAgo: 5,
      headers: ["In-Reply-To: <first@example.org>", "References: <first@example.org>"],
    }),
    "sentitems",
  );
  deliver(
    mail({
      id: "news",
      subject: "Our autumn news",
      from: "News <news@shop.example>",
      headers: ["List-Unsubscribe: <mailto:off@shop.example>"],
      daysAgo: 4,
    }),
  );
  deliver(mailWithFile("papers", "contract.pdf", 3000));
  deliver(mail({ id: "junk", subject: "You won" }), "junkemail");
  microsoft.mail.deliver(ana, mail({ id: "draft", subject: "Half written" }), "inbox", true);

  expect(await connect()).toBe("/integrations?connected=outlook");
  const messages = await firstInbox(person);
  expect(messages.map(({ subject }) => subject)).toEqual(["Papers", "Our autumn news", "Re: Quote", "Quote"]);
  expect(messages[3]).toMatchObject({
    channel: "outlook",
    sender: "Jonas Weber",
    senderAddress: "jonas@example.org",
    content: "Please send me the revised quote by Friday.",
    aiAnalysis: { hasTask: true },
    problem: null,
  });
  expect(messages[0]?.attachments).toEqual([{ name: "contract.pdf", type: "application/pdf", size: 3000 }]);
  const rows = await storedRows(app, person);
  expect(rows.map(({ from_owner }) => from_owner)).toEqual([false, true, false, false]);
  expect(rows.map(({ bulk }) => bulk)).toEqual([false, false, true, false]);
  expect(rows[1]?.thread_key).toBe(rows[0]?.thread_key);
  expect(rows[0]?.external_id).toMatch(/^first@example\.org#[\w-]{22}$/);

  const { body: context } = await person.get(`/api/messages/${messages[3]?.id}/context`);
  expect(context).toMatchObject({ source: { name: "Outlook", url: expect.stringMatching(/^https:/) } });

  const account = await accountOf(person, "outlook");
  expect(account).toMatchObject({ accountEmail: ana, accountName: "Ana Costa", status: "connected" });
  expect((await person.get<{ message: string }>(`/api/integrations/${account.id}/test`)).body).toEqual({
    success: true,
    message: `Outlook responded: ${ana}`,
  });
  deliver(mail({ id: "third", subject: "Invoice" }));
  await collect(person, account);
  expect(await subjectsOf(person)).toContain("Invoice");

  const pushing = () => microsoft.mail.subscriptions.filter(({ owner }) => owner === ana);
  expect(pushing()).toHaveLength(1);
  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  expect(pushing()).toEqual([]);
  deliver(mail({ id: "fourth", subject: "After the end" }));
  expect((await syncNow(person, account)).status).toBe(404);
  expect(await inboxOf(person)).toHaveLength(5);
});

test("INT-8 Outlook: the consent uses state, PKCE and offline access; a callback works only once", async () => {
  const { app, microsoft, ana, person } = await startMailbox();
  let callback = "";
  const ended = await connectByConsent(app, person, "outlook", async (url) => {
    const query = new URL(url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: microsoftClient.id,
      code_challenge_method: "S256",
      response_type: "code",
      scope: "offline_access Mail.Read User.Read",
    });
    expect(query.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    callback = await microsoft.consent(url, ana);
    return callback;
  });
  expect(ended).toBe("/integrations?connected=outlook");
  const again = await fetch(callback, { headers: { cookie: person.cookie }, redirect: "manual" });
  expect(again.headers.get("location")).toBe("/integrations?failed=outlook&problem=expired");
});

test("INT-8 Outlook: a code that Microsoft rejects connects nothing", async () => {
  const { app, microsoft, ana, person } = await startMailbox();
  const ended = await connectByConsent(app, person, "outlook", async (url) => {
    const back = new URL(await microsoft.consent(url, ana));
    back.searchParams.set("code", "guessed");
    return back.href;
  });
  expect(ended).toBe("/integrations?failed=outlook&problem=provider");
});

test("INT-2 Outlook: a server that Microsoft doesn't recognize gets a clear error and connects nothing", async () => {
  const other = await startOutlookMailboxes({ MICROSOFT_CLIENT_SECRET: "an earlier one" });
  const { connect } = await other.startMailbox();
  expect(await connect()).toBe("/integrations?failed=outlook&problem=client");
});

test("INT-2 Outlook: the card names the missing settings and where to find them", async () => {
  const app = await startTestApp();
  const person = await app.signIn();
  const { body } = await person.get<{ id: string; missing: { name: string; where: string }[] }[]>(
    "/api/integrations/providers",
  );
  const missing = body.find(({ id }) => id === "outlook")?.missing;
  expect(missing?.map(({ name }) => name)).toEqual(["MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"]);
  expect(missing?.[1]?.where).toContain("Certificates & secrets");
});

test("INT-8 Outlook: deleted emails leave the inbox, archived ones stay, restored ones return", async () => {
  const { microsoft, ana, deliver, person, account } = await startConnected();
  const binned = deliver(mail({ id: "binned", subject: "Binned" }));
  const destroyed = deliver(mail({ id: "destroyed", subject: "Destroyed" }));
  const archived = deliver(mail({ id: "archived", subject: "Archived" }));
  const junk = deliver(mail({ id: "junk", subject: "Junk" }));
  await collect(person, account);
  expect(await subjectsOf(person)).toHaveLength(4);

  microsoft.mail.move(ana, binned, "deleteditems");
  microsoft.mail.move(ana, archived, "archive");
  microsoft.mail.move(ana, junk, "junkemail");
  microsoft.mail.destroy(ana, destroyed);
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["Archived"]);

  microsoft.mail.move(ana, binned, "inbox");
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Binned"]);
});

test("INT-8 Outlook: an email that was only read or flagged is not fetched again, even if Microsoft changes it", async () => {
  const { app, microsoft, ana, deliver, person, account, proxy } = await startConnected();
  const id = deliver(mail({ id: "one", subject: "One", text: "--boundary-1" }));
  await collect(person, account);
  microsoft.mail.touch(ana, id, mail({ id: "one", subject: "One", text: "--boundary-2" }));
  await collect(person, account);
  expect(await storedRows(app, person)).toHaveLength(1);
  expect(proxy.seen.filter(({ path }) => path.endsWith("/$value"))).toHaveLength(1);
});

test("INT-8 Outlook: a large mailbox arrives page by page, each email once", async () => {
  const mails = Array.from({ length: 120 }, (_, at) =>
    mail({ id: `m${at}`, subject: `Mail ${at}`, daysAgo: 1 + at / 10 }),
  );
  const { app, person, proxy, microsoft } = await startConnected(mails);
  const rows = await storedRows(app, person);
  expect(rows).toHaveLength(120);
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(120);
  expect(proxy.seen.filter(({ path }) => path.includes("/inbox/messages/delta"))).toHaveLength(3);
  expect(microsoft.url).not.toBe(proxy.url);
});

test("INT-8 Outlook: of a mailbox with more emails than Graph's changes begin with, the rest arrives too, in both folders", async () => {
  const { app, microsoft, deliver, connect, person } = await startMailbox();
  for (const folder of ["inbox", "sentitems"])
    for (let at = 0; at < 130; at++)
      deliver(mail({ id: `${folder}-${at}`, subject: `${folder} ${at}`, daysAgo: 1 + at / 10 }), folder);
  microsoft.mail.beginWith(60);
  await connect();
  await firstInbox(person);
  microsoft.mail.beginWith(5000);
  const subjects = (await storedRows(app, person)).map(({ subject }) => subject);
  expect(subjects).toHaveLength(260);
  expect(new Set(subjects).size).toBe(260);
  const account = await accountOf(person, "outlook");
  deliver(mail({ id: "new", subject: "New", date: new Date() }));
  await collect(person, account);
  expect((await storedRows(app, person)).map(({ subject }) => subject)).toContain("New");
});

test("INT-8 Outlook: after a 410, emails since the last check are read again without duplicates", async () => {
  const { app, microsoft, deliver, person, account } = await startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  deliver(mail({ id: "two", subject: "Two", date: new Date() }));
  microsoft.mail.forgetLinks();
  await collect(person, account);
  expect((await storedRows(app, person)).map(({ subject }) => subject)).toEqual(["One", "Two"]);
  deliver(mail({ id: "three", subject: "Three", date: new Date() }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Three", "Two"]);
});

test("INT-8 Outlook: an expired token is refreshed with a single-use token; a revoked grant asks you to reconnect, and no email is lost", async () => {
  const { app, microsoft, deliver, person, account, connect } = await startConnected();
  const before = microsoft.used.length;
  for (const subject of ["First", "Second"]) {
    microsoft.expireTokens();
    deliver(mail({ id: subject, subject }));
    await collect(person, account);
  }
  expect(await subjectsOf(person)).toHaveLength(2);
  const used = microsoft.used.slice(before);
  expect(new Set(used).size).toBe(2);

  microsoft.withdraw();
  deliver(mail({ id: "third", subject: "While it was withdrawn" }));
  const { status, body } = await syncNow(person, account);
  expect(status).toBe(502);
  expect(body.message).toBe("Zippy's access to Outlook was revoked. Connect the account again.");
  const metric = await healthOf(person, ({ healthStatus }) => healthStatus === "error");
  expect(metric.actionableAdvice).toContain("Reconnect");

  expect(await connect()).toBe("/integrations?connected=outlook");
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.length === 3,
  );
  expect(await storedRows(app, person)).toHaveLength(3);
  expect((await accountOf(person, "outlook")).id).toBe(account.id);
});

test.each([
  ["429 with Retry-After", 429, { "retry-after": "1234" }, "Outlook is limiting requests for now."],
  ["503 with Retry-After", 503, { "retry-after": "1234" }, "Outlook has a problem on its side (503)."],
  ["500", 500, {}, "Outlook has a problem on its side (500)."],
])(
  "INT-8 Outlook: %s is reported and retried, and no email is lost",
  async (_name, status, headers, sentence) => {
    const { app, deliver, person, account, proxy } = await startConnected();
    deliver(mail({ id: "one", subject: "One" }));
    deliver(mail({ id: "two", subject: "Two" }));
    proxy.fail(/GET .*\/messages\/.*value/, { kind: "status", status, headers });
    expect((await syncNow(person, account)).body.message).toBe(sentence);
    const metric = await healthOf(person, ({ healthStatus }) => healthStatus === "warning");
    const wait = (Date.parse(metric.nextSyncAt ?? "") - Date.now()) / 1000;
    expect(wait).toBeGreaterThan("retry-after" in headers ? 1100 : 200);
    await endRetryPause(app, account.id);
    await collect(person, account);
    expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  },
);

test("INT-8 Outlook: waits for a slow response and retries a cut one", async () => {
  const { deliver, person, account, proxy } = await startConnected();
  deliver(mail({ id: "one", subject: "One" }));
  proxy.fail(/GET .*\/delta/, { kind: "slow", ms: 700 });
  await collect(person, account);
  deliver(mail({ id: "two", subject: "Two" }));
  proxy.fail(/GET .*value/, { kind: "cut", when: "in-answer" });
  expect((await syncNow(person, account)).body.message).toBe("Outlook could not be reached.");
  proxy.fail(/GET .*\/delta/, { kind: "cut", when: "before" });
  expect((await syncNow(person, account)).body.message).toBe("Outlook could not be reached.");
  await collect(person, account);
  expect(await subjectsOf(person)).toHaveLength(2);
});

test("INT-8 Outlook: the account stays connected while Microsoft can't refresh tokens", async () => {
  const { app, microsoft, deliver, person, account } = await startConnected();
  deliver(mail({ id: "one", subject: "One" }));
  microsoft.expireTokens();
  microsoft.failTokens(503);
  expect((await syncNow(person, account)).body.message).toBe("Microsoft has a problem on its side (503).");
  microsoft.failTokens(429);
  expect((await syncNow(person, account)).body.message).toBe("Microsoft is limiting requests for now.");
  expect((await accountOf(person, "outlook")).status).toBe("connected");
  await endRetryPause(app, account.id);
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["One"]);
});

test("API-6 Outlook: no token appears in a response, or readable in the database", async () => {
  const { app, person, account, proxy } = await startConnected();
  const token = proxy.seen
    .find(({ path }) => path.includes("/delta"))
    ?.authorization?.slice("Bearer ".length);
  expect(token).toBeTruthy();
  const answers = await Promise.all(
    ["/api/integrations/providers", "/api/integrations/health", `/api/integrations/${account.id}/test`].map(
      async (path) => JSON.stringify((await person.get(path)).body),
    ),
  );
  expect(answers.join("\n")).not.toContain(token);
  expect(answers.join("\n")).not.toContain(microsoftClient.secret);
  expect(JSON.stringify(await query(app, "select * from connections"))).not.toContain(token);
});

test("INT-8 Outlook: a push delivers an email at once and only once, and only Graph can push", async () => {
  const { app, microsoft, ana, webhook, deliver, person, account } = await startConnected();
  const [subscription] = microsoft.mail.subscriptions.filter(({ owner }) => owner === ana);
  expect(subscription).toMatchObject({ resource: "me/mailFolders('inbox')/messages" });
  const {
    id: subscriptionId,
    clientState,
    notificationUrl,
  } = subscription as NonNullable<typeof subscription>;
  expect(notificationUrl).toMatch(new RegExp(`^${webhook}/[\\w-]+$`));

  const change = (tag: string, fields: object = {}) => ({
    subscriptionId,
    clientState,
    changeType: "created",
    resource: `Users/u/Messages/${tag}`,
    subscriptionExpirationDateTime: "2026-11-20T18:23:45.9356913Z",
    resourceData: { "@odata.type": "#Microsoft.Graph.Message", "@odata.etag": `W/"${tag}"`, id: tag },
    tenantId: "84bd8158-6d4d-4958-8b9f-9d6445542f95",
    ...fields,
  });
  const push = (value: object[], to = notificationUrl) =>
    fetch(to, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ value }),
    });
  const events = () =>
    query<{ count: number }>(app, "select count(*)::int from webhook_events where account = $1", [
      decodeURIComponent(notificationUrl.split("/").at(-1) ?? ""),
    ]);

  deliver(mail({ id: "pushed", subject: "Pushed" }));
  expect((await push([change("1")])).status).toBe(200);
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Pushed"),
  );
  deliver(mail({ id: "next", subject: "Next" }));
  for (const tag of ["3", "2", "3", "1"]) await push([change(tag)]);
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Next"),
  );
  expect((await subjectsOf(person)).sort()).toEqual(["Next", "Pushed"]);
  expect(await events()).toEqual([{ count: 3 }]);

  expect((await push([change("4", { clientState: "guessed" })])).status).toBe(401);
  expect((await push([change("4"), change("5", { clientState: "guessed" })])).status).toBe(401);
  expect((await push([change("4", { clientState: undefined })])).status).toBe(401);
  expect((await push([change("4")], `${webhook}/somebody-else`)).status).toBe(401);
  expect((await fetch(notificationUrl, { method: "POST", body: "not json" })).status).toBe(401);
  // Without a notification, nothing proves that Graph sent it.
  expect((await push([])).status).toBe(401);
  expect((await fetch(notificationUrl)).status).toBe(401);
  expect(await events()).toEqual([{ count: 3 }]);

  // Graph has ended the subscription. The next check creates another.
  microsoft.mail.subscriptions.splice(0);
  const lifecycle = { subscriptionId, clientState, lifecycleEvent: "subscriptionRemoved", tenantId: "t" };
  expect((await push([lifecycle])).status).toBe(200);
  await until(
    async () => microsoft.mail.subscriptions.filter(({ owner }) => owner === ana),
    (made) => made.length === 1,
  );

  // Shortly before it expires, the subscription is extended, not duplicated.
  const [made] = microsoft.mail.subscriptions.filter(({ owner }) => owner === ana);
  const before = made?.expirationDateTime;
  await until(
    () => syncNow(person, account),
    ({ status }) => status === 200,
  );
  await query(
    app,
    "update connections set subscription_ends_at = now() + interval '1 hour' where account_id = $1",
    [account.id],
  );
  await collect(person, account);
  const [after, ...more] = microsoft.mail.subscriptions.filter(({ owner }) => owner === ana);
  expect(more).toEqual([]);
  expect(after?.id).toBe(made?.id);
  expect(after?.expirationDateTime).not.toBe(before);
});

test("INT-8 Outlook: echoes Graph's validation token as plain text", async () => {
  const question = `${webhook}/x?validationToken=${encodeURIComponent("abc def <b>&")}`;
  const response = await fetch(question, { method: "POST" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/plain");
  expect(await response.text()).toBe("abc def <b>&");
});
