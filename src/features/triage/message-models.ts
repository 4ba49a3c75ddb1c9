import type { Category, Sentiment } from "./contract";
import { type SignalName, type Signals, signalNames } from "./signals";
import { messageWeights } from "./weights/messages";

/** One yes-or-no question about a message, or one class of several: a bias and a weight per signal. */
export interface Head {
  bias: number;
  weights: Partial<Record<SignalName | "task", number>>;
}

/** The trained message-level models. */
export interface MessageWeights {
  hasTask: Head;
  urgent: Head;
  important: Head;
  category: Partial<Record<Category, Head>>;
  sentiment: Record<Sentiment, Head>;
}

/** Signals plus what an earlier model concluded. */
export type HeadInput = Signals & { task?: number };

/** Score of a head; above 0 is yes, and 1 / (1 + e^-score) its probability. */
export function scoreHead({ bias, weights }: Head, input: HeadInput): number {
  let score = bias + (weights.task ?? 0) * (input.task ?? 0);
  for (const name of signalNames) score += (weights[name] ?? 0) * input[name];
  return score;
}

export interface Judgement {
  /** Log-odds that the reader has something to do. */
  task: number;
  urgent: number;
  important: number;
  category: Category;
  sentiment: Sentiment;
}

/** The highest-scoring class. */
export function best<C extends string>(heads: Partial<Record<C, Head>>, input: HeadInput, fallback: C): C {
  let winner = fallback;
  let top = Number.NEGATIVE_INFINITY;
  for (const [name, head] of Object.entries(heads) as [C, Head][]) {
    const score = scoreHead(head, input);
    if (score > top) {
      top = score;
      winner = name;
    }
  }
  return winner;
}

/** Judges a message from its signals. `weights` is replaced only by cross-validation. */
export function judge(signals: Signals, weights: MessageWeights = messageWeights): Judgement {
  const task = scoreHead(weights.hasTask, signals);
  const input = { ...signals, task: Math.tanh(task / 2) };
  return {
    task,
    urgent: scoreHead(weights.urgent, input),
    important: scoreHead(weights.important, input),
    category: best(weights.category, input, "information"),
    sentiment: best(weights.sentiment, input, "neutral"),
  };
}
