import type { QuotedText } from "./own-text";
import { quotedWriter } from "./quoted-writer";

/** More lines than this aren't read. */
const mostLines = 5000;
/** A longer line above a quote names nobody (characters). */
const longestLine = 200;

/** Signs before a quoted line, one for each time it was quoted. */
const marks = /^(?:[ \t]*>)+[ \t]?/;
/** What else stands for "wrote": "Bo Lind mentioned:", "Bo Lind (bo@lind.example) wrote*:". */
const said =
  /(?:^|[\s,]+)(?:said|says|wrote|writes|mentioned|suggested|stated|added|asked|answered|replied|posted|thought)\b[^:]{0,20}:\s*$/i;
const quoting = /^(?:quoting|citing)\s+/i;
/** "On Tuesday, Bo Lind", whose "wrote:" stands on the next line. */
const beginsAttribution = /^(?:on|at|am|le|el|il)\s.{0,160}\d/i;
/** A name with an address, and perhaps a date, is enough: "Bo Lind <bo@lind.example> [2026-11-10]:". */
const withAddress = /@[\w.-]+\.\w+[>)\]]?.{0,40}:\s*$/;
/** The first header of a message that is quoted with them, and those that may follow it. */
const fromHeader = /^\*?(?:from|von|de|da|van|fra)\s?:\*?/i;
const nextHeader = /^\*?(?:sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|enviado)\s?:/i;
/** Lines below the first header among which the next stands: addresses may take more than one. */
const nextWithin = 3;
/** Headers have at most so many lines; an empty one ends them before. */
const mostHeaders = 16;

interface Line {
  start: number;
  end: number;
  /** How often it was quoted; 0: never. */
  depth: number;
  /** Without the signs before it. */
  text: string;
}

/**
 * Finds the lines that a message quotes with ">", each stretch with who wrote it, as far as the lines above tell.
 *
 * @param content - plain text as stored, any length.
 * @returns spans of `content` in order, without headers that are quoted too. The signs before the first line of each
 * aren't in it; those of further lines are.
 */
export function findQuotedLines(content: string): QuotedText[] {
  const lines = linesOf(content);
  const found: QuotedText[] = [];
  // By depth. Who was named once is quoted again below each answer.
  const writers: (string | null)[] = [];
  let before: Line | undefined;
  // Where the headers end that are being passed.
  let body = 0;
  for (const [at, line] of lines.entries()) {
    const { depth, start, end } = line;
    const areHeaders = depth > 0 && startsHeaders(lines, at);
    if (areHeaders) body = headersEnd(content, lines, at);
    const above = depth > (before?.depth ?? 0) ? writerAbove(before, lines[at - 2]) : undefined;
    const named = areHeaders ? quotedWriter([line.text.replace(fromHeader, "From:")]) : above;
    if (named !== undefined) {
      writers.length = depth;
      writers[depth] = named;
    }
    const writer = writers[depth] ?? null;
    const last = found.at(-1);
    const isNext = before?.depth === depth && before.end === last?.end && last.writer === writer;
    const counts = depth > 0 && at >= body;
    if (counts && isNext && !content.slice(last.end + 1, start).includes("\n")) last.end = end;
    else if (counts) found.push({ start, end, writer });
    before = line;
  }
  return found;
}

/** All lines that hold words. */
function linesOf(content: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (let read = 0; from <= content.length && read < mostLines; read++) {
    const newline = content.indexOf("\n", from);
    const end = newline < 0 ? content.length : newline;
    const whole = content.slice(from, end);
    const mark = marks.exec(whole)?.[0] ?? "";
    const text = whole.slice(mark.length).trim();
    if (text !== "") lines.push({ start: from + mark.length, end, depth: mark.split(">").length - 1, text });
    from = end + 1;
  }
  return lines;
}

/**
 * Who wrote what a line, and perhaps the one before it, introduces.
 *
 * @returns null: somebody whom it doesn't name ("you wrote:"); undefined: the line introduces nothing.
 */
function writerAbove(line: Line | undefined, before: Line | undefined): string | null | undefined {
  if (!line || line.text.length > longestLine) return undefined;
  const { text, depth } = line;
  if (said.test(text)) {
    const verb = text.replace(said, " wrote:");
    const wraps =
      before?.depth === depth && beginsAttribution.test(before.text) && !beginsAttribution.test(text);
    return quotedWriter(wraps ? [before.text, verb] : [verb]);
  }
  if (
    quoting.test(text) ||
    fromHeader.test(text) ||
    (withAddress.test(text) && !beginsAttribution.test(text))
  )
    return quotedWriter([`From: ${text.replace(quoting, "").replace(fromHeader, "").replace(/:$/, "")}`]);
  return quotedWriter([text]) ?? undefined;
}

/** Whether a message's headers begin at a line, quoted as often as it. */
function startsHeaders(lines: Line[], at: number): boolean {
  const { text, depth } = lines[at] as Line;
  if (!fromHeader.test(text)) return false;
  const next = lines.slice(at + 1, at + 1 + nextWithin);
  return next.some((line) => line.depth === depth && nextHeader.test(line.text));
}

/** The first line behind the headers that begin at a line: behind an empty one, or quoted more or less often. */
function headersEnd(content: string, lines: Line[], from: number): number {
  for (let at = from + 1; at < Math.min(lines.length, from + mostHeaders); at++) {
    const [above, line] = [lines[at - 1] as Line, lines[at] as Line];
    if (line.depth !== above.depth || content.slice(above.end + 1, line.start).includes("\n")) return at;
  }
  return Math.min(lines.length, from + mostHeaders);
}
