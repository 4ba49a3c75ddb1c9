import type { Category, Sentiment } from "../contract";
import type { Shift } from "../corrections/correction";
import { type Signals, signalNames } from "../signals/signals";
import { messageWeights } from "../weights/messages";
import type { Head, MessageWeights } from "./message-weights";

/** Signals plus what an earlier model concluded. */
export type HeadInput = Signals & { task?: number };

const dense = new WeakMap<Head, Float64Array>();

/** A head's weights in the order of {@link signalNames}, the one for the task last. */
function denseWeights(head: Head): Float64Array {
  const known = dense.get(head);
  if (known) return known;
  const made = Float64Array.from([...signalNames, "task" as const], (name) => head.weights[name] ?? 0);
  dense.set(head, made);
  return made;
}

/** The same order for an input, so that all heads share one pass over the names. */
function denseInput(input: HeadInput): Float64Array {
  const values = new Float64Array(signalNames.length + 1);
  for (let at = 0; at < signalNames.length; at++) values[at] = input[signalNames[at]!];
  values[signalNames.length] = input.task ?? 0;
  return values;
}

function dot(head: Head, values: Float64Array): number {
  const weights = denseWeights(head);
  let score = head.bias;
  for (let at = 0; at < weights.length; at++) score += weights[at]! * values[at]!;
  return score;
}

/** Score of a head; above 0 is yes, and 1 / (1 + e^-score) its probability. */
export const scoreHead = (head: Head, input: HeadInput): number => dot(head, denseInput(input));

export interface ModelScores {
  /** Log-odds that the reader has something to do. */
  task: number;
  urgent: number;
  important: number;
  category: Category;
  sentiment: Sentiment;
}

/** The score of every class. */
function scoreAll<C extends string>(
  heads: Partial<Record<C, Head>>,
  values: Float64Array,
  shift?: Partial<Record<C, number>>,
): Partial<Record<C, number>> {
  const scores: Partial<Record<C, number>> = {};
  for (const name in heads) scores[name] = dot(heads[name] as Head, values) + (shift?.[name] ?? 0);
  return scores;
}

/** The highest-scoring class. */
function best<C extends string>(scores: Partial<Record<C, number>>, fallback: C): C {
  let winner = fallback;
  let top = Number.NEGATIVE_INFINITY;
  for (const name in scores) {
    const score = scores[name] as number;
    if (score > top) {
      top = score;
      winner = name;
    }
  }
  return winner;
}

/** What every model says of a message, in log-odds. */
export interface Scores extends Omit<ModelScores, "category" | "sentiment"> {
  category: Partial<Record<Category, number>>;
  sentiment: Partial<Record<Sentiment, number>>;
}

/**
 * What is added to the importance of what is not urgent and may hold a task, in log-odds: such a message does the most
 * harm among what may be deleted or deferred, so that less has to speak for its importance.
 */
export const easeOf = ({ task, urgent }: Pick<Scores, "task" | "urgent">): number =>
  task > -1 && urgent <= 0 ? 1 : 0;

/**
 * Scores a message from its signals. `weights` is replaced only by cross-validation; `shift` is what the team's
 * lessons add. With the task, what is urgent or important because of it is shifted too; what the message is about is not.
 */
export function scoresOf(
  signals: Signals,
  weights: MessageWeights = messageWeights,
  shift?: Shift | null,
): Scores {
  const values = denseInput(signals);
  const found = dot(weights.hasTask, values);
  const task = found + (shift?.task ?? 0);
  values[signalNames.length] = Math.tanh(found / 2);
  const category = scoreAll(weights.category, values, shift?.category);
  const sentiment = scoreAll(weights.sentiment, values);
  values[signalNames.length] = Math.tanh(task / 2);
  const urgent = dot(weights.urgent, values) + (shift?.urgent ?? 0);
  const important = dot(weights.important, values) + (shift?.important ?? 0) + easeOf({ task, urgent });
  return { task, urgent, important, category, sentiment };
}

/** Judges a message from its signals; see {@link scoresOf}. */
export function runModels(signals: Signals, weights?: MessageWeights, shift?: Shift | null): ModelScores {
  const scores = scoresOf(signals, weights, shift);
  return {
    ...scores,
    category: best(scores.category, "information"),
    sentiment: best(scores.sentiment, "neutral"),
  };
}
