import { readdirSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { sampleMails } from "../../../bench/sample-mailbox";
import { dataFolder, onlyWithData } from "../../../test/support/only-if";
import { readArchive } from "../imports/formats/mail/archive";
import { MboxSplitter } from "../imports/formats/mail/mbox";
import { inspectRawMail } from "./inspect-mail";
import { type ParsedMail, parseHeadersOnly, parseMail } from "./mail";
import type { RawMail } from "./raw-mail";

const position = { file: "x.mbox", entry: null, index: 1 };
const parse = (text: string | Buffer, more: Partial<RawMail> = {}): ParsedMail =>
  parseMail({ bytes: Buffer.from(text), position, postmark: null, problem: null, ...more });
const date = "Date: Mon, 6 Jun 2005 22:21:22 +0200\n";
const head = `From: Ann Lee <ann@a.example>\n${date}`;

describe("envelope", () => {
  test("reads the headers", () => {
    const mail = parse(
      'From: "Lee, Ann" <Ann@A.example>\nTo: bob@b.example,\n\tTeam: c@c.example, Dan <d@d.example>;\nCc: <e@e.example>\n' +
        `${date}Message-ID: <2@a.example>\nIn-Reply-To: <1@a.example>\nReferences: <0@a.example>\n <1@a.example>\n` +
        "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n =?utf-8?B?IGFuIGFsbGU=?=\n\nHello\n",
    );
    expect(mail).toMatchObject({
      fromName: "Lee, Ann",
      fromAddress: "ann@a.example",
      to: ["bob@b.example", "c@c.example", "d@d.example"],
      cc: ["e@e.example"],
      subject: "Grüße an alle",
      messageId: "2@a.example",
      inReplyTo: "1@a.example",
      threadKey: "0@a.example",
      content: "Hello",
      bulk: false,
      problem: null,
    });
    expect(mail.sentAt?.toISOString()).toBe("2005-06-06T20:21:22.000Z");
  });

  test.each([
    ["From: jjl at pobox.example (John J. Lee)\n", "jjl@pobox.example", "John J. Lee"],
    ["From: j.k at k.example (=?iso-8859-1?q?Jochen_K=FCpper?=)\n", "j.k@k.example", "Jochen Küpper"],
    ["From: ann at a.example (Ann Lee <ann@a.example>)\n", "ann@a.example", "Ann Lee"],
    ["From: Ann <ann at a.example>\n", "ann@a.example", "Ann"],
    ["From: =?windows-1252?Q?Ann_=93A=94?= <ann@a.example>\n", "ann@a.example", "Ann “A”"],
    ["From: J\u00f6hn <j\u00f6hn@m\u00e4chine.example>\n", "jöhn@mächine.example", "Jöhn"],
    ["Sender: Ann <ann@a.example>\n", "ann@a.example", "Ann"],
    ["Subject: nobody\n", null, null],
  ])("%s", (from, address, name) => {
    expect(parse(`${from}${date}\nHello\n`)).toMatchObject({ fromAddress: address, fromName: name });
  });

  test("the thread key is the first reference, else the mail replied to or the mail itself", () => {
    const read = (headers: string) => parse(`${head}${headers}\nHello\n`);
    const key = (headers: string) => read(headers).threadKey;
    expect(key("In-Reply-To: Your mail of Monday <1@a.example>\nMessage-ID: <2@a.example>\n")).toBe(
      "1@a.example",
    );
    expect(key("Message-ID: <2@a.example>\n")).toBe("2@a.example");
    // Strangers write about the same, too.
    const named = read("Subject: Re: The roof\n");
    expect(named.threadKey).toBe(named.externalId);
  });

  test("the time comes from Date, else from the last relay or the archive", () => {
    const relay = "Received: from a by b;\n\tWed, 2 Dec 2009 09:39:57 +0000 (UTC)\n";
    expect(parse("From: a@a.example\nDate: Pn, 29 paX 2007\n\n").sentAt).toBeNull();
    expect(parse(`From: a@a.example\nDate: soon\n${relay}\n`).sentAt?.toISOString()).toBe(
      "2009-12-02T09:39:57.000Z",
    );
    expect(parse("From: a@a.example\n\n", { postmark: new Date(5000) }).sentAt?.getTime()).toBe(5000);
  });

  test.each([
    ["a newsletter", "List-Unsubscribe: <https://n.example/out>\nList-Id: <n.example>\n", true],
    [
      "a discussion list",
      "List-Unsubscribe: <mailto:out@l.example>\nList-Post: <mailto:l@l.example>\nPrecedence: list\n",
      false,
    ],
    [
      "an announcement list that readers can't write to",
      "List-Unsubscribe: <mailto:out@l.example>\nList-Post: NO\n",
      true,
    ],
    ["a list with only an id", "List-Id: <l.example>\nPrecedence: list\n", false],
    ["mass mail by precedence", "Precedence: Bulk\n", true],
    ["an automatic reply", "Auto-Submitted: auto-replied\n", true],
    ["a personal mail with Auto-Submitted: no", "Auto-Submitted: no\n", false],
    ["a delivery report", 'Content-Type: multipart/report; boundary="b"\n', true],
    ["a personal mail", "", false],
  ])("%s: bulk %s", (_, headers, bulk) => {
    expect(parse(`${head}${headers}\nHello\n`).bulk).toBe(bulk);
  });
});

describe("text", () => {
  const part = (headers: string, body: string) => `--b\n${headers}\n\n${body}\n`;
  const multi = (kind: string, ...parts: string[]) =>
    parse(`${head}Content-Type: multipart/${kind}; boundary=b\n\n${parts.join("")}--b--\n`);

  test.each([
    [
      "quoted-printable",
      "Gr=C3=BC=C3=9Fe, a very =\nlong line =  \nand = more =XY",
      "Grüße, a very long line and = more =XY",
    ],
    ["base64", "R3LDvMOfZQ\n==", "Grüße"],
    ["8bit", "Grüße", "Grüße"],
    ["x-unknown", "Grüße", "Grüße"],
  ])("decodes %s", (encoding, body, expected) => {
    expect(
      parse(
        `${head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`,
      ).content,
    ).toBe(expected);
  });

  test.each([
    ["windows-1252", "93aeo94", "“®o”", "93ae6f94"],
    ["iso-8859-2", "", "łódź", "b3f364bc"],
    ["koi8-r", "", "мир", "cdc9d2"],
    ["shift_jis", "", "日本", "93fa967b"],
    ["gb2312", "", "中文", "d6d0cec4"],
    ["us-ascii", "", "Grüße", "4772c3bcc39f65"],
    ["x-nobody-knows", "", "Grüße", "4772c3bcc39f65"],
    ["x-nobody-knows", "", "Grüße", "4772fcdf65"],
  ])("keeps letters in %s: %s", (charset, _, expected, bytes) => {
    const mail = Buffer.concat([
      Buffer.from(`${head}Content-Type: text/plain; charset=${charset}\n\n`),
      Buffer.from(bytes, "hex"),
    ]);
    expect(parse(mail).content).toBe(expected);
  });

  test("prefers the plain text alternative unless it is empty", () => {
    const html = part("Content-Type: text/html", "<p>Rich</p>");
    expect(multi("alternative", part("Content-Type: text/plain", "Plain"), html).content).toBe("Plain");
    expect(multi("alternative", part("Content-Type: text/plain", "  "), html).content).toBe("Rich");
    expect(multi("alternative", html).content).toBe("Rich");
  });

  test("joins consecutive text parts and lists attachments", () => {
    const mail = multi(
      "mixed",
      part("Content-Type: text/plain", "One"),
      part("Content-Type: text/html", "<b>Two</b>"),
      part('Content-Type: application/pdf; name="x.pdf"\nContent-Transfer-Encoding: base64', "AAAA\nAAA="),
      part(
        "Content-Type: text/plain\nContent-Disposition: attachment; filename*0*=utf-8''%C3%BC; filename*1=\".txt\"",
        "note",
      ),
      part('Content-Type: image/png; name="=?utf-8?Q?=C3=A4.png?="\nContent-Disposition: inline', "png"),
    );
    expect(mail.content).toBe("One\n\nTwo");
    expect(mail.attachments).toEqual([
      { name: "x.pdf", type: "application/pdf", size: 5 },
      { name: "ü.txt", type: "text/plain", size: 4 },
      { name: "ä.png", type: "image/png", size: 3 },
    ]);
  });

  test("shows a forwarded mail below its headers, but only lists it in a delivery report", () => {
    const forwarded = part(
      "Content-Type: message/rfc822",
      `Subject: Old\nFrom: Bob <bob@b.example>\n\nOld text`,
    );
    expect(multi("mixed", part("", "See below"), forwarded).content).toBe(
      "See below\n\n---------- Forwarded message ----------\nFrom: Bob <bob@b.example>\nSubject: Old\n\nOld text",
    );
    const report = multi("report", part("", "It bounced"), forwarded);
    expect(report.content).toBe("It bounced");
    expect(report.attachments).toEqual([{ name: "message.eml", type: "message/rfc822", size: 48 }]);
  });

  test("joins soft line breaks of format=flowed, but keeps quotes and the signature mark", () => {
    const flowed = "Content-Type: text/plain; format=flowed\n\nOne \ntwo\n> three \n> four\n-- \nAnn\n";
    expect(parse(head + flowed).content).toBe("One two\n> three \n> four\n-- \nAnn");
  });

  test("NUL and lone surrogates never reach the database", () => {
    const mail = parse(
      `Subject: a\0b\nFrom: a\0 <a@a.example>\n${date}Content-Type: text/html\n\na\0b&#xD83D;c\n`,
    );
    expect(mail).toMatchObject({ subject: "ab", content: "ab\ufffdc" });
    expect(JSON.stringify(mail)).not.toContain("\\u0000");
  });

  test("INB-8 marks that turn the direction of text don't reach names and subjects, which stand in a row with others", () => {
    const mail = parse(
      `From: Bob \u202e kcaB <bob@b.example>\nSubject: \u2067Pay\u202e 001\u202c now\n${date}Content-Type: application/pdf; name="invoice\u202efdp.exe"\nContent-Disposition: attachment\n\nx`,
    );
    expect(mail).toMatchObject({ fromName: "Bob kcaB", subject: "Pay 001 now" });
    expect(mail.attachments[0]?.name).toBe("invoicefdp.exe");
    expect(parse(`From: שרה <sara@b.example>\n${date}\nHi`).fromName).toBe("שרה");
  });

  test("cuts text after a million characters and says so", () => {
    const mail = parse(`${head}\n${"0123456789abcde\n".repeat(100_000)}`);
    expect(mail.content).toHaveLength(1_000_000);
    expect(mail.problem).toBe(
      "The text of this email has 1599999 characters. The first 1,000,000 were kept.",
    );
  });

  test("limits how deep nested mails are parsed", () => {
    const deep = "Content-Type: message/rfc822\n\n".repeat(100);
    expect(parse(`${head}${deep}Subject: last\n\nText`).attachments).toHaveLength(1);
  });
});

test("a boundary that repeats the body's only character doesn't multiply the time to find it", () => {
  // Comparing the boundary at each byte of this body takes longer than the test may.
  const hostile = (dashes: number) =>
    parse(
      `From: a@example.com\nContent-Type: multipart/mixed; boundary="${"-".repeat(dashes)}"\n\n${"-".repeat(8_000_000)}\n`,
    );
  expect(hostile(500_000)).toMatchObject({ problem: expect.any(String), fromAddress: "a@example.com" });
  expect(hostile(900).fromAddress).toBe("a@example.com");
});

test("dashed lines in nested parts, and long encoded headers and file names, take bounded time", () => {
  // Without the bounds, each of these takes longer than the test may.
  const nested = Array.from(
    { length: 30 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
  );
  const dashed = parse(`From: a@example.com\n${nested.join("")}${"\n--".repeat(20_000_000)}`);
  expect(dashed.fromAddress).toBe("a@example.com");
  const words = "=?u?B?YWFh?=".repeat(1_000_000);
  const subject = parse(`From: a@example.com\nSubject: ${words}\n\nHello`);
  expect([subject.subject?.startsWith("aaa"), subject.content]).toEqual([true, "Hello"]);
  const named = parse(
    `From: a@example.com\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: attachment; filename="${words}"\n\nx\n--b--\n`,
  );
  expect(named.attachments).toHaveLength(1);
});

test("headers alone are read in bounded time, whatever the body", () => {
  const nested = Array.from(
    { length: 30 },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n`,
  );
  const bytes = Buffer.from(
    `From: a@example.com\nPrecedence: bulk\n${nested.join("")}${"\n--".repeat(1_000_000)}`,
  );
  const mail = parseHeadersOnly({ bytes, position, postmark: null, problem: null }, "It took too long.");
  expect(mail).toMatchObject({ fromAddress: "a@example.com", bulk: true, problem: "It took too long." });
});

test("keeps what is readable in damaged mails", () => {
  const cut = parse(
    `${head}Content-Type: multipart/mixed; boundary=b\n\n--b\n\nFirst\n--b\nContent-Type: text/plain\n\nSeco`,
  );
  expect(cut).toMatchObject({
    content: "First\n\nSeco",
    fromAddress: "ann@a.example",
    problem: expect.stringContaining("cut off"),
  });
  expect(parse("just\nwords\n\nand more")).toMatchObject({
    content: "and more",
    problem: expect.stringContaining("has no headers"),
  });
  expect(parse(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))).problem).not.toBeNull();
});

test("a mail that failed to parse keeps its headers and the reason", () => {
  const raw = { bytes: Buffer.from(`${head}Subject: Hi\n\nText\n`), position, postmark: null, problem: null };
  expect(parseHeadersOnly(raw, "It broke.")).toMatchObject({
    subject: "Hi",
    content: "",
    problem: "It broke.",
    externalId: parseMail(raw).externalId,
  });
});

/** Ignores white space and case, which the two parsers treat differently on purpose. */
const plain = (text: string) => text.replace(/\s+/g, " ").trim();

async function agreesWithPostalMime(raw: RawMail): Promise<void> {
  const mail = parseMail(raw);
  const other = await PostalMime.parse(raw.bytes);
  if (other.text) expect(plain(mail.content)).toBe(plain(other.text));
  expect(mail.subject ?? "").toBe(plain(other.subject ?? ""));
  expect(mail.fromAddress ?? "").toBe((other.from?.address ?? "").toLowerCase());
  expect(mail.attachments.map(({ name }) => name)).toEqual(
    other.attachments.map(({ filename }) => filename ?? mail.attachments[0]?.name),
  );
  expect(mail.sentAt?.toISOString()).toBe(other.date);
  expect(inspectRawMail(raw)).toEqual({ externalId: mail.externalId, problem: mail.problem });
}

test("500 generated mails parse as they do in postal-mime, without loss or damage", async () => {
  const splitter = new MboxSplitter();
  const cut = [...sampleMails({ mails: 500, seed: 7 })].flatMap((mail) => splitter.push(mail));
  cut.push(...splitter.end());
  expect(cut).toHaveLength(500);
  for (const mail of cut) {
    await agreesWithPostalMime({ ...mail, position });
    expect(mail.problem).toBeNull();
  }
});

describe("real archives", onlyWithData, () => {
  const folder = join(dataFolder ?? "", "mail");
  const readAll = async (path: string) => {
    const mails: RawMail[] = [];
    const problems: unknown[] = [];
    for await (const mail of readArchive(path, path, (problem) => problems.push(problem))) mails.push(mail);
    expect(problems).toEqual([]);
    return mails;
  };

  test.each([
    ["numpy-discussion-2001-11.pipermail.txt", 164],
    ["3gpp-sa-wg4-evs.mbox", 50],
  ])("%s contains %i mails", async (name, count) => {
    const mails = await readAll(join(folder, name));
    expect(mails).toHaveLength(count);
    for (const mail of mails) {
      expect(parseMail(mail)).toMatchObject({ problem: null, fromAddress: expect.stringContaining("@") });
      expect(inspectRawMail(mail).problem).toBeNull();
    }
  });

  test("every file of the Enron folder is one undamaged mail that parses as it does in postal-mime", async () => {
    const names = readdirSync(join(folder, "enron"));
    for (const name of names) {
      const [mail, ...more] = await readAll(join(folder, "enron", name));
      expect(more).toEqual([]);
      await agreesWithPostalMime(mail as RawMail);
    }
    expect(names.length).toBeGreaterThan(100);
  });

  test("every fixture is one mail, and damaged ones say why", async () => {
    const damaged: string[] = [];
    const names = readdirSync(join(folder, "eml-fixtures"));
    for (const name of names) {
      const [mail, ...more] = await readAll(join(folder, "eml-fixtures", name));
      expect(more).toEqual([]);
      const parsed = parseMail(mail as RawMail);
      expect(inspectRawMail(mail as RawMail).problem).toBe(parsed.problem);
      if (parsed.problem) damaged.push(name);
    }
    expect(names).toHaveLength(64);
    expect(damaged).toEqual([
      "mime_emails__raw_email4.eml",
      "plain_emails__raw_email10.eml",
      "rfc6532__utf8_headers.eml",
    ]);
  });
});
