import { packModel } from "../../src/features/triage/models/linear-model";
import {
  limitWordScore,
  type MessageQuestion,
  messageQuestions,
  type PackedMessageWords,
} from "../../src/features/triage/models/message-words";
import { featureSpace } from "../../src/features/triage/models/text-features";
import type { GoldRow } from "../data/data";
import {
  type Example,
  readTexts,
  scoreExample,
  sizeOfLargest,
  type TrainedModel,
  type TrainingOptions,
  trainOnTexts,
} from "./linear-training";

const options: TrainingOptions = { cost: 1, passes: 10, minTexts: 2, contrast: 0.5 };
/** How many weights of each model to keep, largest first, so that the weight files stay small. */
const keptWeights = 4_000;

/** Numbers the word sequences that occur in at least two of the messages. */
export interface Vocabulary {
  /** The slot of each number. */
  slots: number[];
  numbers: ReadonlyMap<number, number>;
}

/** The part of a message that this training needs. */
export interface WordExample {
  row: GoldRow;
  words: Words;
}

/** A message's words as numbers of a {@link Vocabulary}. */
export type Words = Omit<Example, "positive">;

export function vocabularyOf(all: readonly (readonly number[])[]): Vocabulary {
  const texts = new Map<number, number>();
  for (const slots of all) for (const slot of slots) texts.set(slot, (texts.get(slot) ?? 0) + 1);
  const slots = [...texts]
    .flatMap(([slot, count]) => (count > 1 ? [slot] : []))
    .sort((one, other) => one - other);
  return { slots, numbers: new Map(slots.map((slot, at) => [slot, at])) };
}

/** A message's slots as numbers. Sequences that no other message has only reduce the weight of the others. */
export function numberWords(slots: readonly number[], { numbers }: Vocabulary): Words {
  const known = Int32Array.from(slots.flatMap((slot) => numbers.get(slot) ?? []));
  const value = 1 / Math.sqrt(slots.length || 1);
  return { slots: known, values: new Float64Array(known.length).fill(value) };
}

const answers: Record<MessageQuestion, (row: GoldRow) => boolean> = {
  ...(Object.fromEntries(
    messageQuestions.map((question) => [question, (row: GoldRow) => row.category === question]),
  ) as Record<MessageQuestion, (row: GoldRow) => boolean>),
  task: (row) => row.hasTask,
  urgent: (row) => row.urgency === "urgent",
  important: (row) => row.importance === "important",
};

/** The largest weights in 255 steps, as shipped. */
function asShipped({ weights, bias }: TrainedModel): TrainedModel {
  const least = sizeOfLargest(weights, keptWeights);
  const step = sizeOfLargest(weights, 1) / 127 || 1;
  return {
    bias,
    weights: weights.map((weight) => (Math.abs(weight) < least ? 0 : Math.round(weight / step) * step)),
  };
}

/** The models of one training, over a {@link Vocabulary}. */
export type TrainedWords = readonly TrainedModel[];

/**
 * Trains a model for each question on whole messages.
 *
 * @param space - the size of the vocabulary.
 * @param misleads - whether a question's model learns nothing from a row.
 */
export function trainWords<R extends WordExample>(
  rows: readonly R[],
  space: number,
  misleads: (row: R, question: MessageQuestion) => boolean,
): TrainedWords {
  const textsOf = (some: readonly R[]) =>
    readTexts(
      some.map(({ words }) => words),
      options.minTexts,
      space,
    );
  const texts = textsOf(rows);
  return messageQuestions.map((question) => {
    const some = rows.filter((row) => !misleads(row, question));
    const positive = some.map(({ row }) => answers[question](row));
    return asShipped(trainOnTexts(some.length < rows.length ? textsOf(some) : texts, positive, options));
  });
}

/** The scores of each question, equal to `scoreMessageWords`. */
export function scoreWords(models: TrainedWords, { words }: Pick<WordExample, "words">): number[] {
  if (words.slots.length === 0) return messageQuestions.map(() => 0);
  return models.map((model) => limitWordScore(scoreExample(model, { ...words, positive: false })));
}

export function packMessageWords(models: TrainedWords, { slots }: Vocabulary): PackedMessageWords {
  const packed = messageQuestions.map((question, i) => {
    const { weights, bias } = models[i]!;
    const spread = new Float64Array(featureSpace);
    weights.forEach((weight, at) => {
      spread[slots[at]!] = weight;
    });
    return [question, packModel(spread, bias)] as const;
  });
  return Object.fromEntries(packed) as PackedMessageWords;
}
