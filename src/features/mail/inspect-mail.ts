import { createHash } from "node:crypto";
import { knowsCharset } from "./charset";
import { readMailDate } from "./mail-date";
import { header, isMailHead, type MailHeaders, readHeaders } from "./mail-headers";
import { type MimePart, readParts } from "./mime-parts";
import type { RawMail } from "./raw-mail";

/** What the dry run needs to know of a mail. */
export interface MailInspection {
  /** The same for the same mail from any archive. Source: decisions, "Messages". */
  externalId: string;
  /** A sentence when the mail is damaged; what can be read of it is kept. */
  problem: string | null;
}

/** What reading a mail further starts from. */
export interface OpenedMail extends MailInspection {
  root: MimePart;
  sentAt: Date | null;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Identifies a mail and names its damage from headers and structure alone; nothing is decoded. Never throws. */
export function inspectRawMail(mail: RawMail): MailInspection {
  if (mail.chat) return { externalId: mail.chat.externalId, problem: mail.chat.problem };
  const { externalId, problem } = openMail(mail);
  return { externalId, problem };
}

/** As `inspectRawMail`, and hands on what it found on the way, so that importing agrees with the dry run. */
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

/** The content of the first `<…>`; null when the value has none. At most 300 characters. */
export function messageIdIn(value: string | null): string | null {
  const bare = value && value.length < 300 && /^\S+@\S+$/.test(value) ? value : null;
  const id = (value && /<([^<>]+)>/.exec(value)?.[1]) || bare;
  return id ? id.replace(/\s+/g, "").slice(0, 300) : null;
}

/** The Message-ID that the external id of a mail begins with, by the mail's headers; null: it has none. */
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
    return "It has no mail headers, so its sender, subject and date are unknown; the text was kept.";
  if (!root.headers.closed) return "It is cut off inside its headers; the text is missing.";
  if (root.type.value.startsWith("multipart/") && !root.closed)
    return root.children.length
      ? "It is cut off: the line that closes its last part is missing."
      : "Its parts could not be told apart, so its body was kept as it stands.";
  const charset = unknownCharset(root);
  if (charset) return `It names the character set "${charset}", which is unknown; some letters may be wrong.`;
  if (!sentAt) return "It carries no date that can be read.";
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
 * Message-ID and a hash of the body. Without a Message-ID the hash covers sender, recipients, date and subject too:
 * two people's "Thanks!" are two mails.
 */
function externalIdOf(bytes: Buffer, headers: MailHeaders): string {
  const id = messageIdIn(header(headers, "message-id")) ?? "";
  const hash = createHash("sha256");
  if (!id) {
    for (const name of ["from", "to", "date", "subject"])
      hash.update(`${name}:${header(headers, name) ?? ""}\n`);
  }
  hash.update(normalBody(bytes, headers.bodyStart));
  // a copy: a string cut out of the headers would keep all of them in memory for as long as the id is kept
  return Buffer.from(`${id}#${hash.digest("base64url").slice(0, 22)}`).toString();
}

/** Line ends as LF, no empty lines at the end, no mbox escapes: what storing a mail elsewhere may change. */
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
