import { type Category, categories, type Sentiment } from "../../src/features/triage/contract";
import type { Forest } from "../../src/features/triage/models/forest";
import { type HeadInput, headInputs, scoreHead } from "../../src/features/triage/models/message-models";
import type { Head, MessageWeights } from "../../src/features/triage/models/message-weights";
import type { MessageQuestion } from "../../src/features/triage/models/message-words";
import type { MessageReading } from "../../src/features/triage/signals/message-reading";
import { type Signals, withAskSignals, withWordSignals } from "../../src/features/triage/signals/signals";
import type { GoldRow } from "../data/data";
import type { Reading } from "../data/readings";
import { crossValidate, packFolds } from "../scores/folds";
import { habitSay, notices, scoreAsks, trainAsk } from "./ask-training";
import { fitCertainty } from "./certainty-training";
import { type ForestOptions, trainForest } from "./forest-training";
import { fitClasses, fitHead, type Start } from "./head-fit";
import type { TrainedModel } from "./linear-training";
import { beliefs, narrowSignals, wordsOf } from "./message-beliefs";
import { scoreWords, type TrainedWords, trainWords } from "./message-word-training";
import { trainTitles } from "./title-training";

/** Penalty on moving a weight away from its belief. */
const strengths = { hasTask: 0.0015, axes: 0.0125, category: 0.005, sentiment: 0.1 };

/** The weight of written messages in each model; a real one has 1. */
const writtenSay = { hasTask: 0.3, axes: 0.25, category: 0.6 };

/** A source with more messages than this weighs as much as one with exactly this many. */
const fullSay = 50;

/** How the trees grow; urgency and importance, with few examples, do as well without. */
const forests = {
  hasTask: { trees: 120, depth: 3, rate: 0.11, least: 1.5, strength: 5 },
  category: { trees: 30, depth: 3, rate: 0.2, least: 1, strength: 5 },
} satisfies Record<string, ForestOptions>;

/** Each training splits its sources into this many parts, so that each model learns from scores on unseen sources. */
const parts = 4;

/** The log-odds above which a question is answered with yes, chosen on messages of unseen sources. */
export const cuts = { hasTask: -0.5, urgent: -1.4, important: -0.6 };

/** The result of a training: the models of sentences and words, and those that weigh everything. */
export interface TrainedMessages {
  weights: MessageWeights;
  words: TrainedWords;
  ask: TrainedModel;
  titles: Forest;
}

/** The scores of the models of sentences and words for a message. */
export interface ModelOutput {
  asks: number[];
  words: number[];
}

export const runBase = (
  { ask, words }: Pick<TrainedMessages, "ask" | "words">,
  reading: Reading,
): ModelOutput => ({
  asks: scoreAsks(ask, reading),
  words: scoreWords(words, reading),
});

const signalsWith = ({ signals, message }: Reading, { asks, words }: ModelOutput): Signals =>
  withWordSignals(withAskSignals({ ...signals }, message, asks), words);

/** A message as these models read it. */
export const readWith = (trained: TrainedMessages, reading: Reading): MessageReading =>
  messageWith(reading, runBase(trained, reading));

export function messageWith(reading: Reading, { asks, words }: ModelOutput): MessageReading {
  const { message } = reading;
  const all = reading.sentences.map(({ sentence }, at) => ({ ...sentence, ask: asks[at]! }));
  const [subject, sentences] = message.subject ? [all[0]!, all.slice(1)] : [null, all];
  return { ...message, subject, sentences, words };
}

const startsOf = <C extends string>(names: readonly C[], strength: number, without?: Start["without"]) =>
  Object.fromEntries(names.map((name) => [name, { ...beliefs[name]!, strength, without }])) as Record<
    C,
    Start
  >;

/** Uses everything the beliefs don't name, except signals made for another question. */
function axisStart(name: Axis, strength: number): Start {
  const belief = beliefs[name]!;
  const without = new Set([...narrowSignals].filter((signal) => belief.weights[signal] === undefined));
  return { ...belief, strength, without };
}

/** The weight of each message, so that sources with many messages don't drown out the others. */
function saysOf(readings: readonly Reading[], written: number): number[] {
  const sizes = new Map<string, number>();
  for (const { source } of readings) sizes.set(source.name, (sizes.get(source.name) ?? 0) + 1);
  return readings.map(({ source }) => {
    const crowd = Math.min(1, Math.sqrt(fullSay / sizes.get(source.name)!));
    return source.real ? crowd : written * Math.min(1, crowd * 1.5) * habitSay(source);
  });
}

const denseOf = (input: HeadInput): Float64Array => Float64Array.from(headInputs, (name) => input[name] ?? 0);

/** Fits one question: weights that start at beliefs, and trees if there are options for them. */
function fitQuestion(
  start: Start,
  readings: readonly Reading[],
  inputs: readonly HeadInput[],
  yes: (row: GoldRow) => boolean,
  written: number,
  options?: ForestOptions,
): Head {
  const says = saysOf(readings, written);
  const examples = readings.map(({ row }, at) => ({ input: inputs[at]!, yes: yes(row), weight: says[at]! }));
  const head = fitHead(start, examples);
  if (!options) return head;
  const answers = examples.map((example) => Number(example.yes));
  return { ...head, trees: trainForest(inputs.map(denseOf), answers, says, options) };
}

const axes = ["urgent", "important"] as const;
type Axis = (typeof axes)[number];

/** Urgent and important messages are more frequent among the everyday ones than in real mail. */
const showsAxes = ({ source }: Reading) => !source.everyday;

/** Whether a question's model of words learns nothing from a message. */
const misleads = (reading: Reading, question: MessageQuestion): boolean =>
  question === "task" ? reading.source.name === notices : isAxis(question) && !showsAxes(reading);

const isAxis = (question: MessageQuestion): question is Axis => axes.some((axis) => axis === question);

/**
 * Trains everything that is learned from whole messages. Later models learn from the scores that earlier ones
 * give to unseen sources.
 */
export function trainMessages(readings: readonly Reading[], space: number): TrainedMessages {
  const { outputs, ...base } = trainBases(readings, space);
  return { ...base, ...trainHeads(readings, outputs) };
}

const foldsOf = (readings: readonly Reading[]) =>
  packFolds(
    readings.map(({ source }) => source.name),
    parts,
  );

/** The models of sentences and words, and what models of other sources say of each message. */
export function trainBases(
  readings: readonly Reading[],
  space: number,
): Pick<TrainedMessages, "ask" | "words"> & { outputs: ModelOutput[] } {
  const train = (some: readonly Reading[]) => ({
    ask: trainAsk(some),
    words: trainWords(some, space, misleads),
  });
  const outputs = crossValidate(readings, foldsOf(readings), (training, held) => {
    const keys = new Set(held.map(({ key }) => key));
    const models = train(training.filter(({ key }) => !keys.has(key)));
    return held.map((reading) => runBase(models, reading));
  });
  return { ...train(readings), outputs };
}

/** The models that weigh everything, from what the others say of each message. */
export function trainHeads(
  readings: readonly Reading[],
  outputs: readonly ModelOutput[],
): Pick<TrainedMessages, "weights" | "titles"> {
  const folds = foldsOf(readings);
  const signals = readings.map((reading, at) => signalsWith(reading, outputs[at]!));
  const fitTask = (some: readonly number[]) =>
    cutAt(
      fitQuestion(
        { ...beliefs.hasTask!, strength: strengths.hasTask, without: wordsOf("task") },
        some.map((at) => readings[at]!),
        some.map((at) => signals[at]!),
        ({ hasTask }) => hasTask,
        writtenSay.hasTask,
        forests.hasTask,
      ),
      cuts.hasTask,
    );
  const all = readings.map((_, at) => at);
  const scores = crossValidate(all, folds, (training, held) => {
    const head = fitTask(training);
    return held.map((at) => scoreHead(head, signals[at]!));
  });
  const inputs: HeadInput[] = signals.map((one, at) => ({ ...one, task: Math.tanh(scores[at]! / 2) }));
  const shown = all.filter((at) => showsAxes(readings[at]!));
  const fitAxis = (name: Axis, yes: (row: GoldRow) => boolean): Head =>
    cutAt(
      fitQuestion(
        axisStart(name, strengths.axes),
        shown.map((at) => readings[at]!),
        shown.map((at) => inputs[at]!),
        yes,
        writtenSay.axes,
      ),
      cuts[name],
    );
  const weights = {
    certainty: fitCertainty(
      readings.flatMap(({ row, source }, at) =>
        source.real ? [{ score: scores[at]!, yes: row.hasTask }] : [],
      ),
    ),
    hasTask: fitTask(all),
    urgent: fitAxis("urgent", ({ urgency }) => urgency === "urgent"),
    important: fitAxis("important", ({ importance }) => importance === "important"),
    category: fitCategories(readings, inputs),
    sentiment: fitSentiment(readings, inputs),
  };
  const titles = trainTitles(
    readings.map((reading, at) => ({
      row: reading.row,
      real: reading.source.real,
      message: messageWith(reading, outputs[at]!),
    })),
  );
  return { weights, titles };
}

function fitCategories(readings: readonly Reading[], inputs: readonly HeadInput[]): Record<Category, Head> {
  const says = saysOf(readings, writtenSay.category);
  const heads = fitClasses(
    startsOf(categories, strengths.category),
    readings.map(({ row }, at) => ({ input: inputs[at]!, label: row.category, weight: says[at]! })),
  );
  const rows = inputs.map(denseOf);
  const withTrees = categories.map((name) => {
    const answers = readings.map(({ row }) => Number(row.category === name));
    return [name, { ...heads[name], trees: trainForest(rows, answers, says, forests.category) }] as const;
  });
  return Object.fromEntries(withTrees) as Record<Category, Head>;
}

const tones = ["positive", "neutral", "negative"] as const;

/** Written messages sound more pleased or displeased than real ones, so they don't count here. */
const fitSentiment = (readings: readonly Reading[], inputs: readonly HeadInput[]): Record<Sentiment, Head> =>
  fitClasses(
    startsOf(tones, strengths.sentiment, wordsOf()),
    readings.flatMap(({ row, source }, at) =>
      source.real ? [{ input: inputs[at]!, label: row.sentiment }] : [],
    ),
  );

/** A head that says yes from this score on. The mean of weights and trees moves by half as much as the bias. */
const cutAt = (head: Head, cut: number): Head => ({
  ...head,
  bias: Number((head.bias - (head.trees ? 2 * cut : cut)).toFixed(2)),
});
