import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../test/stand-ins/gmail-mailboxes";
import { startOutlookMailboxes } from "../../../../test/stand-ins/outlook-mailboxes";
import { accountOf, collect, mail, subjectsOf, syncNow } from "../../../../test/support/mail-journey";
import { ProviderFailure } from "../providers/provider";
import { openQuarantine } from "./quarantine";

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

test("a message is quarantined after three failed checks and given up after two days", async () => {
  await expect(openQuarantine([], 2).attempt("a", failing)).rejects.toThrow("It broke.");
  const quarantine = openQuarantine([], 3);
  expect(await quarantine.attempt("a", failing, true)).toBeUndefined();
  expect(quarantine.kept).toMatchObject([{ id: "a", sent: true }]);
  const over = new Date(Date.now() - 1).toISOString();
  // Entries that are already quarantined need no failures.
  const later = openQuarantine([...quarantine.kept, { id: "b", sent: false, until: over }], 0);
  await later.attempt("a", failing);
  await later.attempt("b", failing);
  expect(later.kept).toEqual(quarantine.kept);
  expect(await later.attempt("a", () => Promise.resolve(1))).toBe(1);
  expect(later.kept).toEqual([]);
});

test("an unreachable source, or one that fails on too many messages, is a failure", async () => {
  const unreachable = new ProviderFailure("unavailable", "It could not be reached.");
  const quarantine = openQuarantine([], 9);
  await expect(quarantine.attempt("a", () => Promise.reject(unreachable))).rejects.toBe(unreachable);
  for (let at = 0; at < 500; at++) await quarantine.attempt(String(at), failing);
  await expect(quarantine.attempt("one more", failing)).rejects.toThrow("It broke.");
});
