import { afterAll, expect, test } from "vitest";
import { mail } from "../../../../test/support/mail-journey";
import { createParserPool } from "../../inbox/reading/parser-pool";
import { maxMailBytes } from "../../mail/raw-mail";
import type { FoundMail, ProviderMessage } from "../providers/provider";
import { readMails } from "./mail-message";

const parser = createParserPool();
afterAll(() => parser.close());

async function readMail(mail: FoundMail, ...own: string[]): Promise<ProviderMessage> {
  const [message] = await readMails(parser, [mail], own);
  return message as ProviderMessage;
}

const received = new Date("2026-11-20T10:00:00Z");
const found = (raw: string) => ({
  bytes: Buffer.from(raw),
  receivedAt: received,
  location: "INBOX/1",
  sent: false,
});

test("INT-8 an email's date is its own, but never later than its arrival", async () => {
  const sentAt = async (date: Date) => (await readMail(found(mail({ id: "a", date })))).sentAt;
  expect(await sentAt(new Date("2026-11-20T09:30:00Z"))).toEqual(new Date("2026-11-20T09:30:00Z"));
  expect(await sentAt(new Date("2026-11-20T11:00:00Z"))).toEqual(received);
  const undated = mail({ id: "a" }).replace(/^Date:.*\r\n/m, "");
  expect((await readMail(found(undated))).sentAt).toEqual(received);
});

test("INT-8 an email is the owner's if it is in sent mail or comes from their address", async () => {
  const raw = mail({ id: "a", from: "Ana <Ana@Example.com>" });
  const own = async (sent: boolean, ...addresses: string[]) =>
    (await readMail({ ...found(raw), sent }, ...addresses)).fromOwner;
  expect([
    await own(false, "ana@example.com"),
    await own(true, "other@example.com"),
    await own(true),
    // Any of their accounts, and any tag.
    await own(false, "other@example.com", "ana@example.com"),
    await own(false, "Ana+shop@example.com"),
  ]).toEqual([true, true, true, true, true]);
  const others = ["other@example.com", "+ana@example.com", "ana@example.org"];
  expect([await own(false, ...others), await own(false)]).toEqual([false, false]);
});

test("INT-8 an email that is too large keeps its beginning and says so", async () => {
  const bytes = Buffer.concat([Buffer.from(mail({ id: "a" })), Buffer.alloc(maxMailBytes, "x")]);
  const message = await readMail({ ...found(""), bytes });
  expect(message.problem).toContain("Only its first 25 MB were read");
  expect(message.sender).toBe("Jonas Weber");
});

test("INT-8 an email that the parser can't finish keeps its headers and says why", async () => {
  const silent = `
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => {});
    parentPort.postMessage("ready");`;
  const stuck = createParserPool({
    script: new URL(`data:text/javascript,${encodeURIComponent(silent)}`),
    timeout: 300,
  });
  const [message] = await readMails(stuck, [found(mail({ id: "a" }))], []);
  await stuck.close();
  expect(message).toMatchObject({
    sender: "Jonas Weber",
    content: "",
    problem: expect.stringContaining("only the headers were kept"),
  });
});
