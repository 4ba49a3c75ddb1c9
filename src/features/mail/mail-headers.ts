import { decodeWords } from "postal-mime";
import { decodeText, printable } from "./charset";

/** The header block of a mail or of one of its parts. */
export interface MailHeaders {
  /** Unfolded raw values by lower-case name, in order of appearance. */
  values: Map<string, string[]>;
  /** Offset of the first body byte. */
  bodyStart: number;
  /** False if the bytes end in the middle of a header line. */
  closed: boolean;
}

/** Maximum header bytes read per part. */
const longestHeaders = 1024 * 1024;
const newline = 0x0a;
const carriageReturn = 0x0d;
const fieldName = /^[!-9;-~]{1,100}[ \t]*$/;
const mailOnlyFields = [
  "from",
  "to",
  "subject",
  "date",
  "message-id",
  "received",
  "return-path",
  "sender",
  "cc",
  "bcc",
];

/** Parses the header block that begins at `start`. Skips lines that aren't fields. */
export function readHeaders(bytes: Buffer, start = 0, end = bytes.length): MailHeaders {
  const { headEnd, bodyStart, closed } = endOfHeaders(bytes, start, end);
  const values = new Map<string, string[]>();
  let name = "";
  let value = "";
  const store = () => {
    if (!name) return;
    const known = values.get(name);
    if (known) known.push(value.trim());
    else values.set(name, [value.trim()]);
  };
  for (const line of headerText(bytes.subarray(start, Math.min(headEnd, start + longestHeaders))).split(
    "\n",
  )) {
    if (line.startsWith(" ") || line.startsWith("\t")) {
      value += ` ${line.trim()}`;
      continue;
    }
    store();
    const colon = line.indexOf(":");
    const isField = colon > 0 && fieldName.test(line.slice(0, colon));
    name = isField ? line.slice(0, colon).trimEnd().toLowerCase() : "";
    value = isField ? line.slice(colon + 1) : "";
  }
  store();
  return { values, bodyStart, closed };
}

/** The first raw value of a field; null if it is missing or empty. */
export function header(headers: MailHeaders, name: string): string | null {
  return headers.values.get(name)?.[0] || null;
}

/** The most characters of a field in which encoded words are decoded: decoding takes quadratic time. */
export const longestWords = 20_000;

/** The first value of a field, with encoded words decoded, at most 20,000 characters before that. */
export function headerWords(headers: MailHeaders, name: string): string | null {
  const raw = header(headers, name)?.slice(0, longestWords) ?? null;
  return raw?.includes("=?") ? printable(decodeWords(raw)) : raw;
}

/** True if at least one field is specific to mail. */
export function isMailHead(headers: MailHeaders): boolean {
  return mailOnlyFields.some((name) => headers.values.has(name));
}

function endOfHeaders(bytes: Buffer, start: number, end: number) {
  if (bytes[start] === newline) return { headEnd: start, bodyStart: start + 1, closed: true };
  if (bytes[start] === carriageReturn && bytes[start + 1] === newline)
    return { headEnd: start, bodyStart: start + 2, closed: true };
  const range = bytes.subarray(0, end);
  for (let at = range.indexOf(newline, start); at >= 0; at = range.indexOf(newline, at + 1)) {
    if (range[at + 1] === newline) return { headEnd: at, bodyStart: at + 2, closed: true };
    if (range[at + 1] === carriageReturn && range[at + 2] === newline)
      return { headEnd: at, bodyStart: at + 3, closed: true };
  }
  return { headEnd: end, bodyStart: end, closed: end === start || range[end - 1] === newline };
}

/** Headers are ASCII, UTF-8 (RFC 6532) or, in old mails, a single-byte set, which is read as windows-1252. */
function headerText(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the ASCII range on purpose
  if (!/[^\x00-\x7f]/.test(text)) return text;
  return decodeText(bytes, null);
}
