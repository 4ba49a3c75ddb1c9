import { TextDecoder } from "node:util";

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** Bytes 128 to 159 in windows-1252; undefined bytes keep their value. */
const westernSigns = [..."€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"];
const decoders = new Map<string, TextDecoder | null>();
const codePages: Record<string, string> = {
  "932": "shift_jis",
  "936": "gbk",
  "949": "euc-kr",
  "950": "big5",
  "874": "windows-874",
  "65001": "utf-8",
};
const aliases: Record<string, string> = {
  iso88598i: "iso-8859-8",
  shiftjis: "shift_jis",
  windows31j: "shift_jis",
  mskanji: "shift_jis",
  eucjp: "euc-jp",
  iso2022jp1: "iso-2022-jp",
  iso2022jp2: "iso-2022-jp",
  euckr: "euc-kr",
  uhc: "euc-kr",
  tis620: "windows-874",
  gb2312: "gbk",
  usascii: "us-ascii",
  utf8mb4: "utf-8",
  unicode11utf7: "utf-7",
};

/** True if text in this character set can be decoded. */
export function knowsCharset(label: string): boolean {
  return decoderFor(label) !== null;
}

/**
 * Decodes a text body. If the character set is missing, unknown or ASCII, tries UTF-8 and falls back to
 * windows-1252 when the bytes aren't valid UTF-8.
 */
export function decodeText(bytes: Uint8Array, label: string | null): string {
  const decoder = label ? decoderFor(label) : null;
  if (decoder && decoder.encoding !== "windows-1252" && decoder.encoding !== "utf-8")
    return decoder.decode(bytes);
  if (decoder?.encoding === "windows-1252" && !isAscii(label ?? "")) return decodeWestern(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return decoder?.encoding === "utf-8" ? decoder.decode(bytes) : decodeWestern(bytes);
  }
}

/**
 * Decodes windows-1252. Node's decoder treats it as ISO 8859-1 and turns quotation marks into control
 * characters.
 */
function decodeWestern(bytes: Uint8Array): string {
  return printable(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
}

/** Replaces the control characters 128 to 159 with their windows-1252 equivalents. */
export function printable(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 128] as string);
}

/** Makes text safe for PostgreSQL: removes NUL and replaces lone surrogates with U+FFFD. */
export function storable(text: string): string {
  const plain = text.includes("\0") ? text.replaceAll("\0", "") : text;
  return (plain as WellFormable).toWellFormed();
}

/** Node 20 has this method, but the ES2023 library types don't. */
type WellFormable = string & { toWellFormed(): string };

function isAscii(label: string): boolean {
  return /ascii|^ansi_x3/i.test(label);
}

function decoderFor(label: string): TextDecoder | null {
  const key = label.trim().toLowerCase().slice(0, 60);
  let decoder = decoders.get(key);
  if (decoder === undefined) {
    decoder = makeDecoder(key) ?? makeDecoder(plainLabel(key));
    // labels come from strangers, so the map must not grow without bound
    if (decoders.size < 500) decoders.set(key, decoder);
  }
  return decoder;
}

function plainLabel(label: string): string {
  const plain = label.replace(/^(?:x-ms-|x-|cs)/, "").replace(/[\s._-]+/g, "");
  const page = /^(?:cp|windows|ms|ibm)(\d+)$/.exec(plain)?.[1];
  return (page && (codePages[page] ?? `windows-${page}`)) || aliases[plain] || plain;
}

function makeDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}
