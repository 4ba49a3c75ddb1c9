import { type QuotedSentence, sentencesIn } from "../sentences";
import { isRow } from "./table-rows";

/**
 * The words of a quote as people read them: a sentence that a mail program broke into lines is one line, without the
 * signs before lines that a message quotes ("> "). Cells of a table, and what else stands on lines, keep theirs.
 */
export function readWords({ of: { text }, range: { start, end } }: QuotedSentence): string {
  // How long a line is says whether it was broken; the quote may begin in the middle of it.
  const lineStart = Math.min(start, text.lastIndexOf("\n", start) + 1);
  const lines = withoutSigns(text.slice(lineStart, end));
  const from = withoutSigns(text.slice(lineStart, start)).length;
  const sentences = isRow(lines) ? [] : sentencesIn(lines, [{ start: 0, end: lines.length }]);
  const isWithin = (at: number) => sentences.some((one) => one.start < at && at < one.end);
  const words = lines.slice(from);
  return words.replace(/[^\S\n]*\n\s*/g, (gap: string, at: number) => {
    if (/\n\s*\n/.test(gap)) return "\n\n";
    return isWithin(from + at) || sentenceEnd.test(words.slice(0, at)) ? " " : "\n";
  });
}

const withoutSigns = (lines: string): string => lines.replace(/^[^\S\n]*>[^\S\n>]*(?:>[^\S\n>]*)*/gm, "");

const sentenceEnd = /[.!?…]["'”’)\]]*$/;
