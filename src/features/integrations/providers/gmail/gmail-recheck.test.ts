import { expect, test } from "vitest";
import { startGmailMailboxes } from "../../../../../test/stand-ins/gmail-mailboxes";
import { query } from "../../../../../test/support/collecting";
import {
  accountOf,
  collect,
  firstInbox,
  mail,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";

const { startMailbox, startConnected } = await startGmailMailboxes();

test("INT-8 Gmail: finds emails deleted, trashed or restored while history was unavailable, up to 30 days back", async () => {
  const { app, google, ana, deliver, person, proxy, connect } = await startMailbox();
  const ids = new Map<string, string>();
  for (const [subject, days] of [
    ["Destroyed", 20],
    ["Binned", 15],
    ["Archived", 10],
    ["Kept", 29],
  ] as const)
    ids.set(subject, await deliver(mail({ id: subject, subject, daysAgo: days })));
  ids.set("Junk", await deliver(mail({ id: "junk", subject: "Junk", daysAgo: 12 }), ["SPAM"]));
  await connect();
  await firstInbox(person);
  const account = await accountOf(person, "gmail");
  // Simulates an email that arrived 31 days ago and was deleted since.
  const old = await deliver(mail({ id: "old", subject: "Old" }));
  await collect(person, account);
  await query(
    app,
    "update messages set created_at = now() - interval '31 days' where subject = 'Old' and team_id = $1",
    [person.teamId],
  );
  const of = (subject: string) => ids.get(subject) as string;
  await google.destroy(ana, old);
  await google.destroy(ana, of("Destroyed"));
  await google.label(ana, of("Binned"), { addLabelIds: ["TRASH"], removeLabelIds: ["INBOX"] });
  await google.label(ana, of("Archived"), { removeLabelIds: ["INBOX"] });
  await google.label(ana, of("Junk"), { addLabelIds: ["INBOX"], removeLabelIds: ["SPAM"] });
  await google.forgetHistory(ana);
  proxy.seen.splice(0);
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Junk", "Kept", "Old"]);
  // Three emails are fetched by id: the two that are gone and the new one.
  expect(proxy.seen.filter(({ path }) => /\/messages\/\w+/.test(path))).toHaveLength(3);

  // The recheck ran once; the history continues from there.
  proxy.seen.splice(0);
  await collect(person, account);
  expect(proxy.seen.filter(({ path }) => path.includes("/messages"))).toEqual([]);
});

test("INT-8 Gmail: an incomplete, interrupted or refused list removes nothing", async () => {
  const mails = ["One", "Two", "Three"].map((subject) => mail({ id: subject, subject, daysAgo: 3 }));
  const { google, ana, deliver, person, account, proxy } = await startConnected(mails);
  const everything = ["One", "Three", "Two"];
  const loseHistory = async () => {
    // Gmail keeps an empty history, so add something first.
    await deliver(mail({ id: "junk", subject: "Junk" }), ["SPAM"]);
    await google.forgetHistory(ana);
  };
  const empty = { kind: "status", status: 200, body: { resultSizeEstimate: 0 } } as const;
  await loseHistory();
  proxy.fail(/GET .*\/messages\?/, empty, 2);
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(everything);

  await loseHistory();
  const more = { messages: [], nextPageToken: "again" };
  proxy.fail(/GET .*\/messages\?.*maxResults=500/, { kind: "status", status: 200, body: more }, 100);
  proxy.seen.splice(0);
  await collect(person, account);
  proxy.heal();
  expect((await subjectsOf(person)).sort()).toEqual(everything);
  expect(proxy.seen.filter(({ path }) => path.includes("maxResults=500"))).toHaveLength(40);
  expect(proxy.seen.filter(({ path }) => path.includes("format=minimal"))).toEqual([]);

  await loseHistory();
  proxy.fail(/GET .*\/messages\?.*maxResults=500/, { kind: "status", status: 500 });
  expect((await syncNow(person, account)).body.message).toBe("Gmail has a problem on its side (500).");
  expect((await subjectsOf(person)).sort()).toEqual(everything);
  proxy.fail(/GET .*\/messages\?.*maxResults=500/, { kind: "status", status: 400 });
  await deliver(mail({ id: "four", subject: "Four" }));
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Four", ...everything]);
});
