import type { EvidenceSpan } from "../../../shared/evidence";
import type { SentenceReasons } from "../contract";
import { groupWeight } from "../models/linear-model";
import { type MessageQuestion, readForWords, wordWeight } from "../models/message-words";
import { factFeatures, wordFeatures } from "../models/text-features";
import { type TextModels, toneFactShare } from "../models/text-models";
import { feelingWords, toneFacts } from "../models/tone-lexicon";
import type { MessageReading } from "../signals/message-reading";
import type { SentenceReading } from "../signals/sentence-reading";
import type { Range } from "../text/own-text";
import { type Tokens, tokenize } from "../text/tokens";
import { type Sources, spanOf } from "./analysis-evidence";

/** A word sequence and what it adds to a score, in log-odds. */
interface WeighedReason extends Range {
  contribution: number;
}

/** The words each of {@link wordFeatures} stands for, in the same order: one, two and three words up to each place. */
function wordRuns({ hash }: Tokens): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  const clip = (first: number, last: number) =>
    runs.push({ first: Math.max(first, 0), last: Math.min(last, hash.length - 1) });
  for (let at = 0; at <= hash.length; at++) {
    if (at < hash.length) clip(at, at);
    clip(at - 1, at);
    // The words before the text count as one more, so the second word already ends a run of three.
    if (at >= 1 && (at < 2 || hash[at - 2] !== 0)) clip(at - 2, at);
  }
  return runs;
}

/**
 * What every word sequence of a text adds to a score; sequences over the same words are one.
 *
 * @param shared - how many sequences share the say; default: those of this text.
 */
function weighWords(tokens: Tokens, weightOf: (slot: number) => number, shared?: number): WeighedReason[] {
  if (tokens.hash.length === 0) return [];
  const slots = wordFeatures(tokens);
  const runs = wordRuns(tokens);
  if (runs.length !== slots.length) throw new Error("word features no longer come in the order read here");
  const share = 1 / Math.sqrt(shared ?? slots.length);
  const found = new Map<string, WeighedReason>();
  for (const [index, { first, last }] of runs.entries()) {
    const key = `${first} ${last}`;
    const known = found.get(key) ?? { start: tokens.start[first]!, end: tokens.end[last]!, contribution: 0 };
    known.contribution += weightOf(slots[index]!) * share;
    found.set(key, known);
  }
  return [...found.values()];
}

/** The heaviest sequences that do not overlap, heaviest first. */
function strongest(all: readonly WeighedReason[], most: number): WeighedReason[] {
  const taken: WeighedReason[] = [];
  for (const one of all.toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))) {
    if (taken.length >= most) break;
    if (one.contribution !== 0 && taken.every(({ start, end }) => one.end <= start || one.start >= end))
      taken.push(one);
  }
  return taken;
}

const sum = (all: readonly WeighedReason[]) =>
  all.reduce((total, { contribution }) => total + contribution, 0);

/** How many word sequences of the sentence are named. */
const namedWords = 6;

/**
 * Takes the score of a sentence by the model of asking apart into its words and what stands around them.
 *
 * @param locate - the way from a place in the text as seen to the same place in the message as it is stored.
 */
export function sentenceReasons(
  sources: Sources,
  locate: (span: EvidenceSpan) => EvidenceSpan,
  sentence: SentenceReading,
  { ask: model }: TextModels,
): SentenceReasons {
  const { part, start, end, tokens, askAdjustment } = sentence;
  const score = sentence.ask - askAdjustment;
  const { bias, scale, weights } = model.words;
  const all = weighWords(tokens, (slot) => weights[slot]! * scale);
  const words = strongest(all, namedWords);
  return {
    span: locate(spanOf(sources, part, start, end)),
    score,
    bias,
    words: words.map((one) => ({
      span: locate(spanOf(sources, part, one.start, one.end)),
      contribution: one.contribution,
    })),
    otherWords: sum(all) - sum(words),
    build: score - bias - sum(all),
    adjustment: askAdjustment,
  };
}

/** How many word sequences of the whole message are named. */
const namedOfMessage = 3;

/** The word sequences of a message that speak most for a yes to a question, heaviest first. */
export function messageWordSpans(
  sources: Sources,
  { sentences, subject }: MessageReading,
  { words }: TextModels,
  question: MessageQuestion,
): EvidenceSpan[] {
  const counted = new Set<number>();
  // A sequence counts once, wherever it first stands.
  const weight = (slot: number) => {
    if (counted.has(slot)) return 0;
    counted.add(slot);
    return wordWeight(words, slot, question);
  };
  const found = readForWords(sentences, subject).flatMap(({ part, tokens }) =>
    strongest(
      weighWords(tokens, weight, 1).filter(({ contribution }) => contribution > 0),
      namedOfMessage,
    ).map((one) => ({ ...one, part })),
  );
  return found
    .sort((one, other) => other.contribution - one.contribution)
    .slice(0, namedOfMessage)
    .map(({ part, start, end }) => spanOf(sources, part, start, end));
}

/** Own text the tone is looked for in, in characters; the tone model reads no further. */
const toneReach = 1500;

/** Part of all that sounds so which a word sequence must make up to be named: below it, the tone lies in no single word. */
const leastTone = 0.1;

/** Words of feeling beyond this many are not weighed one by one. */
const maxFeelings = 24;

/** What each word of feeling adds by being counted as one: the score of the counts with it, less that without it. */
function weighFeelings(
  content: string,
  { start }: Range,
  tokens: Tokens,
  weightOf: (slot: number) => number,
): WeighedReason[] {
  const text = content.slice(start, start + toneReach);
  const counted = (words: Tokens) => {
    const slots = factFeatures(toneFacts(text, words));
    return (
      (slots.reduce((total, slot) => total + weightOf(slot), 0) * toneFactShare) / Math.sqrt(slots.length)
    );
  };
  const all = counted(tokens);
  return feelingWords(tokens)
    .slice(0, maxFeelings)
    .map((word) => {
      const hash = tokens.hash.map((one, at) =>
        tokens.start[at]! >= word.start && tokens.end[at]! <= word.end ? 0 : one,
      );
      return { start: word.start, end: word.end, contribution: all - counted({ ...tokens, hash }) };
    });
}

/** The words that make a text sound pleased or displeased rather than plain, heaviest first; none where it is all of them. */
export function toneSpans(
  sources: Sources,
  [first]: readonly Range[],
  { tone }: TextModels,
  sound: "positive" | "negative",
): EvidenceSpan[] {
  if (!first) return [];
  const own = sound === "positive" ? 0 : 2;
  const plain = 1;
  const weight = (slot: number, model: number) => groupWeight(tone, slot, model) * tone.models[model]!.scale;
  const tokens = tokenize(sources.content, first.start, Math.min(first.end, first.start + toneReach));
  const more = (slot: number) => weight(slot, own) - weight(slot, plain);
  const sounding = [
    ...weighWords(tokens, more),
    ...weighFeelings(sources.content, first, tokens, more),
  ].filter(({ contribution }) => contribution > 0);
  const least = sum(sounding) * leastTone;
  return strongest(
    sounding.filter(({ contribution }) => contribution >= least),
    2,
  ).map(({ start, end }) => spanOf(sources, "content", start, end));
}
