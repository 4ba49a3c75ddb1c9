import { splitSentences } from "../../../triage/text/sentences";

/** A sentence that a language model wrote, with the numbers of the passages that it names. */
export interface WrittenSentence {
  text: string;
  numbers: number[];
}

/** Blanks are read from their first one only, or many of them would take long. */
const citation = /(?<!\s)\s*\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]/g;
/** Longest line that waits for its end (characters). Each piece that arrives reads it again. */
const longestLine = 4000;
/** The model's word for an answer that the passages don't contain. */
const nothing = /^\W*nothing\W*$/i;

/**
 * Reads sentences from a model's text while it arrives. A sentence is complete when its line ends or the next
 * sentence begins, because its numbers follow it.
 */
export function createSentenceReader(take: (sentence: WrittenSentence) => void) {
  let line = "";
  let saysNothing = false;
  let any = false;

  function takeLine(complete: boolean): void {
    if (complete && nothing.test(line)) saysNothing = true;
    else {
      const sentences = sentencesOf(line);
      const ready = complete ? sentences : sentences.slice(0, -1);
      for (const { sentence } of ready) {
        any = true;
        take(sentence);
      }
      line = line.slice(sentences.at(-1)?.from ?? 0);
    }
    if (complete) line = "";
  }

  return {
    grow(piece: string): void {
      const [first = "", ...rest] = piece.split(/\r?\n/);
      line += first;
      for (const next of rest) {
        takeLine(true);
        line = next;
      }
      // Numbers whose bracket isn't closed yet belong to the sentence before.
      if (line.length > longestLine) takeLine(true);
      else if (line.lastIndexOf("[") <= line.lastIndexOf("]")) takeLine(false);
    },

    /** @returns whether the model wrote only that there is no answer. */
    end(): { saysNothing: boolean } {
      takeLine(true);
      return { saysNothing: saysNothing && !any };
    },
  };
}

/** The sentences of a line, each with where it begins in the line. */
function sentencesOf(line: string): { sentence: WrittenSentence; from: number }[] {
  // Citations are taken out first, so that they neither end nor join sentences.
  let plain = "";
  let end = 0;
  const cited: { at: number; numbers: number[] }[] = [];
  const removed: { at: number; length: number }[] = [];
  for (const match of line.matchAll(citation)) {
    plain += line.slice(end, match.index);
    cited.push({ at: plain.length, numbers: (match[1] ?? "").split(/[,;]/).map(Number) });
    removed.push({ at: plain.length, length: match[0].length });
    end = match.index + match[0].length;
  }
  plain += line.slice(end);
  const toLine = (at: number) => removed.reduce((sum, one) => (one.at <= at ? sum + one.length : sum), at);
  const ranges = splitSentences(plain, [{ start: 0, end: plain.length }]);
  return ranges.map(({ start, end: stop }, index) => {
    const next = ranges[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const from = index === 0 ? 0 : start;
    const numbers = cited.filter(({ at }) => at > from && at < next).flatMap((one) => one.numbers);
    return {
      sentence: { text: plain.slice(start, stop), numbers: [...new Set(numbers)] },
      from: index === 0 ? 0 : toLine(start),
    };
  });
}
