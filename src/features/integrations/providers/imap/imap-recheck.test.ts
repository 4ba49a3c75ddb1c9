import { beforeAll, expect, test, vi } from "vitest";
import { startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { query } from "../../../../../test/support/collecting";
import { collect, mail, storedRows, subjectsOf, syncNow } from "../../../../../test/support/mail-journey";
import { makeRecheckDue } from "../../../../../test/support/recheck-due";
import { recheckFolders } from "./recheck";

const started = startMailboxes();
beforeAll(() => started);

/**
 * A mailbox whose emails have these subjects and the UIDs 1, 2, … `recheck` runs one as if hours had passed.
 */
async function startWith(...subjects: string[]) {
  const mails = subjects.map((subject) => mail({ id: subject.toLowerCase(), subject, daysAgo: 3 }));
  const mailbox = await (await started).startConnected(mails);
  const { app, imap, person, account } = mailbox;
  const left = async () => (await subjectsOf(person)).sort();
  const recheck = async () => {
    await makeRecheckDue(app, account.id);
    imap.seen.splice(0);
    await collect(person, account);
    return left();
  };
  return { ...mailbox, left, recheck };
}

test("INT-8 Email: an email deleted without passing the trash leaves the inbox within hours, a moved one stays", async () => {
  const { imap, ana, person, account, left, recheck } = await startWith("Gone", "Moved", "Kept");
  imap.move(ana, "INBOX", 1);
  imap.move(ana, "INBOX", 2, "Archive");
  imap.seen.splice(0);
  await collect(person, account);
  expect(await left()).toEqual(["Gone", "Kept", "Moved"]);
  expect(imap.seen.filter((command) => command.includes("Archive"))).toEqual([]);

  expect(await recheck()).toEqual(["Kept", "Moved"]);
  expect(imap.seen.filter((command) => /message-id/i.test(command))).not.toEqual([]);
  // Its new location is known now, so confirming it requires no reading.
  expect(await recheck()).toEqual(["Kept", "Moved"]);
  expect(imap.seen.filter((command) => command.includes("FETCH"))).toEqual([]);
  imap.move(ana, "Archive", 1, "Bin");
  expect(await recheck()).toEqual(["Kept"]);
});

test("INT-8 Email: an email moved back to the inbox returns, and its later deletion is found", async () => {
  const { app, imap, ana, person, account, left, recheck } = await startWith("Gone", "Kept");
  imap.move(ana, "INBOX", 1, "Bin");
  await collect(person, account);
  expect(await left()).toEqual(["Kept"]);
  imap.move(ana, "Bin", 1, "INBOX");
  expect(await recheck()).toEqual(["Gone", "Kept"]);
  imap.move(ana, "INBOX", 3);
  expect(await recheck()).toEqual(["Kept"]);
  expect(await storedRows(app, person)).toHaveLength(2);
});

test("INT-8 Email: after a mailbox is re-indexed, its emails are recognized and deletions are found", async () => {
  const { imap, ana, person, account, left, recheck } = await startWith("Gone", "Kept", "Later");
  imap.move(ana, "INBOX", 1);
  imap.renumber(ana, "INBOX");
  await collect(person, account);
  expect(await left()).toEqual(["Kept", "Later"]);
  imap.move(ana, "INBOX", 2);
  expect(await recheck()).toEqual(["Kept"]);
});

test("INT-8 Email: of two emails with the same Message-ID, only the deleted one leaves", async () => {
  const { imap, ana, deliver, person, account, recheck } = await startWith("Kept");
  const twin = (subject: string, text: string) => mail({ id: "twin", subject, text, daysAgo: 2 });
  deliver(twin("One", "Please call me back."));
  deliver(twin("Two", "Please call me back. -- sent through a list"));
  await collect(person, account);
  imap.move(ana, "INBOX", 2);
  expect(await recheck()).toEqual(["Kept", "Two"]);
});

test("INT-8 Email: a recheck never removes emails that are older than 30 days or can't be recognized", async () => {
  const { app, imap, ana, deliver, person, account, recheck } = await startWith("Old", "Kept");
  deliver(mail({ id: "x", subject: "Nameless", daysAgo: 2 }).replace(/^Message-ID:.*\r\n/, ""));
  deliver(mail({ id: "x", subject: "Odd", daysAgo: 2 }).replace("<x@example.org>", "<ä@example.org>"));
  await collect(person, account);
  await query(
    app,
    "update messages set created_at = now() - interval '31 days' where subject = 'Old' and team_id = $1",
    [person.teamId],
  );
  for (const uid of [1, 3, 4]) imap.move(ana, "INBOX", uid);
  expect(await recheck()).toEqual(["Kept", "Nameless", "Odd", "Old"]);
});

test("INT-8 Email: a folder that can't be read completely removes nothing", async () => {
  const { imap, ana, deliver, recheck } = await startWith("Gone", "Kept");
  imap.move(ana, "INBOX", 1);
  const everything = ["Gone", "Kept"];
  deliver(mail({ id: "other", subject: "Elsewhere" }), { folder: "Archive" });
  imap.fail(/^EXAMINE "?Archive/, { kind: "answer", text: "NO [UNAVAILABLE] later" });
  expect(await recheck()).toEqual(everything);
  imap.fail(/^UID SEARCH (?!.*UID)/, { kind: "answer", text: "NO [LIMIT] not now" });
  expect(await recheck()).toEqual(everything);
  // The folder lists an email but doesn't return it.
  imap.fail(/MESSAGE-ID/i, { kind: "answer", text: "OK nothing found" });
  expect(await recheck()).toEqual(everything);
  expect(imap.seen.filter((command) => /message-id/i.test(command))).toHaveLength(1);
  imap.heal();
  expect(await recheck()).toEqual(["Kept"]);
});

test("INT-8 Email: an interrupted recheck removes nothing and runs again", async () => {
  const { app, imap, ana, person, account, left } = await startWith("Gone", "Kept");
  imap.move(ana, "INBOX", 1);
  for (const when of ["before", "in-answer"] as const) {
    await makeRecheckDue(app, account.id);
    imap.fail(/MESSAGE-ID/i, { kind: "cut", when });
    expect((await syncNow(person, account)).status).toBe(502);
    expect(await left()).toEqual(["Gone", "Kept"]);
  }
  await collect(person, account);
  expect(await left()).toEqual(["Kept"]);
});

test("INT-8 Email: new emails don't wait for a recheck that keeps failing", async () => {
  const { app, imap, ana, deliver, person, account, left } = await startWith("Gone", "Kept");
  imap.move(ana, "INBOX", 1);
  deliver(mail({ id: "new", subject: "New" }));
  await makeRecheckDue(app, account.id);
  imap.fail(/MESSAGE-ID/i, { kind: "cut", when: "before" }, 2);
  // It got further than the previous check, so it counts as progress, not as a failure.
  expect(await syncNow(person, account)).toMatchObject({ status: 200, body: { stored: 1 } });
  expect(await left()).toEqual(["Gone", "Kept", "New"]);
  expect((await syncNow(person, account)).status).toBe(502);
});

test("INT-8 Email: on a slow server, a recheck removes nothing and fails no check", async () => {
  const gone = [
    { externalId: "gone@example.org#1", threadKey: null, sentAt: new Date(), locations: ["INBOX/1/7"] },
  ];
  const folders: string[] = [];
  const slow = {
    open: async (path: string) => {
      folders.push(path);
      vi.setSystemTime(Date.now() + 90_000);
      return { uidValidity: "1", mails: 0 };
    },
    search: async () => [],
    messageIds: async () => new Map(),
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  const found = await recheckFolders(slow, { stored: async () => gone }, ["INBOX", "A", "B", "C"]);
  vi.useRealTimers();
  expect(found).toEqual({ emptied: [], moved: [] });
  expect(folders).toEqual(["INBOX", "INBOX", "A"]);
});
