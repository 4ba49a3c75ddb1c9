import { inflateRawSync } from "node:zlib";

/** Longest document.xml that is unpacked (bytes). */
const maxUnpacked = 64 * 1024 ** 2;
const wanted = "word/document.xml";

/**
 * The paragraphs of a Word document, one a line. Google Docs and Teams offer transcripts in this form.
 * Source: ECMA-376, part 1, 17.3 (paragraphs and runs); PKWARE APPNOTE 4.3 (zip).
 *
 * @returns null if it isn't a Word document or is broken.
 */
export function docxText(bytes: Uint8Array): string | null {
  try {
    const xml = unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return xml && paragraphsOf(xml);
  } catch {
    return null;
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

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function paragraphsOf(xml: string): string {
  const lines: string[] = [];
  // No part of the pattern may run past the next tag, or many broken tags would take forever.
  for (const paragraph of xml.split("</w:p>")) {
    let line = "";
    for (const [tag, , text] of paragraph.matchAll(/<w:(t|tab|br|cr)(?:\s[^<>]*)?(?:\/>|>([^<]*))/g)) {
      if (tag.startsWith("<w:tab")) line += "\t";
      else if (tag.startsWith("<w:br") || tag.startsWith("<w:cr")) line += "\n";
      else line += (text ?? "").replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
    }
    lines.push(line);
  }
  return lines.join("\n");
}
