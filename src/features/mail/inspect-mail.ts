import { createHash } from "node:crypto";
import { knowsCharset } from "./charset";
import { readMailDate } from "./mail-date";
import { header, isMailHead, type MailHeaders, readHeaders } from "./mail-headers";
import { type MimePart, readParts } from "./mime-parts";
import type { RawMail } from "./raw-mail";

/** What the dry run needs to know about a mail. */
export interface MailInspection {
  /** The same for the same mail in any archive. Source: decisions, "Messages". */
  externalId: string;
  /** A sentence if the mail is damaged. Whatever is readable is kept. */
  problem: string | null;
}

/** The starting point for parsing the rest of a mail. */
export interface OpenedMail extends MailInspection {
  root: MimePart;
  sentAt: Date | null;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Identifies a mail and names its damage from headers and structure alone, without decoding. Never throws.
 */
export function inspectRawMail(mail: RawMail): MailInspection {
  if (mail.chat) return { externalId: mail.chat.externalId, problem: mail.chat.problem };
  const { externalId, problem } = openMail(mail);
  return { externalId, problem };
}

/** Like `inspectRawMail`, but also returns what it found, so that an import agrees with its dry run. */
export function openMail(mail: RawMail): OpenedMail {
  const bytes = Buffer.from(mail.bytes.buffer, mail.bytes.byteOffset, mail.bytes.byteLength);
  const root = readParts(bytes);
  const sentAt = sentTime(root.headers) ?? mail.postmark;
  return {
    externalId: externalIdOf(bytes, root.headers),
    problem: mail.problem ?? problemOf(root, sentAt),
    root,
    sentAt,
  };
}

/** The information in a mail's headers, for a mail whose body can't be parsed in bounded time. */
export function openHeaders(
  mail: RawMail,
): Pick<OpenedMail, "externalId" | "sentAt"> & { headers: MailHeaders } {
  const bytes = Buffer.from(mail.bytes.buffer, mail.bytes.byteOffset, mail.bytes.byteLength);
  const headers = readHeaders(bytes);
  return { headers, externalId: externalIdOf(bytes, headers), sentAt: sentTime(headers) ?? mail.postmark };
}

/** The content of the first `<…>`, at most 300 characters; null if there is none. */
export function messageIdIn(value: string | null): string | null {
  const bare = value && value.length < 300 && /^\S+@\S+$/.test(value) ? value : null;
  const id = (value && /<([^<>]+)>/.exec(value)?.[1]) || bare;
  return id ? id.replace(/\s+/g, "").slice(0, 300) : null;
}

/** The Message-ID from the mail's headers, which its external id starts with; null if it has none. */
export const messageIdOf = (bytes: Buffer): string | null =>
  messageIdIn(header(readHeaders(bytes), "message-id"));

function sentTime(headers: MailHeaders): Date | null {
  const own = header(headers, "date");
  const date = own ? readMailDate(own) : null;
  if (date) return date;
  const received = header(headers, "received");
  return received ? readMailDate(received.slice(received.lastIndexOf(";") + 1)) : null;
}

function problemOf(root: MimePart, sentAt: Date | null): string | null {
  if (!isMailHead(root.headers))
    return "This email has no headers, so its sender, subject and date are unknown. The text was kept.";
  if (!root.headers.closed) return "This email is cut off in its headers, so its text is missing.";
  if (root.type.value.startsWith("multipart/") && !root.closed)
    return root.children.length
      ? "This email is cut off: its last part isn't closed."
      : "The parts of this email couldn't be separated, so its body was kept as is.";
  const charset = unknownCharset(root);
  if (charset)
    return `This email uses an unknown character set ("${charset}"), so some letters may be wrong.`;
  if (!sentAt) return "This email has no readable date.";
  return null;
}

function unknownCharset(part: MimePart): string | null {
  const label = part.type.value.startsWith("text/") ? part.type.parameters.get("charset") : undefined;
  if (label && !knowsCharset(label)) return label.slice(0, 60);
  for (const child of part.children) {
    const found = unknownCharset(child);
    if (found) return found;
  }
  return null;
}

/**
 * Combines the Message-ID with a hash of the body. Without a Message-ID the hash also covers sender,
 * recipients, date and subject: "Thanks!" from two people is two mails.
 */
function externalIdOf(bytes: Buffer, headers: MailHeaders): string {
  const id = messageIdIn(header(headers, "message-id")) ?? "";
  const hash = createHash("sha256");
  if (!id) {
    for (const name of ["from", "to", "date", "subject"])
      hash.update(`${name}:${header(headers, name) ?? ""}\n`);
  }
  hash.update(normalBody(bytes, headers.bodyStart));
  // a copy, because a string cut from the headers would keep all of them in memory
  return Buffer.from(`${id}#${hash.digest("base64url").slice(0, 22)}`).toString();
}

/** Ignores what storing a mail elsewhere may change: line endings, trailing empty lines and mbox escapes. */
function normalBody(bytes: Buffer, start: number): Buffer {
  let end = bytes.length;
  while (end > start && (bytes[end - 1] === newline || bytes[end - 1] === carriageReturn)) end--;
  const body = bytes.subarray(start, end);
  if (body.includes(">From ", 0, "latin1")) {
    const text = body.toString("latin1").replace(/\r\n/g, "\n");
    return Buffer.from(text.replace(/^>+(?=From )/gm, ""), "latin1");
  }
  return body.includes(carriageReturn) ? withoutCarriageReturns(body) : body;
}

function withoutCarriageReturns(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i] as number;
    if (byte !== carriageReturn || body[i + 1] !== newline) out[length++] = byte;
  }
  return out.subarray(0, length);
}
