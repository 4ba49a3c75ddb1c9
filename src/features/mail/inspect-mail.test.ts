import { expect, test } from "vitest";
import { inspectRawMail } from "./inspect-mail";
import type { RawMail } from "./raw-mail";

const position = { file: "x.mbox", entry: null, index: 1 };
const raw = (text: string | Buffer, more: Partial<RawMail> = {}): RawMail => ({
  bytes: Buffer.from(text),
  position,
  postmark: null,
  problem: null,
  ...more,
});
const head = "From: ann@a.example\nDate: Mon, 6 Jun 2005 22:21:22 +0200\nMessage-ID: <1@a.example>\n";
const id = (text: string) => inspectRawMail(raw(text)).externalId;
const problem = (text: string, more: Partial<RawMail> = {}) => inspectRawMail(raw(text, more)).problem;

test("the external id combines the Message-ID with a short hash of the body", () => {
  expect(id(`${head}\nText\n`)).toMatch(/^1@a\.example#[\w-]{22}$/);
});

test("the same mail has the same id in every archive", () => {
  const mail = `${head}\nText\nFrom here\n`;
  const others = [
    mail.replaceAll("\n", "\r\n"),
    `${mail}\n\n`,
    mail.trimEnd(),
    mail.replace("From h", ">From h"),
    `X-Folder: Old\n${mail}`,
  ];
  expect(new Set(others.map(id))).toEqual(new Set([id(mail)]));
});

test("the same Message-ID with another body is a different message", () => {
  expect(id(`${head}\nText\n`)).not.toBe(id(`${head}\nTexts\n`));
});

test("without a Message-ID, the same words from two people are two messages", () => {
  const thanks = (from: string) => `From: ${from}\nDate: Mon, 6 Jun 2005 22:21:22 +0200\n\nThanks!\n`;
  expect(id(thanks("ann@a.example"))).not.toBe(id(thanks("bob@b.example")));
  expect(id(thanks("ann@a.example"))).toBe(id(thanks("ann@a.example")));
});

const multipart = `${head}Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nText\n`;

test.each([
  ["an undamaged mail", `${head}\nText\n`, null],
  ["a mail without text", head, null],
  ["an undamaged multipart", `${multipart}--b--\n`, null],
  [
    "text instead of a mail",
    "Dear all,\nhello: there\n",
    "This email has no headers, so its sender, subject and date are unknown. The text was kept.",
  ],
  [
    "nothing",
    "",
    "This email has no headers, so its sender, subject and date are unknown. The text was kept.",
  ],
  [
    "a mail that ends in its headers",
    head.slice(0, -10),
    "This email is cut off in its headers, so its text is missing.",
  ],
  ["a truncated multipart", multipart, "This email is cut off: its last part isn't closed."],
  [
    "a multipart with another boundary",
    multipart.replace("--b", "--c"),
    "The parts of this email couldn't be separated, so its body was kept as is.",
  ],
  [
    "a multipart without a boundary parameter",
    `${head}Content-Type: multipart/mixed\n\nText\n`,
    "The parts of this email couldn't be separated, so its body was kept as is.",
  ],
  [
    "an unknown character set",
    `${head}Content-Type: text/plain; charset=klingon-8\n\nText\n`,
    'This email uses an unknown character set ("klingon-8"), so some letters may be wrong.',
  ],
  [
    "a part with an unknown character set",
    `${multipart}--b\nContent-Type: text/html; charset="klingon-8"\n\nText\n--b--\n`,
    'This email uses an unknown character set ("klingon-8"), so some letters may be wrong.',
  ],
  ["no date", "From: ann@a.example\n\nText\n", "This email has no readable date."],
  [
    "an impossible date",
    "From: ann@a.example\nDate: Mon, 30 Jun 3609 15:33:50 +0600\n\nText\n",
    "This email has no readable date.",
  ],
])("%s", (_, text, expected) => {
  expect(problem(text)).toBe(expected);
  expect(problem(text.replaceAll("\n", "\r\n"))).toBe(expected);
});

test("distinguishes boundaries that share a prefix", () => {
  const inner = "--b\nContent-Type: multipart/alternative; boundary=bb\n\n--bb\n\nText\n--bb--\n";
  expect(problem(`${head}Content-Type: multipart/mixed; boundary=b\n\n${inner}--b--\n`)).toBeNull();
  expect(problem(`${head}Content-Type: multipart/mixed; boundary=b\n\n${inner}`)).toContain("cut off");
});

test("problems found in the archive win over those in the mail, and the postmark can replace the date", () => {
  expect(problem(multipart, { problem: "The mail has 99 MB." })).toBe("The mail has 99 MB.");
  expect(problem("From: ann@a.example\n\nText\n", { postmark: new Date(0) })).toBeNull();
});

test("parses hostile structures in one pass", () => {
  const boundaries = `${head}Content-Type: multipart/mixed; boundary=b\n\n${"--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\n".repeat(40_000)}`;
  const nested = Array.from(
    { length: 10_000 },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`,
  ).join("");
  const headers = `${head}X: ${"@".repeat(500_000)}\nMessage-ID: ${"<".repeat(500_000)}\nContent-Type: text/plain; ${"a=".repeat(200_000)}\n\n`;
  const parts = `${head}Content-Type: multipart/mixed; boundary=b\n\n${"--b\nX-Long".repeat(100_000)}`;
  for (const text of [
    boundaries,
    head + nested,
    headers,
    parts,
    ">From ".repeat(300_000),
    `${head}\n${">".repeat(1_000_000)}From x`,
  ])
    expect(inspectRawMail(raw(text)).externalId).toMatch(/#[\w-]{22}$/);
});
