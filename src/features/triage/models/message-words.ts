import { categories } from "../contract";
import { type LinearModel, type PackedModel, unpackModel } from "./linear-model";
import { featureSpace } from "./text-features";

/** The questions that the words of a whole message answer, one model each. */
export const messageQuestions = ["task", "urgent", "important", ...categories] as const;
export type MessageQuestion = (typeof messageQuestions)[number];
export type PackedMessageWords = Record<MessageQuestion, PackedModel>;

/** The models side by side: each word sequence has the weights of all models in one row, so one lookup is enough. */
export interface MessageWordModels {
  /**
   * The row of each slot in `weights`; 0 is the empty row, for slots without a weight in any model. Small, to
   * stay in the cache.
   */
  rows: Uint16Array;
  /**
   * Rows of {@link width} numbers, each of which holds the weights of {@link together} questions: see {@link
   * unitOf}.
   */
  weights: Float64Array;
  models: readonly Pick<LinearModel, "bias" | "scale">[];
}

/**
 * Three sums are added at once in one number, with 17 bits and a sign each; with this many rows they can't
 * overflow.
 */
const together = 3;
const unit = 2 ** 17;
const rowsAtOnce = 500;
const width = Math.ceil(messageQuestions.length / together);
/** The factor of a question's weight in the number it shares. */
const unitOf = (question: number) => unit ** (question % together);
const spanOf = (question: number) => Math.floor(question / together);

/** Splits a number into the sums it holds, and adds them to those of the questions. */
function addSums(packed: Float64Array, sums: Float64Array): void {
  for (let question = sums.length - 1; question >= 0; question--) {
    const share = Math.round(packed[spanOf(question)]! / unitOf(question));
    packed[spanOf(question)]! -= share * unitOf(question);
    sums[question]! += share;
  }
}

/** The most sentences whose words count; the subject comes before them. */
const mostSentences = 40;
/** Scores are limited to this. */
const most = 1.5;

export function unpackMessageWords(packed: PackedMessageWords): MessageWordModels {
  const models = messageQuestions.map((name) => unpackModel(packed[name]));
  const rows = new Uint16Array(featureSpace);
  let count = 0;
  for (const { weights } of models)
    for (let slot = 0; slot < featureSpace; slot++)
      if (weights[slot] !== 0 && rows[slot] === 0) rows[slot] = ++count;
  if (count > 0xffff) throw new Error("Too many word sequences have a weight");
  const weights = new Float64Array((count + 1) * width);
  for (const [question, model] of models.entries())
    for (let slot = 0; slot < featureSpace; slot++)
      if (rows[slot] !== 0)
        weights[rows[slot]! * width + spanOf(question)]! += model.weights[slot]! * unitOf(question);
  return { rows, weights, models: models.map(({ bias, scale }) => ({ bias, scale })) };
}

/** What one word sequence adds to a question's score, before dividing by the number of sequences. */
export function wordWeight(
  { rows, weights, models }: MessageWordModels,
  slot: number,
  question: MessageQuestion,
): number {
  const at = messageQuestions.indexOf(question);
  const from = rows[slot]! * width;
  const sums = new Float64Array(models.length);
  addSums(weights.slice(from, from + width), sums);
  return sums[at]! * models[at]!.scale;
}

/** The subject and the sentences whose words count. */
export function readForWords<S>(sentences: readonly S[], subject: S | null): S[] {
  const first = sentences.slice(0, mostSentences);
  return subject ? [subject, ...first] : first;
}

/** One bit per slot seen in the current message, all clear between messages; small, to stay in the cache. */
const seen = new Int32Array(featureSpace / 32);

/** The slots of the word sequences of the subject and the sentences, without repeats. */
export function messageWordSlots<S extends { slots: readonly number[] }>(
  sentences: readonly S[],
  subject: S | null,
): number[] {
  const found: number[] = [];
  for (const { slots } of readForWords(sentences, subject))
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at]!;
      const bit = 1 << (slot & 31);
      if ((seen[slot >>> 5]! & bit) !== 0) continue;
      seen[slot >>> 5]! |= bit;
      found.push(slot);
    }
  for (let at = 0; at < found.length; at++) seen[found[at]! >>> 5] = 0;
  return found;
}

/** Limits a score to the range that counts. */
export const limitWordScore = (score: number): number => Math.max(-most, Math.min(most, score));

/** The score of each of {@link messageQuestions}, -1.5 to 1.5; all 0 if there are no words. */
export function scoreMessageWords(
  { rows, weights, models }: MessageWordModels,
  slots: readonly number[],
): number[] {
  if (slots.length === 0) return messageQuestions.map(() => 0);
  const sums = new Float64Array(models.length);
  const packed = new Float64Array(width);
  for (let from = 0; from < slots.length; from += rowsAtOnce) {
    const to = Math.min(slots.length, from + rowsAtOnce);
    for (let at = from; at < to; at++) {
      const row = rows[slots[at]!]! * width;
      if (row === 0) continue;
      for (let span = 0; span < width; span++) packed[span]! += weights[row + span]!;
    }
    addSums(packed, sums);
  }
  const share = 1 / Math.sqrt(slots.length);
  return models.map(({ bias, scale }, at) => limitWordScore(bias + sums[at]! * share * scale));
}
