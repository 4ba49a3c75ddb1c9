import { printable } from "./charset";

/** The encoding of a text file. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * Detects the encoding from a file's first bytes: a byte-order mark, or the zero bytes of ASCII letters in
 * UTF-16. Assumes UTF-8 for anything else until the text proves otherwise ({@link EncodingCheck}).
 */
export function encodingOf(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const length = Math.min(head.length, 400) & ~1;
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2]!++;
  if (zeros[1]! > length / 8 && zeros[0]! < length / 50) return "utf-16le";
  if (zeros[0]! > length / 8 && zeros[1]! < length / 50) return "utf-16be";
  return "utf-8";
}

/** Decodes a stream piece by piece and drops its byte-order mark. Undecodable bytes become U+FFFD. */
export async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<string> {
  if (encoding === "windows-1252") {
    for await (const chunk of chunks) yield printable(chunk.toString("latin1"));
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  const rest = decoder.decode();
  if (rest) yield rest;
}

/** The same text as UTF-8 bytes, for parsers that work on bytes. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  if (encoding === "utf-8") yield* chunks;
  else for await (const text of decoded(chunks, encoding)) yield Buffer.from(text);
}

/** Detects Western single-byte text while a file is read as UTF-8. */
export class EncodingCheck {
  #foreign = 0;
  #broken = 0;

  add(text: string): void {
    for (const letter of text.match(/[^\0-\x7f]/g) ?? []) {
      this.#foreign++;
      if (letter === "\ufffd") this.#broken++;
    }
  }

  /** A few bad letters mean damage. If most non-ASCII letters are bad, the file has another encoding. */
  get western(): boolean {
    return this.#broken > 0 && this.#broken * 2 > this.#foreign;
  }
}

const longestLine = 4 * 1024 * 1024;

/** Splits text into batches of lines without line endings. Cuts lines longer than 4 million characters. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() as string;
    if (rest.length > longestLine) {
      lines.push(rest);
      rest = "";
    }
    if (lines.length > 0) yield lines;
  }
  if (rest) yield [rest.replace(/\r$/, "")];
}
