import type { Range } from "./own-text";

/** Longer sentences are cut at a space, so that a wall of text still has spans to point at. */
const maxSentence = 500;
/** A line this much shorter than a wrapped one ends its sentence even without a period. */
const shortLine = 56;

const abbreviations = new Set([
  "mr",
  "mrs",
  "ms",
  "dr",
  "prof",
  "st",
  "jr",
  "sr",
  "vs",
  "etc",
  "inc",
  "corp",
  "co",
  "ltd",
  "no",
  "nos",
  "approx",
  "e.g",
  "i.e",
  "eg",
  "ie",
  "cf",
  "al",
  "fig",
  "sec",
  "dept",
  "est",
  "a.m",
  "p.m",
  "u.s",
  "jan",
  "feb",
  "mar",
  "apr",
  "jun",
  "jul",
  "aug",
  "sep",
  "sept",
  "oct",
  "nov",
  "dec",
  "mon",
  "tue",
  "tues",
  "wed",
  "thu",
  "thur",
  "thurs",
  "fri",
  "ext",
  "tel",
  "attn",
  "re",
  "pls",
  "mtg",
  "info",
]);

const longestAbbreviation = Math.max(...[...abbreviations].map(({ length }) => length));

const isSpace = (code: number) => code === 32 || code === 9 || code === 13 || code === 10 || code === 0xa0;
const isStop = (code: number) =>
  code === 46 ||
  code === 33 ||
  code === 63 ||
  code === 0x2026 ||
  code === 0x3002 ||
  code === 0xff1f ||
  code === 0xff01 ||
  code === 0x61f;
const bullet = /^\s*(?:[-*•·–—o]\s|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s)/i;

/** Splits spans of a text into sentences, each as a span without surrounding whitespace. */
export function splitSentences(text: string, ranges: readonly Range[]): Range[] {
  const sentences: Range[] = [];
  for (const range of ranges) splitRange(text, range, sentences);
  return sentences;
}

function splitRange(text: string, range: Range, sentences: Range[]): void {
  let start = range.start;
  let lineStart = range.start;
  for (let at = range.start; at < range.end; at++) {
    const code = text.charCodeAt(at);
    const ends =
      code === 10
        ? lineEndsSentence(text, lineStart, at, range.end)
        : isStop(code)
          ? stopEndsSentence(text, start, at, range.end)
          : code === 59 || at - start >= maxSentence
            ? at + 1 < range.end && isSpace(text.charCodeAt(at + 1))
            : false;
    if (code === 10) lineStart = at + 1;
    if (ends || at - start >= maxSentence * 2) {
      push(text, start, at + 1, sentences);
      start = at + 1;
    }
  }
  push(text, start, range.end, sentences);
}

function push(text: string, from: number, to: number, sentences: Range[]): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  if (end > start) sentences.push({ start, end });
}

function stopEndsSentence(text: string, start: number, at: number, end: number): boolean {
  const next = at + 1 < end ? text.charCodeAt(at + 1) : 32;
  if (isStop(next)) return false;
  const closes = next === 34 || next === 41 || next === 39 || next === 0x201d || next === 0x2019;
  if (closes)
    return at + 2 >= end || isSpace(text.charCodeAt(at + 2)) ? !isInnerStop(text, start, at) : false;
  if (!isSpace(next)) return text.charCodeAt(at) > 255;
  return !isInnerStop(text, start, at);
}

/** "Am 5. Dezember", "den 5. prosince": the month after an ordinal number; in lower case outside German. */
const monthFollows = /^\s+(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|\p{Ll}{3})/u;

/** A period after an abbreviation, an initial or a list number. */
function isInnerStop(text: string, start: number, at: number): boolean {
  if (text.charCodeAt(at) !== 46) return false;
  let from = at;
  while (
    from > start &&
    at - from < 12 &&
    !isSpace(text.charCodeAt(from - 1)) &&
    text.charCodeAt(from - 1) !== 40
  )
    from--;
  if (at - from > longestAbbreviation) return false;
  const word = text.slice(from, at);
  if (word.length === 1 && word >= "A" && word <= "Z") return true;
  if (word.length <= 2 && /^\d{1,2}$/.test(word))
    return text.slice(start, from).trim() === "" || monthFollows.test(text.slice(at + 1, at + 16));
  return abbreviations.has(word.toLowerCase());
}

/**
 * A line break inside a wrapped paragraph continues a sentence; after a short line, or before a list item or
 * a blank line, it ends it.
 */
function lineEndsSentence(text: string, lineStart: number, at: number, end: number): boolean {
  const before = text.charCodeAt(at - 1) === 13 ? at - 1 : at;
  const last = text.charCodeAt(before - 1);
  if (last === 58 || before - lineStart === 0) return true;
  let next = at + 1;
  while (next < end && (text.charCodeAt(next) === 32 || text.charCodeAt(next) === 9)) next++;
  if (next >= end || text.charCodeAt(next) === 10 || text.charCodeAt(next) === 13) return true;
  if (bullet.test(text.slice(at + 1, Math.min(end, next + 6)))) return true;
  if (before - lineStart >= shortLine) return false;
  const code = text.charCodeAt(next);
  return last === 44
    ? before - lineStart < 30
    : !((code >= 97 && code <= 122) || code === 40) || before - lineStart < 12;
}
