import { beforeAll, expect, test } from "vitest";
import { allClosed, startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { healthOf, query } from "../../../../../test/support/collecting";
import { collect, mail, subjectsOf, syncNow } from "../../../../../test/support/mail-journey";
import type { Person } from "../../../../../test/support/person";
import { makeRecheckDue } from "../../../../../test/support/recheck-due";
import type { QuarantinedItem } from "../../contract";

const started = startMailboxes();
beforeAll(() => started);

const reasonsOf = async (person: Person, account: { id: string }) =>
  (await person.get<QuarantinedItem[]>(`/api/integrations/${account.id}/quarantine`)).body.map(
    ({ reason }) => reason,
  );

/** Commands that name a UID. */
const naming = (uid: number, field: string) => new RegExp(`^UID FETCH (\\d+,)*${uid}(,\\d+)* .*${field}`);
const cut = { kind: "cut", when: "before" } as const;
const lost = "The connection to 127.0.0.1 was lost.";
const refused = { kind: "answer", text: "NO [SERVERBUG] broken" } as const;
const failing = "127.0.0.1 has a problem on its side.";

test.each([
  ["always ends the connection", "BODY", cut, lost],
  ["is always refused", "BODY", refused, failing],
  ["ends the connection when its size is asked for", "SIZE", cut, lost],
] as const)(
  "INT-8 Email: a mail that %s is found among 50 by halves, and the others arrive",
  async (_name, field, fault, sentence) => {
    const { imap, person, account, deliver } = await (await started).startConnected();
    for (let at = 1; at <= 50; at++) deliver(mail({ id: `m${at}`, subject: `Mail ${at}` }));
    imap.fail(naming(17, field), fault, 1000);
    for (let check = 0; check < 3; check++)
      expect((await syncNow(person, account)).body.message).toBe(sentence);
    imap.seen.splice(0);
    expect((await syncNow(person, account)).body).toEqual({ stored: 49 });
    // 50, 25, 13, 7, 4, 2, 1, with the other half of each. No answer is asked for twice.
    const reads = imap.seen.filter((command) => command.startsWith("UID FETCH") && command.includes(field));
    expect(reads.length).toBeLessThanOrEqual(14);
    expect(await subjectsOf(person)).not.toContain("Mail 17");
    expect(await reasonsOf(person, account)).toEqual(["The mail server fails on this email."]);
    expect(await healthOf(person)).toMatchObject({ healthStatus: "warning", quarantined: 1 });
    // From now on, it costs nothing.
    imap.seen.splice(0);
    expect((await syncNow(person, account)).body).toEqual({ stored: 0 });
    expect(imap.seen.filter((command) => command.startsWith("UID FETCH"))).toEqual([]);
    imap.heal();
    await person.post(`/api/integrations/${account.id}/quarantine/retry`, {});
    await collect(person, account);
    expect(await subjectsOf(person)).toContain("Mail 17");
    expect(await reasonsOf(person, account)).toEqual([]);
    await allClosed(imap);
  },
);

test.each([
  ["no connection", /./],
  ["no mail that can be read", /^UID FETCH .*BODY/],
])("INT-8 Email: with %s at all, the account fails, and no mail is given up", async (name, matching) => {
  const { imap, person, account, deliver } = await (await started).startConnected();
  for (let at = 1; at <= 20; at++) deliver(mail({ id: `m${at}`, subject: `Mail ${at}` }));
  imap.fail(matching, cut, 10_000);
  for (let check = 0; check < 5; check++) expect((await syncNow(person, account)).status).toBe(502);
  const { quarantined } = await healthOf(person, ({ healthStatus }) => healthStatus === "error");
  // With a login but nothing else, a few are tried in each check.
  expect(quarantined).toBe(name === "no connection" ? 0 : 10);
  imap.heal();
  await person.post(`/api/integrations/${account.id}/quarantine/retry`, {});
  await collect(person, account);
  expect(await subjectsOf(person)).toHaveLength(20);
  expect(await reasonsOf(person, account)).toEqual([]);
});

test.each([
  ["is refused", refused, failing, "The server doesn't let Zippy read the folder “INBOX”."],
  ["ends the connection", cut, lost, "The server doesn't answer when Zippy reads the folder “INBOX”."],
] as const)(
  "INT-8 Email: an inbox that %s is named in Health and doesn't hold up the sent folder",
  async (name, fault, sentence, reason) => {
    const { imap, ana, person, account, deliver } = await (await started).startConnected([
      mail({ id: "one", subject: "One" }),
    ]);
    const send = (subject: string) =>
      deliver(mail({ id: subject, subject, from: ana, to: "jonas@example.org" }), { folder: "Sent Mail" });
    deliver(mail({ id: "two", subject: "Two" }));
    imap.fail(/^EXAMINE "?INBOX/, fault, 1000);
    send("Mine");
    for (let check = 0; check < 3; check++)
      expect((await syncNow(person, account)).body.message).toBe(sentence);
    // What the server answers is told from a lost connection, which may concern all folders.
    expect((await subjectsOf(person)).sort()).toEqual(name === "is refused" ? ["Mine", "One"] : ["One"]);
    send("Mine too");
    await collect(person, account);
    expect((await subjectsOf(person)).sort()).toEqual(["Mine", "Mine too", "One"]);
    expect(await reasonsOf(person, account)).toEqual([reason]);
    expect(await healthOf(person)).toMatchObject({ healthStatus: "warning", quarantined: 1 });
    send("Mine again");
    await collect(person, account);
    expect(await subjectsOf(person)).toHaveLength(4);
    imap.heal();
    await collect(person, account);
    expect(await subjectsOf(person)).toContain("Two");
    expect(await reasonsOf(person, account)).toEqual([]);
    await allClosed(imap);
  },
);

test("INT-8 Email: a mail that the sent folder's server refuses doesn't hold up the other sent mails", async () => {
  const { imap, ana, person, account, deliver } = await (await started).startConnected();
  for (let at = 1; at <= 8; at++)
    deliver(mail({ id: `m${at}`, subject: `Mail ${at}`, from: ana }), { folder: "Sent Mail" });
  imap.fail(naming(3, "BODY"), refused, 1000);
  deliver(mail({ id: "in", subject: "In" }));
  // First the folder is left out; once it is known to fail, the mail is looked for.
  expect((await syncNow(person, account)).body).toEqual({ stored: 1 });
  for (let check = 0; check < 3; check++) expect((await syncNow(person, account)).status).toBe(502);
  await collect(person, account);
  expect(await subjectsOf(person)).toHaveLength(8);
  expect(await reasonsOf(person, account)).toEqual(["The mail server fails on this email."]);
});

test("INT-8 Email: a trash folder that can't be read holds up no mail", async () => {
  const { imap, ana, person, account, deliver } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  imap.fail(/^EXAMINE "?Bin/, refused, 1000);
  imap.move(ana, "INBOX", 1, "Bin");
  deliver(mail({ id: "two", subject: "Two" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  expect(await reasonsOf(person, account)).toEqual([
    "The server fails when Zippy looks for emails deleted from “INBOX”.",
  ]);
  imap.heal();
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["Two"]);
  expect(await reasonsOf(person, account)).toEqual([]);
});

test("INT-8 Email: a folder that ends every recheck holds up no mail", async () => {
  const { app, imap, ana, person, account, deliver } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  imap.move(ana, "INBOX", 1, "Archive");
  await collect(person, account);
  await makeRecheckDue(app, account.id);
  imap.fail(/^EXAMINE "?Archive/, cut, 1000);
  const sentence = "The mail server fails when Zippy looks for emails that were moved or deleted.";
  for (let check = 0; check < 3; check++)
    expect((await syncNow(person, account)).body.message).toBe(sentence);
  deliver(mail({ id: "two", subject: "Two" }));
  await collect(person, account);
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  expect(await reasonsOf(person, account)).toEqual([sentence]);
  imap.heal();
  await query(app, "update quarantine set retry_at = null where account_id = $1", [account.id]);
  await makeRecheckDue(app, account.id);
  await collect(person, account);
  expect(await reasonsOf(person, account)).toEqual([]);
});
