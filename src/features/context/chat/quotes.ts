import { passageTerms } from "../../search/words";
import type { Range } from "../../triage/text/own-text";
import type { Finding, Findings } from "../retrieve";
import type { SourceText } from "../sources";

/** One sentence of a source that answers a question, as offsets into its text. */
export interface QuotedSentence {
  of: SourceText;
  range: Range;
}

/** Most sentences that an answer quotes. */
const mostQuotes = 3;
/** A further sentence is quoted if it matches at least so much of what the best one does. */
const nextShare = 0.6;
/** A shorter sentence ("Friday works.") is quoted with the one after it (characters). */
const tooShort = 40;

/** The one to three sentences that contain most of what a question is about, in the order of their passages. */
export function chooseQuotes({ found, weights }: Findings): QuotedSentence[] {
  const sentences = found
    .flatMap((one, rank) => one.window.sentences.map((range, at) => ({ ...one, range, at, rank })))
    .map((one) => ({ ...one, score: scoreOf(one, weights) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.rank - b.rank || a.at - b.at);
  const best = sentences[0];
  if (!best) return [];
  const chosen: typeof sentences = [];
  const texts = new Set<string>();
  for (const one of sentences) {
    if (chosen.length === mostQuotes || one.score < best.score * nextShare) break;
    const text = textOf(one).toLowerCase().replace(/\W+/g, " ");
    const overlaps = chosen.some(
      (other) => other.window.of.id === one.window.of.id && touches(other.range, one.range),
    );
    if (overlaps || texts.has(text)) continue;
    texts.add(text);
    chosen.push({ ...one, range: withNext(one) });
  }
  return chosen
    .sort((a, b) => a.rank - b.rank || a.range.start - b.range.start)
    .map(({ window, range }) => ({ of: window.of, range }));
}

const textOf = ({ window, range }: { window: Finding["window"]; range: Range }) =>
  window.of.text.slice(range.start, range.end);

const touches = (one: Range, other: Range) => one.start < other.end && other.start < one.end;

/** The weight of the question's stems in a sentence; those in the title of its source count a little. */
function scoreOf(
  { window, range, rank, coverage }: Finding & { range: Range; rank: number },
  weights: ReadonlyMap<string, number>,
): number {
  const held = new Set(passageTerms(textOf({ window, range })));
  let score = 0;
  for (const [term, weight] of weights) if (held.has(term)) score += weight;
  return score * (0.5 + coverage) * (1 - rank * 0.05);
}

function withNext({ window, range, at }: { window: Finding["window"]; range: Range; at: number }): Range {
  const next = window.sentences[at + 1];
  return range.end - range.start < tooShort && next && next.start - range.end < 4
    ? { start: range.start, end: next.end }
    : range;
}
