import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { allClosed, imapPassword, startMailboxes } from "../../../../../test/stand-ins/imap-mailboxes";
import { atEnd } from "../../../../../test/support/at-end";
import { endCheckPause, healthOf, query, until } from "../../../../../test/support/collecting";
import {
  collect,
  firstInbox,
  inboxOf,
  mail,
  mailWithFile,
  storedRows,
  subjectsOf,
  syncNow,
} from "../../../../../test/support/mail-journey";
import { startTestApp } from "../../../../../test/support/test-app";
import type { IntegrationProvider, Proof } from "../../contract";
import { patience } from "./visit";

const started = startMailboxes();
beforeAll(() => started);

test("INT-8 Email: connect, collect 30 days, follow changes, disconnect", async () => {
  const { app, imap, ana, person, connect, deliver } = await (await started).startMailbox();
  deliver(mail({ id: "old", subject: "Too old", daysAgo: 31 }));
  deliver(mail({ id: "edge", subject: "Too old by an hour", daysAgo: 30 + 1 / 24 }));
  deliver(mail({ id: "first", subject: "Quote", daysAgo: 29 }));
  deliver(
    mail({
      id: "second",
      subject: "Re: Quote",
      from: "Ana Costa <another-address-of-mine@example.net>",
      to: "jonas@example.org",
      text: "You will have it tomorrow.",
      daysAgo: 5,
      headers: ["In-Reply-To: <first@example.org>", "References: <first@example.org>"],
    }),
    { folder: "Sent Mail" },
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
  deliver(mail({ id: "draft", subject: "Half written" }), { folder: "Drafts" });
  deliver(mail({ id: "draft2", subject: "Half written too" }), { flags: ["\\Draft"] });
  deliver(mail({ id: "spam", subject: "You won" }), { folder: "Junk" });
  deliver(mail({ id: "bin", subject: "Thrown away" }), { folder: "Bin" });
  deliver(mail({ id: "marked", subject: "Marked as deleted" }), { flags: ["\\Deleted"] });

  const account = await connect();
  expect(account).toMatchObject({ accountEmail: ana, accountName: ana, status: "connected" });
  const messages = await firstInbox(person);
  expect(messages.map(({ subject }) => subject)).toEqual(["Papers", "Our autumn news", "Re: Quote", "Quote"]);
  expect(messages[3]).toMatchObject({
    channel: "imap",
    sender: "Jonas Weber",
    senderAddress: "jonas@example.org",
    content: "Please send me the revised quote by Friday.",
    aiAnalysis: { hasTask: true },
    problem: null,
  });
  expect(messages[0]?.attachments).toEqual([{ name: "contract.pdf", type: "application/pdf", size: 3000 }]);
  // Emails you sent are context and never a task.
  expect(messages[2]?.aiAnalysis?.hasTask).toBe(false);
  const rows = await storedRows(app, person);
  expect(rows.map(({ from_owner }) => from_owner)).toEqual([false, true, false, false]);
  expect(rows.map(({ bulk }) => bulk)).toEqual([false, false, true, false]);
  expect(rows[1]?.thread_key).toBe(rows[0]?.thread_key);
  expect(rows[0]?.external_id).toMatch(/^first@example\.org#[\w-]{22}$/);

  const tested = await person.get(`/api/integrations/${account.id}/test`);
  expect(tested.body).toEqual({ success: true, message: `Email responded: ${ana}, 7 emails in the inbox` });
  deliver(mail({ id: "third", subject: "Invoice" }));
  await collect(person, account);
  expect(await subjectsOf(person)).toContain("Invoice");
  expect(await healthOf(person)).toMatchObject({ provider: "imap", healthStatus: "healthy" });

  expect((await person.delete(`/api/integrations/${account.id}`)).status).toBe(200);
  deliver(mail({ id: "fourth", subject: "After the end" }));
  expect((await syncNow(person, account)).status).toBe(404);
  expect(await inboxOf(person)).toHaveLength(5);
  await allClosed(imap);
  const names = imap.seen.map((command) => command.split(" ")[0]);
  expect(names).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/SELECT|STORE|EXPUNGE|MOVE|COPY/)]),
  );
});

test("INT-8 Email: the next check reads only new emails, in both folders", async () => {
  const { imap, person, account, deliver, ana } = await (await started).startConnected([
    mail({ id: "one" }),
    mail({ id: "two" }),
  ]);
  expect((await syncNow(person, account)).body).toEqual({ stored: 0 });
  expect(imap.seen.filter((command) => command.startsWith("UID FETCH"))).toEqual([]);

  deliver(mail({ id: "three", subject: "Three" }));
  deliver(mail({ id: "mine", subject: "Mine", from: ana, to: "jonas@example.org" }), { folder: "Sent Mail" });
  expect((await syncNow(person, account)).body).toEqual({ stored: 2 });
  const read = imap.seen.filter((command) => command.includes("BODY"));
  expect(read.map((command) => command.split(" ")[2])).toEqual(["3", "1"]);
  expect((await syncNow(person, account)).body).toEqual({ stored: 0 });
});

test("INT-8 Email: a large mailbox arrives page by page, each email once", async () => {
  const mails = Array.from({ length: 120 }, (_, at) =>
    mail({ id: `m${at}`, subject: `Mail ${at}`, daysAgo: 1 + (120 - at) / 10 }),
  );
  const { app, imap, person, deliver, connect } = await (await started).startMailbox();
  imap.seen.splice(0);
  for (const one of mails) deliver(one);
  deliver(mail({ id: "mine", subject: "Mine" }), { folder: "Sent Mail" });
  await connect();
  await firstInbox(person);
  const rows = await storedRows(app, person);
  expect(rows).toHaveLength(121);
  expect(new Set(rows.map(({ subject }) => subject)).size).toBe(121);
  const pages = imap.seen.filter((command) => command.includes("BODY"));
  expect(pages.map((command) => command.split(" ")[2]?.split(",").length)).toEqual([50, 50, 20, 1]);
  // The newest first, over one connection.
  expect(pages[0]?.split(" ")[2]?.split(",").map(Number)).toContain(120);
  const logins = imap.seen.filter((command) => command.startsWith("AUTHENTICATE"));
  // One login checks the password; the other reads.
  expect(logins).toHaveLength(2);
});

test("INT-8 Email: a re-indexed mailbox is read again from the last check, without duplicates", async () => {
  const { app, imap, ana, person, account, deliver } = await (await started).startConnected([
    mail({ id: "one", subject: "One", daysAgo: 0.2 }),
    mail({ id: "two", subject: "Two", daysAgo: 0.1 }),
  ]);
  imap.move(ana, "INBOX", 1);
  deliver(mail({ id: "three", subject: "Three", date: new Date() }));
  // "Two" now has the UID that "One" had.
  imap.renumber(ana, "INBOX");
  expect((await syncNow(person, account)).body).toEqual({ stored: 1 });
  expect((await storedRows(app, person)).map(({ subject }) => subject)).toEqual(["One", "Two", "Three"]);
  // An email moved in from another folder keeps its arrival time.
  deliver(mail({ id: "four", subject: "Four", daysAgo: 3 }));
  expect((await syncNow(person, account)).body).toEqual({ stored: 1 });
});

test("INT-8 Email: deleted and trashed emails leave the inbox, archived ones stay, restored ones return", async () => {
  const { app, imap, ana, person, account } = await (await started).startConnected([
    mail({ id: "binned", subject: "Binned" }),
    mail({ id: "junk", subject: "Junk" }),
    mail({ id: "marked", subject: "Marked" }),
    mail({ id: "archived", subject: "Archived" }),
    mail({ id: "kept", subject: "Kept" }),
  ]);
  imap.move(ana, "INBOX", 1, "Bin");
  imap.move(ana, "INBOX", 2, "Junk");
  imap.flag(ana, "INBOX", 3, "\\Deleted");
  imap.move(ana, "INBOX", 4, "Archive");
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Kept"]);

  imap.move(ana, "Bin", 1, "INBOX");
  await collect(person, account);
  expect((await subjectsOf(person)).sort()).toEqual(["Archived", "Binned", "Kept"]);
  expect(await storedRows(app, person)).toHaveLength(5);
});

test("INT-8 Email: a huge email keeps its beginning and says so; the others arrive as usual", async () => {
  const { person, account, deliver } = await (await started).startConnected();
  const huge = Buffer.concat([
    Buffer.from(mailWithFile("huge", "film.mp4", 100)),
    Buffer.alloc(40 << 20, "A\r\n"),
  ]);
  deliver(mail({ id: "before", subject: "Before" }));
  deliver(huge);
  deliver(mail({ id: "after", subject: "After" }));
  await collect(person, account);
  const messages = await inboxOf(person);
  expect(messages.map(({ subject }) => subject).sort()).toEqual(["After", "Before", "Papers"]);
  const papers = messages.find(({ subject }) => subject === "Papers");
  expect(papers?.problem).toBe("This email is 40 MB. Only its first 25 MB were read.");
  expect(papers?.content).toContain("could you sign them by Monday?");
});

test("INT-8 Email: broken emails are stored, each with a sentence that explains it", async () => {
  const { person } = await (await started).startConnected([
    mailWithFile("cut", "contract.pdf", 300).split("--cut--")[0] as string,
    mail({ id: "charset", subject: "Charset", headers: ["Content-Type: text/plain; charset=x-martian"] }),
    "Date: Mon, 99 Foo 2026\r\n\r\nno sender, no date",
    "no headers at all\r\n\r\nbut a text",
    "",
  ]);
  const messages = await inboxOf(person);
  expect(messages.map(({ content, problem }) => [content, problem?.split(/[,;:]/)[0] ?? null])).toEqual(
    expect.arrayContaining([
      ["The papers are attached; could you sign them by Monday?", "This email is cut off"],
      [expect.stringContaining("revised quote"), 'This email uses an unknown character set ("x-martian")'],
      ["no sender, no date", null],
      ["but a text", "This email has no headers"],
      ["", "This email has no headers"],
    ]),
  );
  expect(messages).toHaveLength(5);
});

test("INT-8 Email: an email from a clock that runs an hour fast isn't dated in the future", async () => {
  const { person, account, deliver } = await (await started).startConnected();
  const soon = new Date(Date.now() + 3_600_000);
  deliver(mail({ id: "fast", subject: "Fast", date: soon }), { receivedAt: new Date() });
  await collect(person, account);
  expect(Date.parse((await inboxOf(person))[0]?.createdAt ?? "")).toBeLessThanOrEqual(Date.now());
});

test("BEY-15 Email: a message with the proof code proves that new emails arrive", async () => {
  const { app, person, account, deliver } = await (await started).startConnected();
  const path = `/api/integrations/${account.id}/proof`;
  const { code } = (await person.post<Proof>(path)).body;
  deliver(mail({ id: "proof", subject: `Test ${code}`, date: new Date() }));
  await endCheckPause(app, account.id);
  const proven = await until(
    async () => (await person.get<Proof>(path)).body,
    ({ arrivedAt }) => arrivedAt !== null,
  );
  expect(proven.messageId).toBe((await inboxOf(person))[0]?.id);
});

test("INT-7 Email: invalid connection details are refused with a sentence that says what to do", async () => {
  const { tryToConnect } = await (await started).startMailbox();
  const said = async (given: Record<string, unknown>) => (await tryToConnect(given)).body.message;
  expect(await said({ host: "imaps://imap.example.com" })).toContain("Enter only the host's name");
  expect(await said({ port: "many" })).toContain("Enter the port as a number");
  expect(await said({ user: " " })).toContain("Enter the user name");
  expect(await said({ password: "" })).toContain("Enter the password");
  expect(await said({ user: "ana\r\nA1 LOGOUT" })).toBe("The user name must be a single line.");
  expect(await said({ host: "no-such-host.invalid" })).toMatch(/no-such-host\.invalid.*(?:spelling|again)/);
  expect(await said({ port: "" })).toContain("Enter the port as a number");
  expect(await said({ port: 1 })).toBe(
    "No mail server answers at 127.0.0.1 on port 1. Check both; 993 is the usual port.",
  );
});

test("INT-7 Email: with private networks refused, no private server is contacted, whatever its name", async () => {
  const { imap } = await started;
  const closed = await startTestApp({ PRIVATE_HOSTS: "refuse" });
  const person = await closed.signIn();
  imap.seen.splice(0);
  for (const name of [
    "127.0.0.1",
    "localhost",
    "10.0.0.1",
    "::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
    "2130706433",
    "0177.0.0.1",
    "0x7f.1",
    "127.1",
  ]) {
    const fields = { teamId: person.teamId, host: name, port: imap.port, user: "ana", password: "x" };
    const { body } = await person.post<{ message: string }>("/api/integrations/imap/connect", fields);
    expect(body.message).toBe(`${name} is on a private network, which this server doesn't connect to.`);
  }
  expect(imap.seen).toEqual([]);
});

test("INT-7 Email: with private networks allowed, no cloud's metadata is contacted", async () => {
  const open = await startTestApp({ PRIVATE_HOSTS: "allow" });
  const person = await open.signIn();
  for (const host of ["169.254.169.254", "2852039166", "100.100.100.200", "fd00:ec2::254"])
    for (const port of [143, 993]) {
      const fields = { teamId: person.teamId, host, port, user: "ana", password: "x" };
      const { body } = await person.post<{ message: string }>("/api/integrations/imap/connect", fields);
      expect(body.message).toBe(
        `${host} belongs to a cloud's metadata, which this server doesn't connect to.`,
      );
    }
});

test("INT-7 Email: a port that is closed, silent, hangs up, or speaks another protocol gets the same answer", async () => {
  const { greeting } = patience;
  onTestFinished(() => {
    patience.greeting = greeting;
  });
  patience.greeting = 1000;
  const { tryToConnect } = await (await started).startMailbox();
  const listen = async (greet: (socket: Socket) => void): Promise<number> => {
    const server = createServer(greet).listen(0, "127.0.0.1");
    atEnd(() => void server.close());
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const ssh = "SSH-2.0-OpenSSH_9.9\r\n";
  const ports = [
    1,
    await listen((socket) => socket.destroy()),
    await listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")),
    await listen((socket) => socket.end(ssh)),
    await listen((socket) => socket.end("220 mail.example.com ESMTP\r\n")),
    // These two accept the connection and keep it open; only Zippy's own time limit ends them.
    await listen((socket) => socket.on("error", () => {}).resume()),
    await listen((socket) =>
      socket
        .on("error", () => {})
        .resume()
        .write(ssh),
    ),
  ];
  const answers = await Promise.all(ports.map((port) => tryToConnect({ port })));
  expect(answers.map(({ status, body }) => [status, { ...body }])).toEqual(
    ports.map((port) => [
      502,
      {
        code: "provider_failed",
        message: `No mail server answers at 127.0.0.1 on port ${port}. Check both; 993 is the usual port.`,
      },
    ]),
  );
});

test("INT-8 Email: reconnecting knows everything but the password, for older accounts too", async () => {
  const { app, ana, person, account } = await (await started).startConnected();
  const shown = async () => {
    const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
    return body.find(({ id }) => id === "imap")?.account?.known;
  };
  const known = await shown();
  expect(known).toEqual({ host: "127.0.0.1", port: expect.stringMatching(/^\d+$/), user: ana });
  expect(account.known).toEqual(known);
  await query(app, `update connections set settings = settings || '{"user":"ANA"}'`);
  expect(await shown()).toEqual({ ...known, user: "ANA" });
  await query(app, "update connections set settings = settings - 'user'");
  expect(await shown()).toEqual(known);
  await query(app, "update connections set settings = settings - 'host'");
  expect(await shown()).toEqual({});
});

test("API-6 Email: no password appears in a response or a log, or readable in the database", async () => {
  const { app, person, account, tryToConnect } = await (await started).startConnected();
  await tryToConnect({ password: "wrong password 4711" });
  const paths = ["providers", "health", `${account.id}/test`, `${account.id}/conversations`];
  const answers = await Promise.all(paths.map((path) => person.get(`/api/integrations/${path}`)));
  const { body } = await person.get<IntegrationProvider[]>("/api/integrations/providers");
  expect(body.find(({ id }) => id === "imap")).toMatchObject({
    name: "Email",
    category: "email",
    missing: [],
    requiresOAuth: false,
    webhookUrl: null,
    syncs: true,
    bringsHistory: true,
    disconnectNote: expect.stringContaining("deletes the password here"),
  });
  const tables = await query<{ all: string }>(
    app,
    "select query_to_xml('select * from connections', true, true, '')::text || query_to_xml('select * from events', true, true, '')::text as all",
  );
  const everything = JSON.stringify([answers, account, tables, app.problems]);
  for (const secret of [
    imapPassword,
    "battery",
    "wrong password 4711",
    Buffer.from(imapPassword).toString("base64"),
  ])
    expect(everything).not.toContain(secret);
});
