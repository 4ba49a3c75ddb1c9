import { expect, test } from "vitest";
import { mail } from "../../../../test/support/mail-journey";
import { maxMailBytes } from "../../mail/raw-mail";
import { readMail } from "./mail-message";

const received = new Date("2026-11-20T10:00:00Z");
const found = (raw: string) => ({
  bytes: Buffer.from(raw),
  receivedAt: received,
  location: "INBOX/1",
  sent: false,
});

test("INT-8 an email's date is its own, but never later than its arrival", () => {
  const sentAt = (date: Date) => readMail(found(mail({ id: "a", date })), null).sentAt;
  expect(sentAt(new Date("2026-11-20T09:30:00Z"))).toEqual(new Date("2026-11-20T09:30:00Z"));
  expect(sentAt(new Date("2026-11-20T11:00:00Z"))).toEqual(received);
  const undated = mail({ id: "a" }).replace(/^Date:.*\r\n/m, "");
  expect(readMail(found(undated), null).sentAt).toEqual(received);
});

test("INT-8 an email is the owner's if it is in sent mail or comes from their address", () => {
  const raw = mail({ id: "a", from: "Ana <Ana@Example.com>" });
  const own = (sent: boolean, address: string | null) => readMail({ ...found(raw), sent }, address).fromOwner;
  expect([own(false, "ana@example.com"), own(true, "other@example.com"), own(true, null)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([own(false, "other@example.com"), own(false, null)]).toEqual([false, false]);
});

test("INT-8 an email that is too large keeps its beginning and says so", () => {
  const bytes = Buffer.concat([Buffer.from(mail({ id: "a" })), Buffer.alloc(maxMailBytes, "x")]);
  const message = readMail({ ...found(""), bytes }, null);
  expect(message.problem).toContain("Only its first 25 MB were read");
  expect(message.sender).toBe("Jonas Weber");
});
