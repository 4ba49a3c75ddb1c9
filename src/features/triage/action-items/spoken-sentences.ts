import type { TranscriptSegment } from "../../../shared/transcript-segment";

/** One sentence of a transcript. */
export interface SpokenSentence {
  /** Number of its segment. */
  segment: number;
  /** Offsets in the segment's text. */
  start: number;
  end: number;
  /** As transcribed. */
  text: string;
  /** Without what people say while they look for words. */
  plain: string;
  speaker: string | null;
  /** Where it begins, in seconds; inside a segment this is interpolated. */
  second: number;
}

/** Longest sentence that is read; transcripts without punctuation are cut into pieces of this length. */
const longest = 400;

/** Splits every segment into sentences. */
export function sentencesOf(segments: readonly TranscriptSegment[]): SpokenSentence[] {
  const sentences: SpokenSentence[] = [];
  for (const [segment, { start: from, end: to, speaker, text }] of segments.entries()) {
    for (const [start, end] of rangesIn(text)) {
      const said = text.slice(start, end);
      const second = from + ((to - from) * start) / Math.max(1, text.length);
      sentences.push({ segment, start, end, text: said, plain: withoutFillers(said), speaker, second });
    }
  }
  return sentences;
}

function rangesIn(text: string): [number, number][] {
  const ranges: [number, number][] = [];
  let from = 0;
  const add = (to: number) => {
    let start = from;
    let end = to;
    while (start < end && text[start]!.trim() === "") start++;
    while (end > start && text[end - 1]!.trim() === "") end--;
    if (end > start) ranges.push([start, end]);
    from = to;
  };
  for (const { index } of text.matchAll(/[.?!…](?=\s+["'(]?[\p{Lu}\d])|\n/gu)) {
    cutLong(text, () => from, index, add);
    add(index + 1);
  }
  cutLong(text, () => from, text.length, add);
  add(text.length);
  return ranges;
}

function cutLong(text: string, from: () => number, to: number, add: (to: number) => void): void {
  while (to - from() > longest) {
    const space = text.lastIndexOf(" ", from() + longest);
    add(space > from() ? space : from() + longest);
  }
}

const fillers =
  /(?:^|(?<=[\s,.]))(?:u[hm]+|uh-huh|e[rh]+m*|h?mm+(?:-hmm+)?|m-hm|you know|i mean|sort of|kind of|basically|et ?cetera|and so on|or something(?: like that)?|or whatever|if you (?:want|like|will)|as well as that)(?=[\s,.?!]|$)[,.]?/gi;
const interjections = /,\s*(?:okay|ok|right|yeah|so|well|like|huh)\s*(?=[,.?!]|$)/gi;
const stutter = /\b([\p{L}'’]{1,12})(?:[,\s]+\1\b)+/giu;
const cutWords = /(?<=^|\s)\p{L}{1,3}-(?=\s)/gu;

/** "Could could you uh send" is "Could you send". */
export function withoutFillers(text: string): string {
  return text
    .replace(/_/g, "")
    .replace(fillers, " ")
    .replace(interjections, "")
    .replace(cutWords, " ")
    .replace(/\s+/g, " ")
    .replace(stutter, "$1")
    .replace(/\s+([,.?!])/g, "$1")
    .replace(/^[\s,.]+/, "")
    .replace(/(?:,\s*)+,/g, ",")
    .replace(/’/g, "'")
    .trim();
}
