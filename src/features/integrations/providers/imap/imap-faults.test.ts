import { beforeAll, expect, test } from "vitest";
import { allClosed, startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { endRetryPause, healthOf, until } from "../../../../../test/support/collecting";
import {
  accountOf,
  collect,
  mail,
  mailWithFile,
  storedRows,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";

const started = startMailboxes();
beforeAll(() => started);

test("INT-7 Email: a wrong password returns a clear sentence and connects nothing", async () => {
  const { imap, person, tryToConnect } = await (await started).startMailbox();
  const { status, body } = await tryToConnect({ password: "hunter2hunter2" });
  expect(status).toBe(502);
  expect(body.message).toContain("127.0.0.1 rejected the user name or password.");
  expect(JSON.stringify(body)).not.toContain("hunter2");
  expect((await person.get("/api/integrations/health")).body).toEqual([]);
  await allClosed(imap);
});

test("INT-5 Email: after a password change, Health asks you to reconnect and no email is lost", async () => {
  const { app, imap, ana, person, account, deliver, tryToConnect } = await (await started).startConnected([
    mail({ id: "one" }),
  ]);
  imap.setPassword(ana, "a new one");
  deliver(mail({ id: "two", subject: "While it was changed" }));
  const refused = await syncNow(person, account);
  expect(refused.status).toBe(502);
  expect(refused.body.message).toContain("rejected the user name or password");
  const metric = await healthOf(person, ({ healthStatus }) => healthStatus !== "healthy");
  expect(metric).toMatchObject({ needsReconnect: true, healthStatus: "warning" });
  expect(metric.actionableAdvice).toContain("reconnect the account");
  expect((await accountOf(person, "imap")).status).toBe("connected");

  expect((await tryToConnect({ password: "a new one" })).body).toMatchObject({ id: account.id });
  await until(
    () => subjectsOf(person),
    (subjects) => subjects.includes("While it was changed"),
  );
  expect(await storedRows(app, person)).toHaveLength(2);
});

test.each([
  ["cannot log in right now", /credentials/, "NO [UNAVAILABLE] later", "can't accept logins right now"],
  [
    "has too many callers",
    /credentials/,
    "NO [ALERT] Too many simultaneous connections.",
    "can't accept logins",
  ],
  ["refuses a command", /^EXAMINE/, "NO [SERVERBUG] broken", "has a problem on its side"],
  ["refuses a search", /^UID SEARCH/, "NO broken", "has a problem on its side"],
  ["does not understand", /^UID FETCH/, "BAD what", "has a problem on its side"],
  [
    "asks to wait",
    /^EXAMINE/,
    "NO Request is throttled. Suggested Backoff Time: 700 milliseconds",
    "is limiting requests",
  ],
])(
  "INT-5 Email: a server that %s is retried, and no email is lost",
  async (_name, matching, text, sentence) => {
    const { app, imap, person, account, deliver } = await (await started).startConnected();
    deliver(mail({ id: "one", subject: "One" }));
    imap.fail(matching, { kind: "answer", text });
    expect((await syncNow(person, account)).body.message).toContain(sentence);
    expect(await healthOf(person)).toMatchObject({
      healthStatus: "warning",
      healthMessage: expect.stringContaining(sentence),
    });
    await endRetryPause(app, account.id);
    await collect(person, account);
    expect(await subjectsOf(person)).toEqual(["One"]);
  },
);

test.each([
  ["at the login", /credentials/, "before"],
  ["before the folders are named", /^LIST/, "before"],
  ["before a folder is opened", /^EXAMINE/, "before"],
  ["instead of the search", /^UID SEARCH/, "before"],
  ["before the sizes", /^UID FETCH .*SIZE/, "before"],
  ["before the mails", /^UID FETCH .*BODY/, "before"],
  ["in the middle of the mails", /^UID FETCH .*BODY/, "in-answer"],
] as const)("INT-8 Email: no email is lost when the connection is cut %s", async (_name, matching, when) => {
  const { imap, person, account, deliver } = await (await started).startConnected();
  deliver(mail({ id: "one", subject: "One" }));
  deliver(mailWithFile("papers", "contract.pdf", 3000));
  imap.fail(matching, { kind: "cut", when });
  expect((await syncNow(person, account)).body.message).toBe("The connection to 127.0.0.1 was lost.");
  expect((await accountOf(person, "imap")).status).toBe("connected");
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["One", "Papers"]);
  await allClosed(imap);
});

test("INT-8 Email: waits for a slow server", async () => {
  const { imap, person, account, deliver } = await (await started).startConnected();
  deliver(mail({ id: "one", subject: "One" }));
  imap.fail(/./, { kind: "slow", ms: 150 }, 100);
  await collect(person, account);
  imap.heal();
  expect(await subjectsOf(person)).toEqual(["One"]);
});
