import type { EvidenceSpan } from "../../../shared/evidence";
import type { SentenceReasons } from "../contract";
import { groupWeight } from "../models/linear-model";
import { type MessageQuestion, readForWords, wordWeight } from "../models/message-words";
import { factFeatures, wordFeatures } from "../models/text-features";
import { type TextModels, toneFactShare, toneRange } from "../models/text-models";
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

/** The words behind each of {@link wordFeatures}, in the same order: one, two and three words up to each position. */
function wordRuns({ hash }: Tokens): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  const clip = (first: number, last: number) =>
    runs.push({ first: Math.max(first, 0), last: Math.min(last, hash.length - 1) });
  for (let at = 0; at <= hash.length; at++) {
    if (at < hash.length) clip(at, at);
    clip(at - 1, at);
    // The start of the text counts as one more word, so the second word already ends a run of three.
    if (at >= 1 && (at < 2 || hash[at - 2] !== 0)) clip(at - 2, at);
  }
  return runs;
}

/**
 * What every word sequence of a text adds to a score; sequences over the same words are merged.
 * @param shared - the number of sequences that share the weight; default: those of this text.
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

/** The heaviest sequences that don't overlap, heaviest first. */
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

/** How many word sequences of the sentence are listed. */
const namedWords = 6;

/**
 * Splits a sentence's score by the ask model into its words and everything else.
 * @param locate - maps a span of the text as seen to the same span of the stored message.
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

/** How many word sequences of the whole message are listed. */
const namedOfMessage = 3;

/** The word sequences of a message that most support a yes to a question, heaviest first. */
export function messageWordSpans(
  sources: Sources,
  { sentences, subject }: MessageReading,
  { words }: TextModels,
  question: MessageQuestion,
): EvidenceSpan[] {
  const counted = new Set<number>();
  // A sequence counts once, at its first position.
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

/**
 * A word sequence is listed if it makes up at least this share of the tone. Below it, no single word carries
 * the tone.
 */
const leastTone = 0.1;

/** At most this many words of feeling are weighed one by one. */
const maxFeelings = 24;

/** What each word of feeling adds by being counted: the score of the counts with it, minus the score without it. */
function weighFeelings(
  content: string,
  { start, end }: Range,
  tokens: Tokens,
  weightOf: (slot: number) => number,
): WeighedReason[] {
  const text = content.slice(start, end);
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

/** The words that make a text sound pleased or displeased, heaviest first; empty if no single word does. */
export function toneSpans(
  sources: Sources,
  own: readonly Range[],
  { tone }: TextModels,
  sound: "positive" | "negative",
): EvidenceSpan[] {
  const read = toneRange(own);
  const said = sound === "positive" ? 0 : 2;
  const plain = 1;
  const weight = (slot: number, model: number) => groupWeight(tone, slot, model) * tone.models[model]!.scale;
  const tokens = tokenize(sources.content, read.start, read.end);
  const more = (slot: number) => weight(slot, said) - weight(slot, plain);
  const sounding = [
    ...weighWords(tokens, more),
    ...weighFeelings(sources.content, read, tokens, more),
  ].filter(({ contribution }) => contribution > 0);
  const least = sum(sounding) * leastTone;
  return strongest(
    sounding.filter(({ contribution }) => contribution >= least),
    2,
  ).map(({ start, end }) => spanOf(sources, "content", start, end));
}
