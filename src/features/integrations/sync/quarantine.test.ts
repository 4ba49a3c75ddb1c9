import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../test/stand-ins/gmail-mailboxes";
import { startOutlookMailboxes } from "../../../../test/stand-ins/outlook-mailboxes";
import { healthOf, query, until } from "../../../../test/support/collecting";
import { accountOf, collect, mail, subjectsOf, syncNow } from "../../../../test/support/mail-journey";
import { ProviderFailure } from "../providers/provider";
import { entriesInCursor, openQuarantine } from "./quarantine";
import { countIn } from "./quarantine-entry";

const broken = { kind: "status", status: 500 } as const;
const gmail = await startGmailMailboxes();
const outlook = await startOutlookMailboxes();

type Mailbox = Awaited<ReturnType<(typeof gmail | typeof outlook)["startConnected"]>>;

/** Runs checks that fail for the same reason until the message is quarantined. */
async function failThrice({ person, account }: Pick<Mailbox, "person" | "account">, sentence: string) {
  for (let check = 0; check < 3; check++)
    expect((await syncNow(person, account)).body.message).toBe(sentence);
}

const sorted = async ({ person }: Pick<Mailbox, "person">) => (await subjectsOf(person)).sort();

test("INT-8 Gmail: an email that keeps failing doesn't block the others, and arrives once it is readable", async () => {
  const mailbox = await gmail.startConnected([mail({ id: "first", subject: "First" })]);
  const { person, account, proxy, deliver } = mailbox;
  const bad = await deliver(mail({ id: "bad", subject: "Bad" }));
  await deliver(mail({ id: "good", subject: "Good" }));
  proxy.fail(new RegExp(`GET .*/messages/${bad}`), broken, 100);
  await failThrice(mailbox, "Gmail has a problem on its side (500).");
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  // From now on it no longer fails the checks.
  await collect(person, account);
  proxy.heal();
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["Bad", "First", "Good"]);
  proxy.seen.splice(0);
  await collect(person, account);
  expect(proxy.seen.filter(({ path }) => path.includes("/messages/"))).toEqual([]);
});

test("INT-8 Gmail: an email that keeps failing doesn't block the recheck after lost history", async () => {
  const mailbox = await gmail.startConnected(
    ["One", "Two"].map((subject) => mail({ id: subject, subject, daysAgo: 3 })),
  );
  const { google, ana, person, account, proxy, deliver } = mailbox;
  // Gmail assigns the ids, so match the requests for the deleted email by its id.
  const gone = await deliver(mail({ id: "gone", subject: "Gone" }));
  await collect(person, account);
  await google.destroy(ana, gone);
  await deliver(mail({ id: "junk", subject: "Junk" }), ["SPAM"]);
  await google.forgetHistory(ana);
  proxy.fail(new RegExp(`GET .*/messages/${gone}`), broken, 100);
  await failThrice(mailbox, "Gmail has a problem on its side (500).");
  await deliver(mail({ id: "new", subject: "New" }));
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["Gone", "New", "One", "Two"]);
  proxy.heal();
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["New", "One", "Two"]);
});

test("INT-8 Outlook: an email that keeps failing doesn't block the others, and arrives once it is readable", async () => {
  const mailbox = await outlook.startConnected([mail({ id: "first", subject: "First" })]);
  const { person, account, proxy, deliver } = mailbox;
  const bad = deliver(mail({ id: "bad", subject: "Bad" }), "sentitems");
  deliver(mail({ id: "good", subject: "Good" }));
  proxy.fail(new RegExp(`GET .*/messages/${encodeURIComponent(bad)}/`), broken, 100);
  await failThrice(mailbox, "Outlook has a problem on its side (500).");
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  proxy.heal();
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["Bad", "First", "Good"]);
});

test("INT-8 Outlook: an email that keeps failing doesn't block the recheck after a lost position", async () => {
  const mailbox = await outlook.startConnected([mail({ id: "one", subject: "One", daysAgo: 3 })]);
  const { microsoft, ana, person, account, proxy, deliver } = mailbox;
  const gone = deliver(mail({ id: "gone", subject: "Gone" }));
  await collect(person, account);
  microsoft.mail.destroy(ana, gone);
  microsoft.mail.forgetLinks();
  proxy.fail(new RegExp(`GET .*/messages/${encodeURIComponent(gone)}\\?`), broken, 100);
  await failThrice(mailbox, "Outlook has a problem on its side (500).");
  deliver(mail({ id: "new", subject: "New" }));
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["Gone", "New", "One"]);
  proxy.heal();
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["New", "One"]);
  expect(await accountOf(person, "outlook")).toMatchObject({ status: "connected" });
});

const failing = () => Promise.reject(new ProviderFailure("unavailable", "It broke.", { status: 502 }));

const refused = () => Promise.reject(new ProviderFailure("refused", "Not this one."));

test.each([
  ["an error of the source", failing, "It broke."],
  ["a refusal", refused, "Not this one."],
  [
    "something unreadable",
    async () => JSON.parse("<html>"),
    "Zippy can't read it. The server's log may say more.",
  ],
])("%s quarantines an entry after three failed checks, until it works", async (_name, work, reason) => {
  await expect(openQuarantine([], 2).attempt("a", work)).rejects.toThrow();
  const quarantine = openQuarantine([], 3);
  expect(await quarantine.attempt("a", work, { sent: true })).toBeUndefined();
  const { kept } = quarantine.takeChanges();
  expect(kept).toMatchObject([{ id: "a", details: { sent: true }, reason, tries: 1, retryAt: null }]);
  expect(quarantine.takeChanges()).toEqual({ kept: [], left: [] });
  // Entries that are already quarantined need no failures.
  const later = openQuarantine(kept, 0);
  expect(await later.attempt("a", work)).toBeUndefined();
  expect(later.takeChanges().kept).toMatchObject([{ id: "a", details: { sent: true }, tries: 2 }]);
  expect(await later.attempt("a", () => Promise.resolve(1))).toBe(1);
  expect(later.takeChanges()).toEqual({ kept: [], left: ["a"] });
});

test("an entry is never given up: it is tried again with pauses of at most a day, unless someone dismisses it", async () => {
  const entry = { id: "a", details: {}, reason: "It broke.", tries: 1, retryAt: null, dismissed: false };
  let entries = [entry] as ReturnType<ReturnType<typeof openQuarantine>["takeChanges"]>["kept"];
  for (let check = 0; check < 60; check++) {
    const quarantine = openQuarantine(
      entries.map((one) => ({ ...one, retryAt: null })),
      0,
    );
    await quarantine.attempt("a", failing);
    entries = quarantine.takeChanges().kept;
    expect(entries).toHaveLength(1);
  }
  const [stubborn] = entries;
  expect(stubborn?.retryAt?.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000);
  const waiting = openQuarantine(entries, 0);
  expect(waiting.due).toEqual([]);
  expect(await waiting.attempt("a", () => Promise.resolve(1))).toBeUndefined();
  const dismissed = openQuarantine([{ ...entry, dismissed: true }], 9);
  expect(await dismissed.attempt("a", () => Promise.resolve(1))).toBeUndefined();
  expect(dismissed.takeChanges()).toEqual({ kept: [], left: [] });
});

test("entries of a cursor from an earlier version are kept", () => {
  const cursor = { historyId: "1", quarantine: [{ id: "m1", sent: true, until: "2026-01-01T00:00:00Z" }] };
  expect(entriesInCursor(cursor)).toMatchObject([{ id: "m1", details: { sent: true }, retryAt: null }]);
  expect(entriesInCursor(null)).toEqual([]);
});

const unreachable = () => Promise.reject(new ProviderFailure("unavailable", "It could not be reached."));
const rejected = () => Promise.reject(new ProviderFailure("rejected", "Our access was turned down."));
const throwing = async () => (undefined as unknown as { body: string }).body.length;

test.each([
  ["no answer", unreachable, 2],
  ["an error of the source", failing, 1],
  ["rejected access", rejected, 1],
  ["an error in our own reader", throwing, 1],
])("%s sets an entry aside only while the account answers everything else", async (_name, work, calls) => {
  let tries = 0;
  const counted = () => {
    tries++;
    return work();
  };
  const calm = openQuarantine([], 3, { othersAnswer: async () => true });
  expect(await calm.attempt("a", counted)).toBeUndefined();
  expect(tries).toBe(calls);
  expect(calm.takeChanges().kept).toMatchObject([{ id: "a", tries: 1 }]);

  if (work === throwing) return;
  for (const othersAnswer of [async () => false, () => Promise.reject(new Error("down"))]) {
    const outage = openQuarantine([], 9, { othersAnswer });
    await expect(outage.attempt("a", work)).rejects.toThrow();
    expect(outage.takeChanges()).toEqual({ kept: [], left: [] });
  }
});

test("what answers at its second try isn't set aside", async () => {
  let tries = 0;
  const quarantine = openQuarantine([], 3);
  const work = () => (tries++ === 0 ? unreachable() : Promise.resolve("read"));
  expect(await quarantine.attempt("a", work)).toBe("read");
  expect(quarantine.takeChanges()).toEqual({ kept: [], left: [] });
});

test("what gets no answer is tried again after an hour at first, because each try costs a time limit", async () => {
  const quarantine = openQuarantine([], 3);
  await quarantine.attempt("a", unreachable);
  const [entry] = quarantine.takeChanges().kept;
  const due = { ...entry, retryAt: null } as NonNullable<typeof entry>;
  expect(entry?.retryAt?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
  // During an outage, a try says nothing about it.
  const outage = openQuarantine([due], 0, { othersAnswer: async () => false });
  await expect(outage.attempt("a", unreachable)).rejects.toThrow("It could not be reached.");
  const later = openQuarantine([due], 0);
  expect(await later.attempt("a", unreachable)).toBeUndefined();
  const [again] = later.takeChanges().kept;
  expect(again).toMatchObject({ tries: 2 });
  expect(again?.retryAt?.getTime()).toBeGreaterThan(Date.now() + 7_100_000);
});

test("if more than a few get no answer, the source is down; the next check goes on without these few", async () => {
  const quarantine = openQuarantine([], 3);
  for (let at = 0; at < 5; at++) expect(await quarantine.attempt(String(at), unreachable)).toBeUndefined();
  await expect(quarantine.attempt("5", unreachable)).rejects.toThrow("It could not be reached.");
  expect(quarantine.takeChanges().kept).toHaveLength(5);
});

test("a limit of requests, a lost position and a lost database never set anything aside", async () => {
  const lostDatabase = Object.assign(new Error("terminated"), { code: "57P01" });
  const aborted = new DOMException("aborted", "AbortError");
  for (const error of [
    new ProviderFailure("rate_limited", "Wait."),
    new ProviderFailure("cursor_lost", "Forgotten."),
    new ProviderFailure("reconnect", "Gone."),
    lostDatabase,
    aborted,
  ]) {
    const quarantine = openQuarantine([], 9);
    await expect(quarantine.attempt("a", () => Promise.reject(error))).rejects.toBe(error);
    expect(quarantine.takeChanges()).toEqual({ kept: [], left: [] });
  }
});

test("beyond 500 entries the account goes on, and the rest is read again once half of them is gone", async () => {
  const readBefore = new Date("2026-11-12T00:00:00Z");
  const full = openQuarantine([], 3, { readBefore });
  for (let at = 0; at < 503; at++) expect(await full.attempt(String(at), failing)).toBeUndefined();
  await full.attempt("502", failing);
  expect(full.unlisted.since).toEqual(readBefore);
  const { kept } = full.takeChanges();
  expect(kept).toHaveLength(501);
  const [unlisted] = kept.filter(({ reason }) => reason.includes("too many"));
  expect(unlisted?.reason).toBe(
    "3 more entries fail, too many to list. Once half of this list is gone, Zippy reads everything since November 12, 2026 again.",
  );
  expect(countIn(unlisted?.details)).toBe(3);

  const later = openQuarantine(kept, 0, { readBefore: new Date() });
  expect(later.unlisted.startOver()).toBe(false);
  expect(later.due.map(({ id }) => id)).not.toContain(unlisted?.id);
  const half = kept.filter((entry, at) => at < 250 || entry === unlisted);
  const roomy = openQuarantine(half, 0, { readBefore: new Date() });
  expect(roomy.unlisted.startOver()).toBe(true);
  expect(roomy.unlisted.since).toEqual(readBefore);
  expect(roomy.takeChanges().kept).toMatchObject([
    { reason: expect.stringContaining("reading everything since November 12, 2026 again") },
  ]);
  // It is done when all is read, and nothing else has failed.
  roomy.unlisted.end();
  expect(roomy.takeChanges()).toEqual({ kept: [], left: [unlisted?.id] });

  // Reading again may take several runs, and fail on too much again.
  const reading = openQuarantine(half, 0);
  reading.unlisted.startOver();
  const next = openQuarantine([...kept.slice(0, 500), ...reading.takeChanges().kept], 3);
  expect(next.unlisted.startOver()).toBe(false);
  await next.attempt("one more", failing);
  next.unlisted.end();
  const [waiting] = next.takeChanges().kept;
  expect(waiting?.reason).toContain("One more entry fails, too many to list.");

  // A person who dismisses it doesn't want the rest. What fails later is listed again.
  const dismissed = openQuarantine(
    half.map((entry) => ({ ...entry, dismissed: true })),
    0,
  );
  expect(dismissed.unlisted.startOver()).toBe(false);
  expect(dismissed.takeChanges()).toEqual({ kept: [], left: [unlisted?.id] });
});

test("BEY-15 Gmail: with more failing than is listed, the others arrive, and everything arrives in the end", async () => {
  const mailbox = await gmail.startConnected([mail({ id: "first", subject: "First" })]);
  const { app, person, account, proxy, deliver } = mailbox;
  await query(
    app,
    `insert into quarantine (team_id, account_id, kind, ref, payload, reason, tries, retry_at)
     select $1, $2, 'source', 'gone' || n, '{}', 'It broke.', 99, now() + interval '1 day' from generate_series(1, 500) n`,
    [person.teamId, account.id],
  );
  const bad = await deliver(mail({ id: "bad", subject: "Bad" }));
  await deliver(mail({ id: "good", subject: "Good" }));
  proxy.fail(new RegExp(`GET .*/messages/${bad}`), broken, 100);
  await failThrice(mailbox, "Gmail has a problem on its side (500).");
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  expect(await healthOf(person)).toMatchObject({
    quarantined: 501,
    healthMessage: "501 entries fail every time and are set aside. Everything else arrives.",
    actionableAdvice: expect.stringMatching(/^One of them is too many to list\./),
  });
  proxy.heal();
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  await query(app, "delete from quarantine where account_id = $1 and ref like 'gone%' and ref > 'gone2'", [
    account.id,
  ]);
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["Bad", "First", "Good"]);
  expect((await query(app, "select from quarantine where ref not like 'gone%'")).length).toBe(0);
});

const cut = { kind: "cut", when: "in-answer" } as const;

test("INT-8 Gmail: an email that always cuts the connection is set aside; an outage sets nothing aside", async () => {
  const mailbox = await gmail.startConnected([mail({ id: "first", subject: "First" })]);
  const { app, person, account, proxy, deliver } = mailbox;
  const bad = await deliver(mail({ id: "bad", subject: "Bad" }));
  await deliver(mail({ id: "good", subject: "Good" }));
  proxy.fail(/GET .*\/(messages|profile)/, cut, 1000);
  for (let check = 0; check < 5; check++)
    expect((await syncNow(person, account)).body.message).toBe("Gmail could not be reached.");
  expect(await healthOf(person)).toMatchObject({ quarantined: 0, healthStatus: "error" });
  proxy.heal();
  proxy.fail(new RegExp(`GET .*/messages/${bad}`), cut, 1000);
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  expect(await healthOf(person)).toMatchObject({ quarantined: 1, healthStatus: "warning" });
  // It is tried again after an hour, or when someone asks for it.
  proxy.heal();
  await person.post(`/api/integrations/${account.id}/quarantine/retry`, {});
  await until(
    () => sorted(mailbox),
    ({ length }) => length === 3,
  );
  expect(await query(app, "select from quarantine where account_id = $1", [account.id])).toEqual([]);
});

test("INT-8 Outlook: an email that always cuts the connection is set aside; an outage sets nothing aside", async () => {
  const mailbox = await outlook.startConnected([mail({ id: "first", subject: "First" })]);
  const { person, account, proxy, deliver } = mailbox;
  const bad = deliver(mail({ id: "bad", subject: "Bad" }));
  deliver(mail({ id: "good", subject: "Good" }));
  proxy.fail(/GET .*(\/messages\/[^/?]+\/|inbox\?)/, cut, 1000);
  for (let check = 0; check < 5; check++)
    expect((await syncNow(person, account)).body.message).toBe("Outlook could not be reached.");
  expect(await healthOf(person)).toMatchObject({ quarantined: 0, healthStatus: "error" });
  proxy.heal();
  proxy.fail(new RegExp(`GET .*/messages/${encodeURIComponent(bad)}/`), cut, 1000);
  await collect(person, account);
  expect(await sorted(mailbox)).toEqual(["First", "Good"]);
  expect(await healthOf(person)).toMatchObject({ quarantined: 1, healthStatus: "warning" });
  proxy.heal();
  await person.post(`/api/integrations/${account.id}/quarantine/retry`, {});
  await until(
    () => sorted(mailbox),
    ({ length }) => length === 3,
  );
});
