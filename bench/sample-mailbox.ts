import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { seededRandom } from "../eval/training/linear-training";

/** The size of a sample mailbox. It ends at whichever limit is reached first. */
export interface SampleMailbox {
  mails?: number;
  bytes?: number;
  /** The same seed creates the same file. Default 1. */
  seed?: number;
}

/**
 * Writes an mbox of invented emails: plain, quoted-printable, base64, HTML with and without a plain part,
 * attachments, long quoted threads, newsletters, and non-ASCII names. About 6 KB per email.
 *
 * @returns the number of emails and bytes written.
 */
export async function writeSampleMailbox(
  path: string,
  size: SampleMailbox,
): Promise<{ mails: number; bytes: number }> {
  const out = createWriteStream(path, { highWaterMark: 1 << 20 });
  const written = { mails: 0, bytes: 0 };
  for (const mail of sampleMails(size)) {
    written.mails++;
    written.bytes += mail.length;
    if (!out.write(mail)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
  return written;
}

/** The emails of a sample mailbox, each with its "From " line and the blank line after it. */
export function* sampleMails({
  mails = Number.POSITIVE_INFINITY,
  bytes = Number.POSITIVE_INFINITY,
  seed = 1,
}: SampleMailbox) {
  const dice = new Dice(seed);
  const threads: Thread[] = [];
  let total = 0;
  for (let number = 1; number <= mails && total < bytes; number++) {
    const mail = Buffer.from(makeMail(dice, threads, number));
    total += mail.length;
    yield mail;
  }
}

interface Person {
  name: string;
  address: string;
}

interface Thread {
  subject: string;
  ids: string[];
  last: string;
  lastBy: Person;
}

interface Draft {
  from: Person;
  to: Person[];
  subject: string;
  headers: string[];
  body: string;
}

const owner: Person = { name: "Ada Morgenroth", address: "ada@brookfield-works.example" };
const people: Person[] = [
  ["Jonas Ekström", "jonas.ekstroem@nordhafen.example"],
  ["Priya Raman", "priya@lantern-labs.example"],
  ["Łukasz Zieliński", "lukasz@zielony-most.example"],
  ["Chloé Béranger", "chloe.beranger@atelier-nord.example"],
  ["Tomás Álvarez", "tomas@puerto-claro.example"],
  ["田中 あかり", "akari.tanaka@hoshi-kobo.example"],
  ["Wilma Dettmer", "w.dettmer@brookfield-works.example"],
  ["Marcus Oyelaran", "marcus@brookfield-works.example"],
  ["Svetlana Orlova", "orlova@seversk-stal.example"],
  ["Ben Hartwell", "ben.hartwell@copperline.example"],
].map(([name = "", address = ""]) => ({ name, address }));
const shops = ["Parcelwise", "Kettle & Crane", "Rowanpress Weekly", "Fieldnote Digest", "Harbour Analytics"];
const subjects = [
  "Revised quote for the depot roof",
  "Kick-off for the spring catalogue",
  "Invoice 20417 is still open",
  "Login fails since the update",
  "Minutes of the supplier call",
  "Could you check the draft contract?",
  "Room change for Thursday",
  "Question about the delivery dates",
  "Budget for the second quarter",
  "Photos of the damaged pallets",
  "Interview slots next week",
  "Thanks for the quick help",
];
const sentences = [
  "Could you send me the revised figures by Friday?",
  "The client called twice this morning and wants an answer before noon.",
  "I have attached the version we agreed on in the meeting.",
  "Nothing urgent, but it would be good to settle this before the holidays.",
  "The second shipment left the warehouse on Monday and should arrive on the 14th.",
  "Please confirm that the room is booked for eight people.",
  "We looked at three suppliers and the cheapest one cannot deliver before May.",
  "As far as I can see the numbers on page four do not add up.",
  "Let me know if you have any questions.",
  "I will be out of the office from Wednesday and back the week after.",
  "The server answered with an error each time I tried to upload the file.",
  "Many thanks for stepping in at such short notice!",
  "Our legal team needs the signed copy, otherwise the offer expires at the end of the month.",
  "The test run went well and took about forty minutes.",
  "Wilma asked whether the training could move to the afternoon.",
  "Für die Übergabe fehlen noch zwei Prüfberichte, könnten Sie sie bitte nachreichen?",
  "I would rather keep the old layout, because people have got used to it.",
  "There are 1,250 units left, which is enough for about six weeks.",
];

function makeMail(dice: Dice, threads: Thread[], number: number): string {
  const sent = new Date(Date.UTC(2024, 0, 8, 7) + number * 1_260_000 + dice.below(900) * 1000);
  const roll = dice.below(100);
  const draft = roll < 22 ? newsletter(dice) : conversation(dice, threads, number, roll);
  const id = `<${number}.${dice.below(1e9).toString(36)}@mail.made.example>`;
  const headers = [
    `Return-Path: <${draft.from.address}>`,
    `Received: from relay${dice.below(9)}.made.example (relay.made.example [192.0.2.${dice.below(250)}])`,
    `\tby mx.brookfield-works.example (Postfix) with ESMTPS id ${dice.below(1e9).toString(36).toUpperCase()}`,
    `\tfor <${owner.address}>; ${sent.toUTCString().replace("GMT", "+0000")}`,
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=made.example; s=k1;`,
    `\tbh=${dice.letters(44)}; h=from:to:subject:date; b=${dice.letters(64)}`,
    `\t${dice.letters(70)}`,
    `Date: ${sent.toUTCString().replace("GMT", "+0000")}`,
    `From: ${mailbox(draft.from)}`,
    `To: ${draft.to.map(mailbox).join(",\n\t")}`,
    `Message-ID: ${id}`,
    `Subject: ${words(draft.subject)}`,
    "MIME-Version: 1.0",
    ...draft.headers,
  ];
  const thread = threads.find(({ subject }) => draft.subject.endsWith(subject));
  if (thread && roll >= 22) thread.ids.push(id);
  const text = `${headers.join("\n")}\n\n${draft.body}`.replace(/^(>*From )/gm, ">$1");
  return `From ${draft.from.address} ${asctime(sent)}\n${text}\n\n`;
}

function conversation(dice: Dice, threads: Thread[], number: number, roll: number): Draft {
  const from = roll > 94 ? owner : dice.pick(people);
  const own = paragraphs(dice, 2 + dice.below(5));
  let thread = dice.below(10) < 6 ? threads[dice.below(threads.length)] : undefined;
  const reply = thread !== undefined;
  if (!thread) {
    thread = { subject: `${dice.pick(subjects)} (${number})`, ids: [], last: "", lastBy: from };
    if (threads.length < 40) threads.push(thread);
    else threads[dice.below(40)] = thread;
  }
  const quoted = thread.last.split("\n").map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`));
  const behind = reply
    ? `\n\nOn Monday, ${thread.lastBy.name} wrote:\n${quoted.slice(0, 90).join("\n")}`
    : "";
  const text = `Hi ${from === owner ? "all" : "Ada"},\n\n${own}\n\nBest regards,\n${from.name}\n\n-- \n${from.name}\nPhone +1 555 0100${behind}`;
  const references = thread.ids.slice(-12);
  thread.last = text;
  thread.lastBy = from;
  const links =
    reply && references.length
      ? [`In-Reply-To: ${references.at(-1)}`, `References: ${references.join("\n\t")}`]
      : [];
  const { headers, body } = encode(dice, text, roll);
  const to =
    from === owner
      ? [dice.pick(people), dice.pick(people)]
      : [owner, ...(dice.below(3) ? [] : [dice.pick(people)])];
  return {
    from,
    to,
    subject: `${reply ? "Re: " : ""}${thread.subject}`,
    headers: [...links, ...headers],
    body,
  };
}

function encode(dice: Dice, text: string, roll: number): { headers: string[]; body: string } {
  if (roll < 45) return plainPart(text, "8bit");
  if (roll < 58) return plainPart(text, "quoted-printable");
  if (roll < 64) return plainPart(text, "base64");
  const both = multipart(dice, "alternative", [plainPart(text, "quoted-printable"), htmlPart(page(text))]);
  if (roll < 88) return both;
  const file = {
    headers: [
      'Content-Type: application/pdf; name="offer.pdf"',
      "Content-Transfer-Encoding: base64",
      'Content-Disposition: attachment; filename="offer.pdf"',
    ],
    body: lines(dice.letters(2000 + dice.below(12_000))),
  };
  return multipart(dice, "mixed", [both, file]);
}

function newsletter(dice: Dice): Draft {
  const name = dice.pick(shops);
  const domain = `${name.toLowerCase().replace(/[^a-z]+/g, "-")}.example`;
  const items = Array.from(
    { length: 5 + dice.below(6) },
    () =>
      `<tr><td style="padding:12px"><h2>${dice.pick(subjects)}</h2><p>${paragraphs(dice, 1)}</p><a href="https://${domain}/read?id=${dice.letters(24)}">Read more</a></td></tr>`,
  );
  const html = `<html><head><style>${"td{font:14px/1.5 sans-serif;color:#223}".repeat(12)}</style></head><body><div style="display:none">Preview</div><table>${items.join("\n")}</table><p><a href="https://${domain}/out?u=${dice.letters(20)}">Unsubscribe</a></p></body></html>`;
  const plain = plainPart(`${paragraphs(dice, 3)}\n\nUnsubscribe: https://${domain}/out`, "quoted-printable");
  const { headers, body } = dice.below(2)
    ? multipart(dice, "alternative", [plain, htmlPart(html)])
    : htmlPart(html);
  const marks = [
    `List-Unsubscribe: <https://${domain}/out>`,
    `List-Id: <news.${domain}>`,
    "Precedence: bulk",
  ];
  return {
    from: { name, address: `news@${domain}` },
    to: [owner],
    subject: `${name}: ${dice.pick(subjects)}`,
    headers: [...marks, ...headers],
    body,
  };
}

function plainPart(text: string, encoding: "8bit" | "quoted-printable" | "base64") {
  const headers = ["Content-Type: text/plain; charset=utf-8", `Content-Transfer-Encoding: ${encoding}`];
  if (encoding === "8bit") return { headers, body: text };
  return {
    headers,
    body: encoding === "base64" ? lines(Buffer.from(text).toString("base64")) : quotedPrintable(text),
  };
}

function htmlPart(html: string) {
  return {
    headers: ["Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"],
    body: quotedPrintable(html),
  };
}

function multipart(dice: Dice, kind: string, parts: { headers: string[]; body: string }[]) {
  const boundary = `=_${dice.letters(24)}`;
  const inner = parts.map(({ headers, body }) => `--${boundary}\n${headers.join("\n")}\n\n${body}\n`);
  return {
    headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: `${inner.join("")}--${boundary}--\n`,
  };
}

function page(text: string): string {
  const blocks = text
    .split("\n\n")
    .map(
      (block) =>
        `<div dir="ltr" style="margin:0 0 8px">${block.replace(/&/g, "&amp;").replace(/>/g, "&gt;").replace(/\n/g, "<br>")}</div>`,
    );
  return `<html><body><div class="mail">${blocks.join("\n")}</div></body></html>`;
}

function paragraphs(dice: Dice, count: number): string {
  return Array.from({ length: count }, () =>
    wrap(Array.from({ length: 2 + dice.below(4) }, () => dice.pick(sentences)).join(" ")),
  ).join("\n\n");
}

function wrap(text: string): string {
  return text.replace(/(.{1,76})(?:\s|$)/g, "$1\n").trimEnd();
}

function lines(text: string): string {
  return text.replace(/.{76}/g, "$&\n").trimEnd();
}

function quotedPrintable(text: string): string {
  const escaped = (line: string) =>
    Buffer.from(line)
      .toString("latin1")
      .replace(/[^\x20-\x3c\x3e-\x7e\t]/g, hex)
      .replace(/ $/, "=20");
  return text
    .split("\n")
    .map((line) => escaped(line).replace(/(?:[^=]|=..){1,70}(?=.)/g, "$&=\n"))
    .join("\n");
}

function hex(character: string): string {
  return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function mailbox({ name, address }: Person): string {
  return /^[\w .]+$/.test(name) ? `"${name}" <${address}>` : `${words(name)} <${address}>`;
}

function words(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;
}

function asctime(date: Date): string {
  const [weekday = "", day = "", month = "", year = "", time = ""] = date.toUTCString().split(" ");
  return `${weekday.slice(0, 3)} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
}

/** Choices that are the same on every machine. */
class Dice {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from 0 up to but not including `limit`; 0 if the limit is 0. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(list: T[]): T {
    return list[this.below(list.length)] as T;
  }

  letters(count: number): string {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = "";
    for (let i = 0; i < count; i++) text += alphabet[this.below(64)];
    return text;
  }
}

// npx tsx bench/sample-mailbox.ts FILE --mails 10000 | --bytes 2000000000
// Compares the file name, because in a bundle import.meta.url is the bundle's.
if (process.argv[1]?.endsWith("sample-mailbox.ts")) {
  const [path, kind, amount] = process.argv.slice(2);
  if (!path) throw new Error("Usage: sample-mailbox.ts FILE [--mails COUNT | --bytes SIZE]");
  const count = Number(amount ?? 10_000);
  console.log(
    JSON.stringify(await writeSampleMailbox(path, kind === "--bytes" ? { bytes: count } : { mails: count })),
  );
}
