import { expect, test } from "vitest";
import { maxMailBytes } from "../../../mail/raw-mail";
import { type CutMail, MboxSplitter, readPostmark, SingleMail } from "./mbox";

function cut(text: string | Buffer, sizes: number[] = [], splitter = new MboxSplitter()): CutMail[] {
  const bytes = Buffer.from(text);
  const mails: CutMail[] = [];
  let at = 0;
  for (const size of sizes) {
    mails.push(...splitter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...mails, ...splitter.push(bytes.subarray(at)), ...splitter.end()];
}

const texts = (mails: CutMail[]) => mails.map(({ bytes }) => bytes.toString("latin1"));
const line = (who: string, minute = 10) => `From ${who} Thu Nov  1 11:${minute}:12 2001\n`;

test("splits an mbox at its separator lines and drops the empty line before each", () => {
  const mails = cut(
    `${line("ann@a.example")}Subject: 1\n\nOne\n\n${line("bob at b.example")}Subject: 2\n\nTwo\n`,
  );
  expect(texts(mails)).toEqual(["Subject: 1\n\nOne\n", "Subject: 2\n\nTwo\n"]);
  expect(mails[0]?.postmark?.toISOString()).toBe("2001-11-01T11:10:12.000Z");
});

test("yields the same mails for any chunks of the input", () => {
  const source = [
    `${line("ann@a.example")}Subject: 1\r\n\r\nOne\r\n\r\n`,
    `${line("bob@b.example", 11)}Subject: 2\n\n>From here\n>>From there\nFrom now on\n\nFrom me to you\n\n`,
    `${line("cid@c.example", 12)}Subject: 3\n\n\n\n\n${line("dan@d.example", 13)}\n${"x".repeat(900)}\n\nFrom ${"y".repeat(600)}\n`,
  ].join("");
  // As texts, because comparing two thousand times byte by byte takes seconds.
  const readable = (mails: CutMail[]) =>
    mails.map(({ bytes, ...mail }) => ({ ...mail, text: bytes.toString("latin1") }));
  const whole = readable(cut(source));
  expect(whole).toHaveLength(4);
  for (let size = 1; size <= source.length; size++) {
    const chunks = Array.from({ length: Math.floor(source.length / size) }, () => size);
    expect(readable(cut(source, chunks))).toEqual(whole);
  }
});

test("a From line without an empty line before it or without a date is text", () => {
  const body = `First\n${line("ann@a.example")}\nFrom the start we knew\n\nFrom Monday 10:30 on\n`;
  expect(texts(cut(`${line("ann@a.example")}Subject: 1\n\n${body}`))).toEqual([`Subject: 1\n\n${body}`]);
});

test("removes one mark from escaped From lines and none from other quoted lines", () => {
  const mails = cut(`${line("ann@a.example")}Subject: 1\n\n>From a\n>>From b\n> From c\nx >From d\n`);
  expect(texts(mails)).toEqual(["Subject: 1\n\nFrom a\n>From b\n> From c\nx >From d\n"]);
});

test("a wrong Content-Length doesn't absorb the next mail", () => {
  const mails = cut(
    `${line("a@a.example")}Content-Length: 9999\n\nOne\n\n${line("b@b.example")}Subject: 2\n\nTwo\n`,
  );
  expect(mails).toHaveLength(2);
});

test.each([
  ["From jjl at pobox.com  Thu Nov  1 11:19:12 2001", "2001-11-01T11:19:12.000Z"],
  ["From - Sat Aug 28 14:17:14 2021", "2021-08-28T14:17:14.000Z"],
  ["From 16012345@xxx Mon Jan 01 09:30:00 +0000 2018", "2018-01-01T09:30:00.000Z"],
  ["From ann@a.example Thu Nov  1 11:19:12 EST 2001", "2001-11-01T16:19:12.000Z"],
  ["From ann@a.example Thu Nov  1 11:19 2001", "2001-11-01T11:19:00.000Z"],
  ["From ann@a.example Tue, 12 Mar 2002 10:00:00 +0100", "2002-03-12T09:00:00.000Z"],
  ["From ann@a.example Thu Nov  1 11:19:12 2001 remote from gate", "2001-11-01T11:19:12.000Z"],
  ["From ann@a.example 2013-07-01 12:00:05", "2013-07-01T12:00:05.000Z"],
])("%s is a separator", (text, expected) => {
  expect(readPostmark(text)?.toISOString()).toBe(expected);
});

test.each([
  "From the beginning",
  "From Monday on we meet at 10:30",
  "from ann Thu Nov  1 11:19:12 2001",
  "From: ann Thu Nov  1 11:19:12 2001",
])("%s is not a separator", (text) => {
  expect(readPostmark(text)).toBeNull();
});

test("accepts separators without a date if the first line is one", () => {
  const source = "From ann@a.example\nSubject: 1\n\nOne\n\nFrom bob@b.example\nSubject: 2\n\nTwo\n";
  expect(cut(source, [], new MboxSplitter({ undated: true }))).toHaveLength(2);
});

test("keeps the head of a mail beyond 25 MB, says so, and keeps the next mail complete", () => {
  const splitter = new MboxSplitter();
  const mails = splitter.push(Buffer.from(`${line("a@a.example")}Subject: big\n\n`));
  const chunk = Buffer.alloc(1024 * 1024, "0123456789abcde\n");
  for (let i = 0; i < 100; i++) mails.push(...splitter.push(chunk));
  mails.push(
    ...splitter.push(Buffer.from(`\n${line("b@b.example")}Subject: small\n\nTwo\n`)),
    ...splitter.end(),
  );
  expect(mails.map(({ bytes }) => bytes.length)).toEqual([maxMailBytes, 20]);
  expect(mails[0]?.problem).toBe("This email is 100 MB. Only its first 25 MB were read.");
  expect(mails[1]?.problem).toBeNull();
});

test("removes a From line before the headers of a single mail, with or without a date", () => {
  const single = (text: string) => {
    const reader = new SingleMail();
    reader.push(Buffer.from(text));
    return reader.end()[0];
  };
  expect(single("From ann@a.example\nSubject: 1\n\nOne\n")?.bytes.toString()).toBe("Subject: 1\n\nOne\n");
  expect(single(`>${line("ann@a.example")}Subject: 1\n\n`)?.bytes.toString()).toBe("Subject: 1\n\n");
});
