import { findOwnText, findTextBelow, type Range } from "../triage/text/own-text";
import { findQuotedLines } from "../triage/text/quoted-lines";
import { splitSentences } from "../triage/text/sentences";
import type { SourceText } from "./sources";

/** One sentence of a source that answers a question, as offsets into its text. */
export interface QuotedSentence {
  of: SourceText;
  range: Range;
}

/** A time of day ends a sentence if another begins behind it: "at 11 a.m. Can you come?", but not "at 11 a.m. Friday". */
const timeAtEnd =
  /\b[ap]\.m\.\s+(?=\p{Lu}\p{Ll})(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b|Jan|Feb|Mar(?:ch)?\b|Apr|May\b|June?\b|July?\b|Aug|Sep|Oct|Nov|Dec|(?:Central|Eastern|Pacific|Mountain|Standard)\b)/gu;

/** The sentences within spans of a text. */
export function sentencesIn(text: string, ranges: readonly Range[]): Range[] {
  return splitSentences(text, ranges).flatMap((sentence) => {
    // What is in brackets may end with a sentence of its own: "(Is it so?) It is."
    const closing = /^[)\]}]+\s*/.exec(text.slice(sentence.start, sentence.end))?.[0].length ?? 0;
    const { start, end } = { ...sentence, start: sentence.start + closing };
    if (start >= end) return [];
    const parts: Range[] = [];
    let from = start;
    for (const found of text.slice(start, end).matchAll(timeAtEnd)) {
      const at = start + found.index + found[0].trimEnd().length;
      parts.push({ start: from, end: at });
      from = start + found.index + found[0].length;
    }
    return [...parts, { start: from, end }];
  });
}

/** The sentences that the sender of a source wrote; all of them if there are none. */
export function ownSentences({ type, text }: Pick<SourceText, "type" | "text">): Range[] {
  const own = type === "message" ? sentencesIn(text, findOwnText(text).ranges) : [];
  return own.length > 0 ? own : sentencesIn(text, [{ start: 0, end: text.length }]);
}

/** The sentences of what a source quotes. Signs before lines that are quoted one by one ("> ") begin none. */
export const quotedSentences = ({ text, quoted = [] }: Pick<SourceText, "text" | "quoted">): Range[] =>
  sentencesIn(text, quoted).flatMap(({ start, end }) => {
    const signs = /^[>\s]*/.exec(text.slice(start, end))?.[0].length ?? 0;
    return start + signs < end ? [{ start: start + signs, end }] : [];
  });

/** A source with what it quotes of other messages. */
export function withQuoted(of: SourceText): SourceText {
  const marked = markBareQuote(of);
  if (of.type !== "message" || marked.quoted) return marked;
  const quoted = [...findQuotedLines(of.text), ...findTextBelow(of.text)].toSorted(
    (a, b) => a.start - b.start,
  );
  return quoted.length > 0 ? { ...of, quoted } : of;
}

/** A source whose sender only forwards or quotes others says so: nothing in it counts as the sender's words. */
export function markBareQuote(of: SourceText): SourceText {
  if (of.type !== "message") return of;
  const { ranges, forwarded, forwardedFrom, quotes } = findOwnText(of.text);
  const end = of.text.length;
  if (forwarded) return { ...of, quoted: [{ start: ranges[0]?.start ?? 0, end, writer: forwardedFrom }] };
  if (!quotes || sentencesIn(of.text, ranges).length > 0) return of;
  const lines = findQuotedLines(of.text);
  return { ...of, quoted: lines.length > 0 ? lines : [{ start: 0, end, writer: null }] };
}
