import { beforeAll, expect, test } from "vitest";
import { allClosed, imapPassword, startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { query, until } from "../../../../../test/support/collecting";
import {
  collect,
  inboxOf,
  mail,
  storedRows,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";
import type { Person } from "../../../../../test/support/person";
import type { HealthMetric, QuarantinedItem } from "../../contract";

const started = startMailboxes();
beforeAll(() => started);

const bothHealthy = (person: Person) =>
  until(
    async () => (await person.get<HealthMetric[]>("/api/integrations/health")).body,
    (metrics) => metrics.length === 2 && metrics.every(({ healthStatus }) => healthStatus === "healthy"),
  );

test("INT-8 Email: mail that arrives while a large mailbox is still being read comes first", async () => {
  const { app, imap, person, deliver, connect } = await (await started).startMailbox();
  for (let at = 0; at < 70; at++) deliver(mail({ id: `m${at}`, subject: `Mail ${at}`, daysAgo: 3 }));
  imap.seen.splice(0);
  imap.fail(/^UID FETCH 2[0-9,:]* .*BODY/, { kind: "cut", when: "before" });
  const account = await connect();
  await until(
    () => storedRows(app, person),
    (rows) => rows.length === 50,
  );
  await allClosed(imap);
  deliver(mail({ id: "new", subject: "New", daysAgo: 0 }));
  imap.seen.splice(0);
  await collect(person, account);
  expect(await storedRows(app, person)).toHaveLength(71);
  const read = imap.seen
    .filter((command) => command.includes("BODY"))
    .map((command) => command.split(" ")[2]);
  expect(read).toHaveLength(1);
  expect(read[0]?.split(",")).toContain("71");
});

test("INT-8 Email: an email that is deleted and restored in place returns", async () => {
  const { imap, ana, person, account, deliver } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
    mail({ id: "two", subject: "Two" }),
  ]);
  const never = deliver(mail({ id: "three", subject: "Three" }), { flags: ["\\Deleted"] });
  imap.flag(ana, "INBOX", 1, "\\Deleted");
  await collect(person, account);
  expect(await subjectsOf(person)).toEqual(["Two"]);
  imap.unflag(ana, "INBOX", 1, "\\Deleted");
  imap.unflag(ana, "INBOX", never, "\\Deleted");
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Three", "Two"]);
  imap.seen.splice(0);
  await collect(person, account);
  expect(imap.seen.filter((command) => command.includes("BODY"))).toEqual([]);
});

test("INT-8 Email: one mailbox under two server names shows each mail once", async () => {
  const { app, person, account, tryToConnect, deliver } = await (await started).startConnected([
    mail({ id: "one" }),
  ]);
  const { body: again } = await tryToConnect({ host: "localhost" });
  expect(again.id).not.toBe(account.id);
  await bothHealthy(person);
  deliver(mail({ id: "two", subject: "Two" }));
  await Promise.all([collect(person, account), collect(person, { ...account, id: again.id })]);
  expect(await storedRows(app, person)).toHaveLength(2);
});

test("INT-8 Email: a mail to two mailboxes of one person shows once, until one of them deletes it", async () => {
  const { app, imap, ana, person, account, deliver, tryToConnect } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  const second = `second-${ana}`;
  imap.addAccount(second, imapPassword);
  imap.deliver(second, mail({ id: "one", subject: "One" }));
  imap.deliver(second, mail({ id: "two", subject: "Two", from: `Ana <${ana.replace("@", "+x@")}>` }));
  await tryToConnect({ user: second });
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("Two"),
  );
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Two"]);
  const rows = await query<{ subject: string; from_owner: boolean }>(
    app,
    "select subject, from_owner from messages where team_id = $1 and deleted_at is null order by subject",
    [person.teamId],
  );
  // The second copy comes from the person's other mailbox.
  expect(rows).toEqual([
    { subject: "One", from_owner: false },
    { subject: "Two", from_owner: true },
  ]);

  const [one] = await inboxOf(person).then((all) => all.filter(({ subject }) => subject === "One"));
  await person.patch(`/api/messages/${one?.id}`, { status: "resolved" });
  imap.move(ana, "INBOX", 1, "Bin");
  await collect(person, account);
  const after = (await inboxOf(person)).find(({ subject }) => subject === "One");
  // The same message, which the other mailbox has now.
  expect(after).toMatchObject({ id: one?.id, status: "resolved" });
  deliver(mail({ id: "one", subject: "One" }));
  deliver(mail({ id: "three", subject: "Three" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Three", "Two"]);
});

test("INT-8 Email: a sent folder that can't be read is named in Health and doesn't hold up the inbox", async () => {
  const { imap, ana, person, account, deliver } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  deliver(mail({ id: "two", subject: "Two" }));
  deliver(mail({ id: "mine", subject: "Mine", from: ana, to: "jonas@example.org" }), { folder: "Sent Mail" });
  imap.fail(/^EXAMINE "?Sent Mail/, { kind: "answer", text: "NO [SERVERBUG] broken" });
  const quarantined = async () =>
    (await person.get<QuarantinedItem[]>(`/api/integrations/${account.id}/quarantine`)).body.map(
      ({ reason }) => reason,
    );
  expect((await syncNow(person, account)).body).toEqual({ stored: 1 });
  expect(await quarantined()).toEqual(["The server doesn't let Zippy read the folder “Sent Mail”."]);
  expect((await syncNow(person, account)).body).toEqual({ stored: 1 });
  expect(await quarantined()).toEqual([]);
  expect((await subjectsOf(person)).sort()).toEqual(["Mine", "One", "Two"]);
});

test("INT-8 Email: a folder that is empty and gets new numbers with each check makes no mail be read again", async () => {
  const { imap, ana, person, account, deliver } = await (await started).startConnected([mail({ id: "one" })]);
  for (const subject of ["Two", "Three"]) {
    imap.renumber(ana, "Sent Mail");
    imap.seen.splice(0);
    const uid = deliver(mail({ id: subject, subject }));
    await collect(person, account);
    const read = imap.seen.filter((command) => command.includes("BODY"));
    expect(read.map((command) => command.split(" ")[2])).toEqual([String(uid)]);
  }
});

test("INT-8 Email: a mailbox connected in another way takes over its messages", async () => {
  const { app, imap, ana, person, account, tryToConnect } = await (await started).startConnected([
    mail({ id: "one", subject: "One" }),
  ]);
  const [one] = await inboxOf(person);
  await person.patch(`/api/messages/${one?.id}`, { status: "resolved" });
  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  const { body } = await tryToConnect({ host: "localhost" });
  const again = { ...account, id: body.id };
  await collect(person, again);
  expect(await inboxOf(person)).toMatchObject([{ id: one?.id, status: "resolved" }]);
  // Deletions are followed there.
  imap.move(ana, "INBOX", 1, "Bin");
  await collect(person, again);
  expect((await storedRows(app, person)).map(({ deleted }) => deleted)).toEqual([true]);
});

test("INT-8 Email: sharing a private mailbox shows the team what it has in common with one that stays private", async () => {
  const { app, imap, ana, person, tryToConnect, deliver } = await (await started).startMailbox();
  const colleague = await app.signIn();
  await query(app, "insert into team_members (team_id, user_id, role) values ($1, $2, 'member')", [
    person.teamId,
    colleague.user.id,
  ]);
  const second = `second-${ana}`;
  imap.addAccount(second, imapPassword);
  deliver(mail({ id: "one", subject: "One" }));
  imap.deliver(second, mail({ id: "one", subject: "One" }));
  await tryToConnect({ onlyMe: true });
  await until(
    () => subjectsOf(person),
    ({ length }) => length === 1,
  );
  await tryToConnect({ user: second, onlyMe: true });
  await bothHealthy(person);
  const seen = async () =>
    (await colleague.get<unknown[]>(`/api/teams/${person.teamId}/messages?limit=50`)).body.length;
  expect(await seen()).toBe(0);
  await tryToConnect({ user: second });
  expect(await seen()).toBe(1);
});
