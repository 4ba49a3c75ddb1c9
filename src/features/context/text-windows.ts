import type { Line, Passage } from "../search/passages";
import { plainText } from "../search/words";
import { findOwnText, type Range } from "../triage/text/own-text";
import { ownSentences, quotedSentences, sentencesIn } from "./sentences";
import { isQuotedAt, quotedWriterAt, type SourceText, voiceAt } from "./sources";

/** Some consecutive sentences of a source. */
export interface TextWindow extends Passage {
  of: SourceText;
  /** Offsets of the sentences into the source's text; line `n` of the passage is sentence `n`. */
  sentences: Range[];
}

/** Sentences per window, and between the starts of two windows, so that an answer across a cut is in one of them. */
const size = 8;
const step = 4;
/** Sentences of one source that are read. */
const mostSentences = 400;
/** Windows of a transcript that are ranked. */
const mostWindows = 250;
/** The beginning of a word that all of its forms share (characters), as far as a cheap test goes. */
const sharedBeginning = 4;

/** The whole source as one passage, to find out cheaply which sources are worth cutting. */
export function wholePassage(of: SourceText, longest = 4000): TextWindow {
  const lines: Line[] = [{ author: voiceAt(of, 0), text: of.text.slice(0, longest) }];
  return { id: of.id, source: of.id, position: 0, lines, title: of.title, date: of.date, of, sentences: [] };
}

/**
 * Cuts a source into windows of sentences: what its sender wrote, or everything if that is only a quoted message. What
 * it has as `quoted` stands between them, as in its text.
 */
export function windowsOfText(of: SourceText): TextWindow[] {
  const sentences: Range[] = of.spoken ?? sentencesOfText(of).slice(0, mostSentences);
  // Who only passes words on is found by name too, though they aren't theirs.
  const passedOnBy = sentences.every(({ start }) => isQuotedAt(of, start)) ? of.author : null;
  const quotedAuthor = (start: number) =>
    [quotedWriterAt(of, start), passedOnBy].filter(Boolean).join(" ") || null;
  const speakers = new Map(of.spoken?.map(({ start, speaker }) => [start, speaker]));
  const windows: TextWindow[] = [];
  for (let first = 0; first === 0 || first + size - step < sentences.length; first += step) {
    const within = sentences.slice(first, first + size);
    windows.push({
      id: `${of.id}:${first}`,
      source: of.id,
      position: first / step,
      lines: within.map(({ start, end }) => ({
        author: speakers.get(start) ?? voiceAt(of, start) ?? quotedAuthor(start),
        text: of.text.slice(start, end),
      })),
      title: of.title,
      date: of.date,
      of,
      sentences: within,
    });
  }
  return windows;
}

/** All sentences of a source that isn't spoken, in order. */
function sentencesOfText(of: SourceText): Range[] {
  const quoted = quotedSentences(of);
  if (quoted.length === 0) return ownSentences(of);
  const own = sentencesIn(of.text, findOwnText(of.text).ranges);
  return [...own.filter(({ start }) => !isQuotedAt(of, start)), ...quoted].toSorted(
    (a, b) => a.start - b.start,
  );
}

/**
 * The windows that may contain the words of a question, those with the most of them first. Ranking reads every
 * word of a window, and a transcript has thousands, so this only looks for the beginnings of words.
 */
export function windowsWith(words: string[], windows: TextWindow[]): TextWindow[] {
  const beginnings = [...new Set(words.map((word) => word.slice(0, sharedBeginning)))];
  const held = windows.map((window) => {
    const text = plainText(window.lines.map((line) => line.text).join("\n"));
    return { window, count: beginnings.filter((beginning) => text.includes(beginning)).length };
  });
  return held
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostWindows)
    .map(({ window }) => window);
}
