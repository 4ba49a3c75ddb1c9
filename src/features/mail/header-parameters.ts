import { decodeWords } from "postal-mime";

/** A structured header value, for example `text/plain; charset=utf-8`. */
export interface StructuredValue {
  /** Lower case, without parameters. */
  value: string;
  /** Keyed by lower-case name. The first duplicate wins; RFC 2231 pieces are joined and decoded. */
  parameters: Map<string, string>;
}

const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;"]*))/g;

/** Parses Content-Type and Content-Disposition values, and as much as possible of malformed ones. */
export function readStructured(raw: string | null): StructuredValue {
  const text = raw?.includes("(") ? raw.replace(/(^|[\s;])\([^()]*\)/g, "$1") : (raw ?? "");
  const semicolon = text.indexOf(";");
  const value = (semicolon < 0 ? text : text.slice(0, semicolon)).trim().toLowerCase().replace(/^"|"$/g, "");
  const parameters = new Map<string, string>();
  if (semicolon < 0) return { value, parameters };
  const pieces: [name: string, value: string][] = [];
  for (const [, name = "", quoted, bare] of text.slice(semicolon).matchAll(parameter)) {
    const content = quoted === undefined ? (bare ?? "").trim() : quoted.replace(/\\(.)/g, "$1");
    if (name.includes("*")) pieces.push([name.toLowerCase(), content]);
    else if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), content);
  }
  if (pieces.length) joinPieces(pieces, parameters);
  return { value, parameters };
}

/** The most characters of a file name that are decoded. */
const longestName = 5000;

/** The decoded file name of a part; null if it has none. */
export function fileNameOf(disposition: StructuredValue, type: StructuredValue): string | null {
  const given = disposition.parameters.get("filename") || type.parameters.get("name") || null;
  // Decoding takes time quadratic in the length of the name.
  const name = given?.slice(0, longestName) ?? null;
  return name?.includes("=?") ? decodeWords(name) : name;
}

/** Joins the pieces of an RFC 2231 parameter: `name*0*=utf-8''a%20b; name*1=c`. */
function joinPieces(pieces: [string, string][], parameters: Map<string, string>): void {
  const byName = new Map<string, { at: number; text: string; encoded: boolean }[]>();
  for (const [label, text] of pieces) {
    const [, name = "", at = "0", star = ""] = /^([^*]+)(?:\*(\d+))?(\*)?$/.exec(label) ?? [];
    if (!name) continue;
    const list = byName.get(name) ?? [];
    list.push({ at: Number(at), text, encoded: star === "*" });
    byName.set(name, list);
  }
  for (const [name, list] of byName) {
    list.sort((a, b) => a.at - b.at);
    const first = list[0]?.encoded ? /^([^']*)'[^']*'/.exec(list[0].text) : null;
    const bytes = list.map((piece, i) => {
      const text = i === 0 && first ? piece.text.slice(first[0].length) : piece.text;
      return piece.encoded ? percentBytes(text) : Buffer.from(text);
    });
    parameters.set(name, decode(Buffer.concat(bytes), first?.[1] || "utf-8"));
  }
}

function percentBytes(text: string): Buffer {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(plain, "latin1");
}

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}
