import { categories } from "./contract";
import { featureSpace } from "./features";
import { type LinearModel, type PackedModel, unpackModel } from "./linear-model";

/** What the words of a whole message are asked: one model each. */
export const messageQuestions = ["task", "urgent", "important", ...categories] as const;
export type MessageQuestion = (typeof messageQuestions)[number];
export type PackedMessageWords = Record<MessageQuestion, PackedModel>;

/** The models side by side: what they all make of a word sequence lies together, so that it is looked up once. */
export interface MessageWordModels {
  /** The row of each slot in `weights`; 0 where no model has a weight. */
  rows: Int32Array;
  /** {@link width} numbers a row, in the order of {@link messageQuestions}. */
  weights: Int8Array;
  models: readonly Pick<LinearModel, "bias" | "scale">[];
}

const width = 16;

/** Sentences whose words count; the subject comes before them. */
const mostSentences = 40;
/** Scores beyond this say no more. */
const most = 1.5;

export function unpackMessageWords(packed: PackedMessageWords): MessageWordModels {
  const models = messageQuestions.map((name) => unpackModel(packed[name]));
  const rows = new Int32Array(featureSpace);
  let count = 0;
  for (const { weights } of models)
    for (let slot = 0; slot < featureSpace; slot++)
      if (weights[slot] !== 0 && rows[slot] === 0) rows[slot] = ++count;
  const weights = new Int8Array((count + 1) * width);
  for (const [at, model] of models.entries())
    for (let slot = 0; slot < featureSpace; slot++)
      if (rows[slot] !== 0) weights[rows[slot]! * width + at] = model.weights[slot]!;
  return { rows, weights, models: models.map(({ bias, scale }) => ({ bias, scale })) };
}

/** What one word sequence adds to a question's score, before it is shared among all of them. */
export function wordWeight(
  { rows, weights, models }: MessageWordModels,
  slot: number,
  question: MessageQuestion,
): number {
  const at = messageQuestions.indexOf(question);
  return weights[rows[slot]! * width + at]! * models[at]!.scale;
}

/** The subject and the sentences whose words count. */
export function readForWords<S>(sentences: readonly S[], subject: S | null): S[] {
  const first = sentences.slice(0, mostSentences);
  return subject ? [subject, ...first] : first;
}

/** In which message a slot was last seen; faster than a set for every message. */
const seenIn = new Int32Array(featureSpace);
let messages = 0;

/** The slots of the word sequences of the subject and the sentences, each once. */
export function messageWordSlots<S extends { slots: readonly number[] }>(
  sentences: readonly S[],
  subject: S | null,
): number[] {
  messages = (messages + 1) | 0;
  const found: number[] = [];
  for (const { slots } of readForWords(sentences, subject))
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!;
      if (seenIn[slot] === messages) continue;
      seenIn[slot] = messages;
      found.push(slot);
    }
  return found;
}

/** Keeps a score within what counts. */
export const limitWordScore = (score: number): number => Math.max(-most, Math.min(most, score));

/** The score of each of {@link messageQuestions}, -1.5 to 1.5; all 0 where there is no word. */
export function scoreMessageWords(
  { rows, weights, models }: MessageWordModels,
  slots: readonly number[],
): number[] {
  if (slots.length === 0) return messageQuestions.map(() => 0);
  const sums = new Int32Array(width);
  for (let at = 0; at < slots.length; at++) {
    const row = rows[slots[at]!]! * width;
    if (row === 0) continue;
    for (let model = 0; model < width; model++) sums[model]! += weights[row + model]!;
  }
  const share = 1 / Math.sqrt(slots.length);
  return models.map(({ bias, scale }, at) => limitWordScore(bias + sums[at]! * share * scale));
}
