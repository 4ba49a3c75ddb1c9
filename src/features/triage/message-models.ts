import type { Category, Sentiment } from "./contract";
import type { Head, MessageWeights } from "./message-weights";
import { type Signals, signalNames } from "./signals";
import { messageWeights } from "./weights/messages";

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

export interface Judgement {
  /** Log-odds that the reader has something to do. */
  task: number;
  urgent: number;
  important: number;
  category: Category;
  sentiment: Sentiment;
}

/** The highest-scoring class. */
function best<C extends string>(heads: Partial<Record<C, Head>>, values: Float64Array, fallback: C): C {
  let winner = fallback;
  let top = Number.NEGATIVE_INFINITY;
  for (const [name, head] of Object.entries(heads) as [C, Head][]) {
    const score = dot(head, values);
    if (score > top) {
      top = score;
      winner = name;
    }
  }
  return winner;
}

/** Judges a message from its signals. `weights` is replaced only by cross-validation. */
export function judge(signals: Signals, weights: MessageWeights = messageWeights): Judgement {
  const values = denseInput(signals);
  const task = dot(weights.hasTask, values);
  values[signalNames.length] = Math.tanh(task / 2);
  return {
    task,
    urgent: dot(weights.urgent, values),
    important: dot(weights.important, values),
    category: best(weights.category, values, "information"),
    sentiment: best(weights.sentiment, values, "neutral"),
  };
}
