import { inflateRawSync } from "node:zlib";

/** Longest document.xml that is unpacked (bytes). */
const maxUnpacked = 32 * 1024 ** 2;
/** Most tags that are read: a day of talk has fewer, even with one for each word. Millions would hold up everybody. */
const mostTags = 500_000;
const wanted = "word/document.xml";

/**
 * The paragraphs of a Word document, one a line. Google Docs and Teams offer transcripts in this form.
 * Source: ECMA-376, part 1, 17.3 (paragraphs and runs); PKWARE APPNOTE 4.3 (zip).
 *
 * @param longest - maximum length of the text (characters).
 * @returns `broken` also if it isn't a Word document.
 */
export function docxText(bytes: Uint8Array, longest: number): { text: string } | "broken" | "too long" {
  try {
    const xml = unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return xml ? paragraphsOf(xml, longest) : "broken";
  } catch (error) {
    return (error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE" ? "too long" : "broken";
  }
}

function unpack(zip: Buffer): string | null {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06"));
  if (end < 0) return null;
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    if (name === wanted) return contentAt(zip, at);
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return null;
}

function contentAt(zip: Buffer, entry: number): string {
  const method = zip.readUInt16LE(entry + 10);
  const size = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(start, start + size);
  return (method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxUnpacked })).toString("utf8");
}

// No part of the pattern may run past the next tag, or many broken tags would take forever.
const tags = /<w:(t|tab|br|cr)(?:\s[^<>]*)?(?:\/>|>([^<]*))|<\/w:p>/g;

const signs: Record<string, string> = { tab: "\t", br: "\n", cr: "\n" };

function paragraphsOf(xml: string, longest: number): { text: string } | "too long" {
  const pieces: string[] = [];
  let length = 0;
  for (const [, tag, words = ""] of xml.matchAll(tags)) {
    const piece = tag === "t" ? words : (signs[tag ?? ""] ?? "\n");
    length += piece.length;
    if (length > longest || pieces.push(piece) > mostTags) return "too long";
  }
  return { text: withoutEntities(pieces.join("")) };
}

/** The ampersand comes last: it may be part of words about an entity. */
const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" };

const withoutEntities = (text: string): string =>
  Object.entries(entities).reduce((words, [entity, sign]) => words.replaceAll(entity, sign), text);
