import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startImap } from "../../../../../test/stand-ins/imap";
import { until } from "../../../../../test/support/collecting";
import { isLoopback } from "./server";
import { withMailbox } from "./visit";

const login = { user: "ana@example.com", password: "secret" };

async function start({ startTls = false } = {}) {
  const imap = await startImap({ startTls });
  imap.addAccount(login.user, login.password);
  const size = (host: string, signal = new AbortController().signal) =>
    withMailbox({ server: { host, port: imap.port }, login, signal }, (mailbox) => mailbox.inboxSize());
  const closed = () =>
    until(
      async () => imap.open(),
      (open) => open === 0,
    );
  return { imap, size, closed };
}

/** This machine under a name that doesn't reveal it. */
const elsewhere = "0.0.0.0";

test("never sends a password to a remote server without encryption", async () => {
  const { imap, size, closed } = await start();
  await expect(size(elsewhere)).rejects.toMatchObject({
    kind: "unavailable",
    message: expect.stringMatching(
      /^0\.0\.0\.0 offers no encryption on port \d+, and Zippy never sends a password unencrypted/,
    ),
  });
  expect(imap.seen.join("\n")).not.toMatch(/LOGIN|AUTHENTICATE/);
  await closed();
});

test("never sends a password to a remote server with an untrusted certificate", async () => {
  const { imap, size, closed } = await start({ startTls: true });
  await expect(size(elsewhere)).rejects.toMatchObject({
    message:
      "The certificate of 0.0.0.0 isn't trusted. Ask your administrator to add its certificate authority with NODE_EXTRA_CA_CERTS.",
  });
  expect(imap.seen).toContain("STARTTLS");
  expect(imap.seen.join("\n")).not.toMatch(/LOGIN|AUTHENTICATE/);
  await closed();
});

test("reads a server on this machine with or without encryption", async () => {
  for (const startTls of [false, true]) {
    const { imap, size, closed } = await start({ startTls });
    expect(await size("127.0.0.1")).toBe(0);
    expect(imap.seen.includes("STARTTLS")).toBe(startTls);
    expect(imap.seen.at(-1)).toBe("LOGOUT");
    await closed();
  }
});

test("recognizes only names and addresses of this machine as loopback", () => {
  const here = ["localhost", "127.0.0.1", "127.8.9.10", "::1"];
  const there = ["0.0.0.0", "10.0.0.1", "localhost.example.com", "127.0.0.1.example.com", "128.0.0.1", "::2"];
  expect(here.filter(isLoopback)).toEqual(here);
  expect(there.filter(isLoopback)).toEqual([]);
});

test("canceled work ends at once and closes its connection", async () => {
  const { imap, size, closed } = await start();
  imap.fail(/^STATUS/, { kind: "slow", ms: 60_000 });
  const given = new AbortController();
  const visit = size("127.0.0.1", given.signal);
  await until(
    async () => imap.seen.some((command) => command.startsWith("STATUS")),
    (seen) => seen,
  );
  given.abort();
  await expect(visit).rejects.toMatchObject({ kind: "unavailable" });
  await closed();
  await expect(size("127.0.0.1", given.signal)).rejects.toMatchObject({ kind: "unavailable" });
});

test("disconnects from a server that sends far more than it announces", async () => {
  const { imap, closed } = await start();
  const film = Buffer.alloc(24 << 20, "A");
  for (let at = 0; at < 4; at++) imap.deliver(login.user, film, { claims: 10 });
  const server = { host: "127.0.0.1", port: imap.port };
  const visit = withMailbox({ server, login, signal: new AbortController().signal }, async (mailbox) => {
    await mailbox.open("INBOX");
    return mailbox.sources([1, 2, 3, 4]);
  });
  await expect(visit).rejects.toMatchObject({ kind: "unavailable" });
  await closed();
});

test("never mistakes a lost connection for an empty mailbox", async () => {
  const { imap } = await start();
  imap.deliver(login.user, "Subject: x\r\n\r\ny");
  const server = { host: "127.0.0.1", port: imap.port };
  const visit = withMailbox({ server, login, signal: new AbortController().signal }, async (mailbox) => {
    await mailbox.open("INBOX");
    imap.cutAll();
    await sleep(100);
    return mailbox.facts([1]);
  });
  await expect(visit).rejects.toMatchObject({ message: "The connection to 127.0.0.1 was lost." });
});

test("doesn't wait for a response that announces more than any email can have", async () => {
  const { imap, closed } = await start();
  imap.deliver(login.user, "Subject: x\r\n\r\ny");
  imap.fail(/BODY/, { kind: "answer", text: "OK\r\n* 1 FETCH (UID 1 BODY[] {999999999}\r\n" });
  const server = { host: "127.0.0.1", port: imap.port };
  const visit = withMailbox({ server, login, signal: new AbortController().signal }, async (mailbox) => {
    await mailbox.open("INBOX");
    await mailbox.sources([1]);
    return mailbox.sources([1]);
  });
  await expect(visit).rejects.toMatchObject({ kind: "unavailable" });
  await closed();
});
