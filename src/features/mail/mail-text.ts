import { inReadingOrder } from "../../shared/typed-values";
import { decodeText, storable } from "./charset";
import { fileNameOf } from "./header-parameters";
import { htmlToText } from "./html-text";
import { headerWords } from "./mail-headers";
import { type MimePart, readParts } from "./mime-parts";

/** Describes a file in a mail. `size` is in decoded bytes. */
export interface MailAttachment {
  /** The name from the sender, or a generic word if there is none. */
  name: string;
  type: string;
  size: number;
}

/** The visible text of a mail and its attachments. */
export interface MailBody {
  text: string;
  attachments: MailAttachment[];
}

const deepestForward = 5;
const mostAttachments = 500;

/**
 * Extracts the visible text of a mail and lists its attachments.
 *
 * Prefers the plain text alternative unless it is empty. Forwarded mails appear below a line with their
 * sender, date and subject. In a delivery report they are only listed.
 *
 * @param limit - maximum characters of HTML text per part.
 */
export function readBody(bytes: Buffer, root: MimePart, limit: number): MailBody {
  const body: MailBody = { text: "", attachments: [] };
  const texts: string[] = [];
  collect({ bytes, limit, texts, attachments: body.attachments, forwards: 0, inReport: false }, root);
  body.text = texts.filter((text) => text.trim()).join("\n\n");
  return body;
}

interface Collection {
  bytes: Buffer;
  limit: number;
  /** Null if only the attachments are wanted. */
  texts: string[] | null;
  attachments: MailAttachment[];
  forwards: number;
  inReport: boolean;
}

function collect(into: Collection, part: MimePart): void {
  const type = part.type.value;
  if (part.children.length && type === "multipart/alternative") collectAlternative(into, part);
  else if (part.children.length) {
    const inner = type === "multipart/report" ? { ...into, inReport: true } : into;
    for (const child of part.children) collect(inner, child);
  } else if (isInlineText(part)) into.texts?.push(partText(into, part));
  else if (
    type === "message/rfc822" &&
    !isAttachment(part) &&
    !into.inReport &&
    into.forwards < deepestForward
  )
    collectForward(into, part);
  else if (into.attachments.length < mostAttachments) into.attachments.push(attachmentOf(into.bytes, part));
}

/** Uses one representation. For the others it only lists attachments. */
function collectAlternative(into: Collection, part: MimePart): void {
  const plainFirst = part.children.toSorted((a, b) => Number(hasHtml(a)) - Number(hasHtml(b)));
  let written = false;
  for (const child of plainFirst) {
    const branch: Collection = { ...into, texts: written ? null : [] };
    collect(branch, child);
    const text = branch.texts?.join("\n\n") ?? "";
    if (!text.trim()) continue;
    into.texts?.push(text);
    written = true;
  }
}

function collectForward(into: Collection, part: MimePart): void {
  const bytes = decodeBytes(into.bytes, part);
  const root = readParts(bytes);
  const lines = ["From", "Date", "Subject", "To"].flatMap((name) => {
    const value = headerWords(root.headers, name.toLowerCase());
    return value ? [`${name}: ${value}`] : [];
  });
  into.texts?.push(["---------- Forwarded message ----------", ...lines].join("\n"));
  collect({ ...into, bytes, forwards: into.forwards + 1 }, root);
}

function hasHtml(part: MimePart): boolean {
  return part.type.value === "text/html" || part.children.some(hasHtml);
}

function isAttachment(part: MimePart): boolean {
  return part.disposition.value === "attachment";
}

function isInlineText(part: MimePart): boolean {
  const type = part.type.value;
  // a multipart without parts (wrong or missing boundary) keeps its body as text
  return (
    !isAttachment(part) && (type === "text/plain" || type === "text/html" || type.startsWith("multipart/"))
  );
}

function partText({ bytes, limit }: Collection, part: MimePart): string {
  const text = decodeText(decodeBytes(bytes, part), part.type.parameters.get("charset") ?? null);
  if (part.type.value === "text/html") return htmlToText(text, limit);
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const flowed = part.type.parameters.get("format")?.toLowerCase() === "flowed";
  return flowed ? unflow(lines, part.type.parameters.get("delsp")?.toLowerCase() === "yes") : lines;
}

/** Joins the soft line breaks of format=flowed (RFC 3676) outside quotes. */
function unflow(text: string, deleteSpace: boolean): string {
  const joined: string[] = [];
  let open = false;
  for (const raw of text.split("\n")) {
    const quoted = raw.startsWith(">");
    const line = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (open && !quoted) joined.push(line);
    else joined.push(joined.length ? `\n${line}` : line);
    open = !quoted && line.endsWith(" ") && line !== "-- ";
    if (open && deleteSpace) joined.push((joined.pop() as string).slice(0, -1));
  }
  return joined.join("");
}

function attachmentOf(bytes: Buffer, part: MimePart): MailAttachment {
  const type = part.type.value;
  const name = fileNameOf(part.disposition, part.type);
  const unnamed = type === "message/rfc822" ? "message.eml" : "attachment";
  return {
    name: storable(inReadingOrder(name ?? unnamed)).slice(0, 300),
    type: storable(type).slice(0, 100),
    size: decodedSize(bytes, part),
  };
}

function decodedSize(bytes: Buffer, part: MimePart): number {
  if (part.encoding !== "base64") return decodeBytes(bytes, part).length;
  let digits = 0;
  for (let i = part.bodyStart; i < part.bodyEnd; i++) {
    const byte = bytes[i] as number;
    if (byte > 0x20 && byte !== 0x3d) digits++;
  }
  return Math.floor((digits * 3) / 4);
}

function decodeBytes(bytes: Buffer, part: MimePart): Buffer {
  const body = bytes.subarray(part.bodyStart, part.bodyEnd);
  if (part.encoding === "base64") return Buffer.from(body.toString("latin1"), "base64");
  return part.encoding === "quoted-printable" ? decodeQuotedPrintable(body) : body;
}

const equals = 0x3d;
const newline = 0x0a;

function decodeQuotedPrintable(body: Buffer): Buffer {
  let at = body.indexOf(equals);
  if (at < 0) return body;
  const out = Buffer.allocUnsafe(body.length);
  let copied = 0;
  let length = 0;
  for (; at >= 0; at = body.indexOf(equals, copied)) {
    length += body.copy(out, length, copied, at);
    const high = hexDigit(body[at + 1]);
    const low = hexDigit(body[at + 2]);
    const soft = softBreak(body, at + 1);
    if (high >= 0 && low >= 0) {
      out[length++] = high * 16 + low;
      copied = at + 3;
    } else if (soft > 0) copied = soft;
    else {
      out[length++] = equals;
      copied = at + 1;
    }
  }
  length += body.copy(out, length, copied);
  return out.subarray(0, length);
}

/** Where the next line starts if only blanks follow; otherwise 0. */
function softBreak(body: Buffer, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09 || body[at] === 0x0d) at++;
  return at >= body.length ? body.length : body[at] === newline ? at + 1 : 0;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
