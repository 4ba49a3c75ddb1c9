import type { Sentiment } from "../contract";
import type { ClauseShape } from "../signals/clause-shape";
import { shapeFacts } from "../signals/clause-shape";
import type { Range } from "../text/own-text";
import { type Tokens, tokenize } from "../text/tokens";
import { askWeights } from "../weights/ask";
import { intentWeights } from "../weights/intent";
import { messageWordWeights } from "../weights/message-words";
import { toneWeights } from "../weights/tone";
import { type AskModel, type PackedAskModel, unpackAskModel } from "./ask-model";
import {
  type FeatureGroup,
  groupModels,
  type LinearModel,
  type ModelGroup,
  type PackedModel,
  scoreGroup,
  scoreModel,
  unpackModel,
} from "./linear-model";
import { type MessageWordModels, type PackedMessageWords, unpackMessageWords } from "./message-words";
import { factFeatures, letterFeatures, wordFeatures } from "./text-features";
import { toneFacts } from "./tone-lexicon";

/** The input of the sentence model: the words and the structure of the clause. */
export function intentFeatures(
  tokens: Tokens,
  shape: ClauseShape,
  slots: readonly number[] = wordFeatures(tokens),
): FeatureGroup[] {
  return [
    { slots, share: 1 },
    { slots: factFeatures(shapeFacts(shape, tokens)), share: 1 },
  ];
}

/** The weight of the tone facts in the tone model. */
export const toneFactShare = 0.7;

/** The most characters of own text that the tone model reads. */
const maxTone = 800;

/** What the tone model reads of a sender's own text: its beginning, up to the first quote. */
export function toneRange([first]: readonly Range[]): Range {
  if (!first) return { start: 0, end: 0 };
  return { start: first.start, end: Math.min(first.end, first.start + maxTone) };
}

/** The input of the tone model: the words, the letter sequences, and how many words carry a feeling. */
export function toneFeatures(text: string, tokens: Tokens, from: number, to: number): FeatureGroup[] {
  return [
    { slots: wordFeatures(tokens), share: 1 },
    { slots: letterFeatures(text, from, to), share: 0.7 },
    { slots: factFeatures(toneFacts(text.slice(from, to), tokens)), share: toneFactShare },
  ];
}

/** The word-level models, unpacked. */
export interface TextModels {
  intent: LinearModel;
  /** In the order of {@link tones}. */
  tone: ModelGroup;
  words: MessageWordModels;
  ask: AskModel;
}

const tones = ["positive", "neutral", "negative"] as const satisfies Sentiment[];

export interface PackedTextModels {
  intent: PackedModel;
  tone: Record<Sentiment, PackedModel>;
  words: PackedMessageWords;
  ask: PackedAskModel;
}

export function unpackTextModels({ intent, tone, words, ask }: PackedTextModels): TextModels {
  return {
    intent: unpackModel(intent),
    tone: groupModels(tones.map((name) => unpackModel(tone[name]))),
    words: unpackMessageWords(words),
    ask: unpackAskModel(ask),
  };
}

let shipped: TextModels | null = null;

/** The models in `weights/`, unpacked on first use, so that a process without analysis doesn't pay for them. */
export function shippedTextModels(): TextModels {
  shipped ??= unpackTextModels({
    intent: intentWeights,
    tone: toneWeights,
    words: messageWordWeights,
    ask: askWeights,
  });
  return shipped;
}

/**
 * How much a sentence asks for or promises an action; above 0 is yes.
 *
 * @param slots - of its word sequences, if already computed.
 */
export function scoreIntent(
  { intent }: TextModels,
  tokens: Tokens,
  shape: ClauseShape,
  slots?: readonly number[],
): number {
  return scoreModel(intent, intentFeatures(tokens, shape, slots));
}

/** How pleased, plain or displeased a text sounds; the largest is its tone. */
export type ToneScores = Record<Sentiment, number>;

/** @param tokens - the words of that range, if already read. */
export function scoreTone(
  { tone }: TextModels,
  text: string,
  { start, end }: Range,
  tokens: Tokens = tokenize(text, start, end),
): ToneScores {
  const groups = toneFeatures(text, tokens, start, end);
  const [positive = 0, neutral = 0, negative = 0] = scoreGroup(tone, groups);
  return { positive, neutral, negative };
}
