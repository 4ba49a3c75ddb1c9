import { printable } from "./charset";

/** How a text file is written. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/**
 * The encoding that a file's first bytes show: a byte-order mark, or the zero bytes that ASCII letters have in UTF-16.
 * Anything else counts as UTF-8 until its text says otherwise ({@link EncodingCheck}).
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

/** The text of a stream, piece by piece, without its byte-order mark. What cannot be decoded becomes U+FFFD. */
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

/** The same text as UTF-8 bytes, for readers that look at bytes. */
export async function* asUtf8(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  if (encoding === "utf-8") yield* chunks;
  else for await (const text of decoded(chunks, encoding)) yield Buffer.from(text);
}

/** Finds out, while a file is read as UTF-8, that it is Western text of one byte a letter. */
export class EncodingCheck {
  #foreign = 0;
  #broken = 0;

  add(text: string): void {
    for (const letter of text.match(/[^\0-\x7f]/g) ?? []) {
      this.#foreign++;
      if (letter === "\ufffd") this.#broken++;
    }
  }

  /** One damaged letter in a file of good ones is damage; a file in which hardly any is good is another encoding. */
  get western(): boolean {
    return this.#broken > 0 && this.#broken * 2 > this.#foreign;
  }
}

const longestLine = 4 * 1024 * 1024;

/** The lines of a text, many at once, without their ends. A line beyond 4 million characters is cut in pieces. */
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
