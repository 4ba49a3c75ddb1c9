import { expect, test } from "vitest";
import { startOutlookMailboxes } from "../../../../../test/stand-ins/outlook-mailboxes";
import { healthOf, query } from "../../../../../test/support/collecting";
import {
  accountOf,
  collect,
  firstInbox,
  mail,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";

const { startMailbox, startConnected } = await startOutlookMailboxes();

test("INT-8 Outlook: finds emails deleted, trashed or moved while the position was lost, up to 30 days back", async () => {
  const { app, microsoft, ana, person, proxy, connect, deliver } = await startMailbox();
  const ids = new Map<string, string>();
  for (const [subject, days] of [
    ["Destroyed", 20],
    ["Binned", 15],
    ["Archived", 10],
    ["Kept", 29],
    ["Late", 12],
  ] as const)
    ids.set(subject, deliver(mail({ id: subject, subject, daysAgo: days })));
  const junk = deliver(mail({ id: "junk", subject: "Junk", daysAgo: 12 }), "junkemail");
  await connect();
  await firstInbox(person);
  const account = await accountOf(person, "outlook");
  // Simulates an email that arrived 31 days ago and was deleted since.
  const old = deliver(mail({ id: "old", subject: "Old" }));
  await collect(person, account);
  await query(
    app,
    "update messages set created_at = now() - interval '31 days' where subject = 'Old' and team_id = $1",
    [person.teamId],
  );
  const of = (subject: string) => ids.get(subject) as string;
  microsoft.mail.destroy(ana, old);
  microsoft.mail.destroy(ana, of("Destroyed"));
  microsoft.mail.move(ana, of("Binned"), "deleteditems");
  microsoft.mail.move(ana, of("Archived"), "archive");
  microsoft.mail.move(ana, junk, "inbox");
  microsoft.mail.forgetLinks();
  microsoft.mail.listAtATime(2);
  proxy.seen.splice(0);
  await collect(person, account);
  microsoft.mail.listAtATime(1000);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Junk", "Kept", "Late", "Old"]);
  // Only the missing emails are fetched by id.
  expect(
    proxy.seen.filter(({ path }) => /\/messages\/[^/]+\?/.test(path) && !path.includes("delta")),
  ).toHaveLength(2);

  // From then on deletions are reported again, even of older emails.
  microsoft.mail.destroy(ana, of("Late"));
  proxy.seen.splice(0);
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Junk", "Kept", "Old"]);
  expect(proxy.seen.filter(({ path }) => path.includes("/me/messages?"))).toEqual([]);
});

test("INT-8 Outlook: an incomplete, interrupted or refused list removes nothing", async () => {
  const mails = ["One", "Two", "Three"].map((subject) => mail({ id: subject, subject, daysAgo: 3 }));
  const { microsoft, deliver, person, account, proxy } = await startConnected(mails);
  const everything = ["One", "Three", "Two"];
  const list = /GET .*\/me\/messages\?/;
  microsoft.mail.forgetLinks();
  proxy.fail(list, { kind: "status", status: 200, body: { value: [] } });
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(everything);

  microsoft.mail.forgetLinks();
  const again = "https://graph.microsoft.com/v1.0/me/messages?%24skip=2";
  proxy.fail(list, { kind: "status", status: 200, body: { value: [], "@odata.nextLink": again } }, 100);
  proxy.seen.splice(0);
  await collect(person, account);
  proxy.heal();
  expect((await subjectsOf(person)).sort()).toEqual(everything);
  expect(proxy.seen.filter(({ path }) => path.includes("/me/messages?"))).toHaveLength(40);
  expect(proxy.seen.filter(({ path }) => path.includes("parentFolderId") && /messages\//.test(path))).toEqual(
    [],
  );

  microsoft.mail.forgetLinks();
  proxy.fail(list, { kind: "status", status: 500 });
  expect((await syncNow(person, account)).body.message).toBe("Outlook has a problem on its side (500).");
  expect((await subjectsOf(person)).sort()).toEqual(everything);
  proxy.fail(list, { kind: "status", status: 400 });
  deliver(mail({ id: "four", subject: "Four" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Four", ...everything]);
});

test("INT-8 Outlook: in a mailbox without a junk folder, moved emails stay", async () => {
  const { microsoft, ana, deliver, person, account, proxy } = await startConnected([mail({ id: "first" })]);
  const [moved, destroyed] = ["Moved", "Destroyed"].map((subject) => deliver(mail({ id: subject, subject })));
  await collect(person, account);
  microsoft.mail.move(ana, moved as string, "archive");
  microsoft.mail.destroy(ana, destroyed as string);
  const missing = { kind: "status", status: 404, body: { error: { code: "ErrorFolderNotFound" } } } as const;
  proxy.fail(/GET .*\/mailFolders\/junkemail/, missing, 9);
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Moved", "Quote"]);
});

test("INT-5 Outlook: Health counts emails that a rule files away before they are read", async () => {
  const { app, microsoft, ana, deliver, person, account } = await startConnected([
    mail({ id: "read", subject: "Read" }),
  ]);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const leftOut = async () => (await healthOf(person)).ignored;
  /** Lets the next check list all folders, as if the last list was three hours ago. */
  const listSoon = () =>
    query(
      app,
      `update connections set cursor = jsonb_set(cursor, '{filedSince}', to_jsonb($2::text)) where account_id = $1`,
      [account.id, hoursAgo(3).toISOString()],
    );
  // What was there before, what is read, and what is no correspondence isn't left out.
  deliver(mail({ id: "before", date: hoursAgo(5) }), "Projects");
  deliver(mail({ id: "fresh", subject: "Fresh", date: hoursAgo(2) }));
  const moved = deliver(mail({ id: "moved", subject: "Moved", date: hoursAgo(2) }));
  for (const folder of ["junkemail", "deleteditems", "drafts", "sentitems"])
    deliver(mail({ id: folder, date: hoursAgo(2) }), folder);
  await collect(person, account);
  microsoft.mail.move(ana, moved, "Projects");
  await listSoon();
  await collect(person, account);
  expect(await leftOut()).toEqual([]);

  for (const id of ["filed-1", "filed-2"]) deliver(mail({ id, date: hoursAgo(2) }), "Projects");
  deliver(mail({ id: "new", date: new Date() }), "Projects");
  microsoft.mail.listAtATime(5);
  await collect(person, account);
  expect(await leftOut()).toEqual([]);
  await listSoon();
  await collect(person, account);
  microsoft.mail.listAtATime(1000);
  const reason = "moved to another folder before Zippy read it, for example by a rule";
  expect(await leftOut()).toEqual([{ reason, count: 2 }]);
});
