import { categories } from "../../src/features/triage/contract";
import type { Shift } from "../../src/features/triage/corrections/correction";
import {
  type HeadInput,
  type ModelScores,
  runModels,
  scoreHead,
} from "../../src/features/triage/models/message-models";
import type { Head, MessageWeights } from "../../src/features/triage/models/message-weights";
import { type Signals, withWordSignals } from "../../src/features/triage/signals/signals";
import type { GoldRow } from "../data/data";
import { crossValidate, splitFolds } from "../scores/folds";
import { centre, fitClasses, fitHead, type Start } from "./head-fit";
import { beliefs, narrowSignals, wordsOf } from "./message-beliefs";
import { scoreWords, type TrainedWords, trainMessageWords, type WordExample } from "./message-word-training";

/**
 * A labeled message with the engine's reading; what its words say as a whole is computed in each training.
 */
export interface GoldReading extends WordExample {
  signals: Signals;
  origin: Origin;
  /** Weight in training; default 1. */
  say?: number;
}

/** Penalty on moving a weight away from its belief. */
export const strengths = { hasTask: 0.05, axes: 0.0125, category: 0.02, sentiment: 0.1 };

/** Scored messages, further real ones, and those written for training. */
type Origin = "gold" | "further" | "written";

/** Weight of a message in training each model, by its origin. */
export const says = {
  hasTask: { gold: 1, further: 1, written: 0 },
  axes: { gold: 1, further: 1, written: 0.3 },
  category: { gold: 1, further: 1, written: 1 },
  sentiment: { gold: 1, further: 1, written: 0 },
};
type OriginWeights = Record<Origin, number>;

/**
 * The threshold of a question, as log-odds. F1 is highest where the odds are half the attainable F1 (Lipton
 * et al., "Optimal Thresholding of Classifiers to Maximize F1", 2014).
 */
export const cuts = { hasTask: -0.2, urgent: -0.8, important: -0.5 };

/** The result of training: the models of the words, and those that weigh everything. */
export interface TrainedMessages {
  weights: MessageWeights;
  words: TrainedWords;
}

/** A message's signals, with these models' scores of its words. */
export const seenBy = ({ words }: TrainedMessages, reading: GoldReading): Signals =>
  withWordSignals({ ...reading.signals }, scoreWords(words, reading));

/** Analyzes a message; `shift` is the effect of corrections. */
export const analyzeWith = (
  trained: TrainedMessages,
  reading: GoldReading,
  shift?: Shift | null,
): ModelScores => runModels(seenBy(trained, reading), trained.weights, shift);

const startsOf = <C extends string>(names: readonly C[], strength: number, without?: Start["without"]) =>
  Object.fromEntries(names.map((name) => [name, { ...beliefs[name]!, strength, without }])) as Record<
    C,
    Start
  >;

/** Uses everything the beliefs don't name, except signals made for another question. */
function axisStart(name: "urgent" | "important", strength: number): Start {
  const belief = beliefs[name]!;
  const without = new Set([...narrowSignals].filter((signal) => belief.weights[signal] === undefined));
  return { ...belief, strength, without };
}

type Yes = (row: GoldRow) => boolean;

/** Fits one question. How often its answer is yes comes only from real messages. */
function fitQuestion(
  start: Start,
  rows: readonly GoldReading[],
  inputs: readonly HeadInput[],
  yes: Yes,
  by: OriginWeights,
): Head {
  const examples = rows.map((reading, i) => ({
    input: inputs[i]!,
    yes: yes(reading.row),
    weight: (reading.say ?? 1) * by[reading.origin],
  }));
  const head = fitHead(start, examples);
  const real = examples.filter((_, i) => rows[i]!.origin !== "written");
  return by.written > 0 ? centre(head, real) : head;
}

/** Trains the message-level models. Later ones see an earlier model's out-of-fold estimate of the task. */
export function trainMessages(rows: readonly GoldReading[], space: number, use = strengths): TrainedMessages {
  const { models, unseen } = trainMessageWords(rows, space);
  const signals = rows.map((reading, i) => withWordSignals({ ...reading.signals }, unseen[i]!));
  const taskStart = { ...beliefs.hasTask!, strength: use.hasTask, without: wordsOf("task") };
  const fitTask = (part: readonly number[]) =>
    fitQuestion(
      taskStart,
      part.map((i) => rows[i]!),
      part.map((i) => signals[i]!),
      ({ hasTask }) => hasTask,
      says.hasTask,
    );
  const all = rows.map((_, i) => i);
  const task = crossValidate(
    all,
    splitFolds(
      rows.map(({ key }) => key),
      5,
      11,
    ),
    (training, held) => {
      const head = fitTask(training);
      return held.map((i) => Math.tanh(scoreHead(head, signals[i]!) / 2));
    },
  );
  const inputs: HeadInput[] = signals.map((one, i) => ({ ...one, task: task[i]! }));
  const fitAxis = (name: "urgent" | "important", yes: Yes): Head =>
    cutAt(fitQuestion(axisStart(name, use.axes), rows, inputs, yes, says.axes), cuts[name]);
  const fitLabels = <C extends string>(
    starts: Record<C, Start>,
    label: (row: GoldRow) => C,
    by: OriginWeights,
  ) =>
    fitClasses(
      starts,
      rows.flatMap(({ row, say = 1, origin }, i) => {
        const weight = say * by[origin];
        return weight > 0 ? [{ input: inputs[i]!, label: label(row), weight }] : [];
      }),
    );
  const tones = startsOf(["positive", "neutral", "negative"], use.sentiment, wordsOf());
  const weights = {
    hasTask: cutAt(fitTask(all), cuts.hasTask),
    urgent: fitAxis("urgent", ({ urgency }) => urgency === "urgent"),
    important: fitAxis("important", ({ importance }) => importance === "important"),
    category: fitLabels(startsOf(categories, use.category), (row) => row.category, says.category),
    sentiment: fitLabels(tones, (row) => row.sentiment, says.sentiment),
  };
  return { weights, words: models };
}

const cutAt = (head: Head, cut: number): Head => ({ ...head, bias: Number((head.bias - cut).toFixed(2)) });

/**
 * Analyzes each message with models trained on neither it nor a copy of it.
 *
 * @param further - additional training messages.
 * @param count - number of folds; each needs a training.
 */
export function analyzeUnseen(
  rows: readonly GoldReading[],
  { further, space }: { further: readonly GoldReading[]; space: number },
  seed: number,
  count: number,
): ModelScores[] {
  const folds = splitFolds(
    rows.map(({ key }) => key),
    count,
    seed,
  );
  return crossValidate(rows, folds, (training, held) => {
    const keys = new Set(held.map(({ key }) => key));
    const trained = trainMessages([...training, ...further.filter(({ key }) => !keys.has(key))], space);
    return held.map((reading) => analyzeWith(trained, reading));
  });
}
