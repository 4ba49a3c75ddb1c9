import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../test/stand-ins/gmail-mailboxes";
import { startOutlookMailboxes } from "../../../../test/stand-ins/outlook-mailboxes";
import { accountOf, collect, mail, subjectsOf, syncNow } from "../../../../test/support/mail-journey";
import { ProviderFailure } from "../providers/provider";
import { entriesInCursor, openQuarantine } from "./quarantine";

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

test("an unreachable source, or one that fails on too many messages, is a failure", async () => {
  const unreachable = new ProviderFailure("unavailable", "It could not be reached.");
  const quarantine = openQuarantine([], 9);
  await expect(quarantine.attempt("a", () => Promise.reject(unreachable))).rejects.toBe(unreachable);
  for (let at = 0; at < 500; at++) await quarantine.attempt(String(at), failing);
  await expect(quarantine.attempt("one more", failing)).rejects.toThrow("It broke.");
});
