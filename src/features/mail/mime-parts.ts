import { readStructured, type StructuredValue } from "./header-parameters";
import { header, type MailHeaders, readHeaders } from "./mail-headers";

/** One node of a mail's MIME tree. Offsets point into the mail's bytes. */
export interface MimePart {
  headers: MailHeaders;
  type: StructuredValue;
  disposition: StructuredValue;
  /** In lower case: base64, quoted-printable, 7bit, 8bit, binary or any other given value. */
  encoding: string;
  bodyStart: number;
  bodyEnd: number;
  children: MimePart[];
  /** False for a multipart that has no closing boundary or doesn't name a boundary. */
  closed: boolean;
}

const deepest = 30;
const mostParts = 2000;
/** Lines that look like boundaries, over all levels of one mail. Real mails have a few per part. */
const mostDashedLines = 200_000;
const newline = 0x0a;
const carriageReturn = 0x0d;
const dash = 0x2d;
const dashedLine = Buffer.from("\n--");
/** In characters. RFC 2046 allows 70, and a header line has at most 998. */
const longestBoundary = 998;

/**
 * Finds the parts of a mail without decoding them.
 *
 * Stops at 30 levels, 2,000 parts or 200,000 lines that begin with dashes; anything beyond stays one part.
 */
export function readParts(bytes: Buffer): MimePart {
  return readPart(bytes, 0, bytes.length, {
    depth: 0,
    left: { parts: mostParts, dashedLines: mostDashedLines },
    fallbackType: "text/plain",
  });
}

interface Location {
  depth: number;
  left: { parts: number; dashedLines: number };
  fallbackType: string;
}

function readPart(bytes: Buffer, start: number, end: number, location: Location): MimePart {
  const headers = readHeaders(bytes, start, end);
  const type = readStructured(header(headers, "content-type"));
  if (!type.value.includes("/")) type.value = location.fallbackType;
  const part: MimePart = {
    headers,
    type,
    disposition: readStructured(header(headers, "content-disposition")),
    encoding: /[\w-]+/.exec(header(headers, "content-transfer-encoding")?.toLowerCase() ?? "")?.[0] ?? "",
    bodyStart: headers.bodyStart,
    bodyEnd: end,
    children: [],
    closed: !type.value.startsWith("multipart/"),
  };
  const boundary = type.parameters.get("boundary");
  const usable = boundary && boundary.length <= longestBoundary && location.depth < deepest;
  if (!part.closed && usable) split(bytes, part, boundary, location);
  return part;
}

function split(bytes: Buffer, part: MimePart, boundary: string, location: Location): void {
  const marker = Buffer.from(`--${boundary}`);
  const fallbackType = part.type.value === "multipart/digest" ? "message/rfc822" : "text/plain";
  const inner = { depth: location.depth + 1, left: location.left, fallbackType };
  let partStart = -1;
  for (
    let at = findLine(bytes, marker, part.bodyStart, part.bodyEnd, location.left);
    at;
    at = findLine(bytes, marker, at.next, part.bodyEnd, location.left)
  ) {
    if (partStart >= 0 && location.left.parts-- > 0)
      part.children.push(readPart(bytes, partStart, at.before, inner));
    partStart = at.next;
    part.closed = at.closing;
    if (at.closing) return;
  }
  if (partStart >= 0 && location.left.parts-- > 0)
    part.children.push(readPart(bytes, partStart, part.bodyEnd, inner));
}

interface BoundaryLine {
  /** End of the content before the boundary, without its line ending. */
  before: number;
  /** Start of the line after the boundary. */
  next: number;
  closing: boolean;
}

/**
 * Finds the next line that is the boundary. It compares only at line starts: searching for the boundary itself
 * multiplies its length by the body's if both repeat one character, and one such mail once held up the server
 * for a minute.
 */
function findLine(
  bytes: Buffer,
  marker: Buffer,
  from: number,
  end: number,
  left: Location["left"],
): BoundaryLine | null {
  // a view that ends with the part: searching through its siblings would be quadratic for many parts
  const range = bytes.subarray(0, end);
  for (let at = from; at >= 0; at = nextDashedLine(range, at)) {
    if (left.dashedLines-- <= 0) return null;
    let after = at + marker.length;
    if (after > end || bytes.compare(marker, 0, marker.length, at, after) !== 0) continue;
    const closing = bytes[after] === dash && bytes[after + 1] === dash;
    if (closing) after += 2;
    while (after < end && (bytes[after] === 0x20 || bytes[after] === 0x09)) after++;
    if (after < end && bytes[after] === carriageReturn) after++;
    if (after < end && bytes[after] !== newline) continue;
    return { before: lineBreakBefore(bytes, at, from), next: Math.min(end, after + 1), closing };
  }
  return null;
}

/** Start of the next line that begins with two dashes; -1 if there is none. */
function nextDashedLine(range: Buffer, after: number): number {
  const lineBreak = range.indexOf(dashedLine, after);
  return lineBreak < 0 ? -1 : lineBreak + 1;
}

function lineBreakBefore(bytes: Buffer, at: number, from: number): number {
  let before = at;
  if (before > from && bytes[before - 1] === newline) before--;
  if (before > from && bytes[before - 1] === carriageReturn) before--;
  return before;
}
