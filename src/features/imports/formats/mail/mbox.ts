import { readMailDate } from "../../../mail/mail-date";
import { maxMailBytes, tooLarge } from "../../../mail/raw-mail";

/** A mail from a stream, before its file is known. */
export interface CutMail {
  bytes: Buffer;
  postmark: Date | null;
  problem: string | null;
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const longestPostmark = 320;
const datedPostmark =
  /(?:\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})/i;

/** A separator line without a date. Only accepted if the file starts with one. */
export const undatedPostmark = /^From \S+@\S+$/;

/**
 * Parses the delivery time on an mbox separator line.
 *
 * @param line - without its line ending.
 * @returns null if the line is not a separator: it needs "From " at the start, a weekday, a date and a time.
 */
export function readPostmark(line: string): Date | null {
  if (!line.startsWith("From ") || line.length > longestPostmark) return null;
  const dated = datedPostmark.exec(line);
  return dated ? readMailDate(line.slice(dated.index)) : null;
}

/**
 * Splits a stream of mbox bytes into mails. Memory is bounded by the largest mail kept (25 MB).
 *
 * A separator is a "From …" line with date and time, at the start of the file or after an empty line. Ignores
 * Content-Length. Reverses escapes (">From ", ">>From ").
 */
export class MboxSplitter {
  #undecided: Buffer = Buffer.alloc(0);
  #mail = new MailBuffer();
  #postmark: Date | null = null;
  #started = false;
  readonly #undated: boolean;

  /**
   * @param undated - the file's separators have no date, so "From name@host" alone on its line counts as one,
   * too.
   */
  constructor({ undated = false } = {}) {
    this.#undated = undated;
  }

  /** @returns the mails this chunk completes. Their bytes may be views into the chunk. */
  push(chunk: Buffer): CutMail[] {
    return this.#read(this.#undecided.length ? Buffer.concat([this.#undecided, chunk]) : chunk, false);
  }

  /** @returns the last mail. */
  end(): CutMail[] {
    const cut = this.#read(this.#undecided, true);
    if (this.#started || this.#mail.size > 0) cut.push(this.#finish(this.#postmark));
    return cut;
  }

  #read(data: Buffer, last: boolean): CutMail[] {
    const cut: CutMail[] = [];
    let from = 0;
    if (!this.#started && this.#mail.size === 0) {
      const end = data.indexOf(newline);
      if (end < 0 && !last && data.length < longestPostmark) return this.#keep(data, 0, cut);
      from = this.#begin(data, 0, end) ?? 0;
    }
    let search = from;
    for (;;) {
      const hit = data.indexOf("\nFrom ", search, "latin1");
      if (hit < 0) return this.#settle(data, from, last ? data.length : data.length - 6, cut);
      const end = data.indexOf(newline, hit + 1);
      if (end < 0 && !last && data.length - hit < longestPostmark) return this.#settle(data, from, hit, cut);
      search = hit + 5;
      if (!followsEmptyLine(data, hit, from)) continue;
      const postmark = this.#postmark;
      const next = this.#begin(data, hit + 1, end);
      if (next === null) continue;
      const before = hit > from && data[hit - 1] === carriageReturn ? hit - 1 : hit;
      this.#mail.add(data.subarray(from, before));
      cut.push(this.#finish(postmark));
      from = next;
      search = next;
    }
  }

  /** Starts a mail if the line is a separator. Returns where its headers begin, or null. */
  #begin(data: Buffer, start: number, lineEnd: number): number | null {
    const line = lineText(data, start, lineEnd < 0 ? data.length : lineEnd);
    const postmark = readPostmark(line);
    if (!postmark && !(this.#undated && undatedPostmark.test(line))) return null;
    this.#postmark = postmark;
    this.#started = true;
    return lineEnd < 0 ? data.length : lineEnd + 1;
  }

  /** Keeps two bytes before the undecided position, so that the empty line before it stays visible. */
  #settle(data: Buffer, from: number, undecided: number, cut: CutMail[]): CutMail[] {
    const settled = undecided >= data.length ? data.length : Math.max(from, undecided - 2);
    this.#mail.add(data.subarray(from, settled));
    return this.#keep(data, settled, cut);
  }

  #keep(data: Buffer, start: number, cut: CutMail[]): CutMail[] {
    this.#undecided = data.subarray(start);
    return cut;
  }

  #finish(postmark: Date | null): CutMail {
    const { bytes, problem } = this.#mail.take();
    return { bytes: unescapeFrom(bytes), problem, postmark };
  }
}

/** Treats a whole stream as one mail and keeps its first 25 MB. */
export class SingleMail {
  #mail = new MailBuffer();

  push(chunk: Buffer): CutMail[] {
    this.#mail.add(chunk);
    return [];
  }

  end(): CutMail[] {
    const { bytes, problem } = this.#mail.take();
    const first = bytes.indexOf(newline);
    // an EML saved from an mbox keeps the separator line, often without a usable date
    if (!/^>?From /.test(bytes.toString("latin1", 0, 6)) || first < 0)
      return [{ bytes, problem, postmark: null }];
    const postmark = readPostmark(lineText(bytes, 0, first));
    return [{ bytes: bytes.subarray(first + 1), problem, postmark }];
  }
}

class MailBuffer {
  #pieces: Buffer[] = [];
  #kept = 0;
  size = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    const room = maxMailBytes - this.#kept;
    if (room <= 0 || piece.length === 0) return;
    const kept = piece.length > room ? piece.subarray(0, room) : piece;
    this.#pieces.push(kept);
    this.#kept += kept.length;
  }

  take(): { bytes: Buffer; problem: string | null } {
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first ? first : Buffer.concat(this.#pieces);
    const problem = this.size > maxMailBytes ? tooLarge(this.size) : null;
    this.#pieces = [];
    this.#kept = 0;
    this.size = 0;
    return { bytes, problem };
  }
}

function followsEmptyLine(data: Buffer, hit: number, from: number): boolean {
  if (hit === from || data[hit - 1] === newline) return true;
  return data[hit - 1] === carriageReturn && (hit - 1 === from || data[hit - 2] === newline);
}

function lineText(data: Buffer, start: number, end: number): string {
  return data.toString("latin1", start, Math.min(end, start + longestPostmark + 1)).trimEnd();
}

/** Reverses mboxrd escapes: removes one ">" from every line that starts with ">From " or more marks. */
function unescapeFrom(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  for (
    let hit = bytes.indexOf(">From ", 0, "latin1");
    hit >= 0;
    hit = bytes.indexOf(">From ", hit + 6, "latin1")
  ) {
    let lineStart = hit;
    while (bytes[lineStart - 1] === 0x3e) lineStart--;
    if (lineStart > 0 && bytes[lineStart - 1] !== newline) continue;
    pieces.push(bytes.subarray(copied, hit));
    copied = hit + 1;
  }
  return pieces.length ? Buffer.concat([...pieces, bytes.subarray(copied)]) : bytes;
}
