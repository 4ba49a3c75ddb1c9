import type { Category, Sentiment } from "../contract";
import type { Shift } from "../corrections/correction";
import { type RuleSignal, ruleSignals, type Signals, signalNames } from "../signals/signals";
import { messageWeights } from "../weights/messages";
import { addForestParts, scoreForest } from "./forest";
import type { Certainty, Head, MessageWeights } from "./message-weights";

/** The signals and the conclusion of an earlier model. */
export type HeadInput = Signals & { task?: number };

/** The inputs of the heads, in order; the trees know those that are learned by their place. */
export const headInputs = [...signalNames, "task", ...ruleSignals] as const;

/** What rules add to urgency and importance, or take away. In the labeled chats nothing is important, so nothing could be learned. */
const ruleWeights: Record<"urgent" | "important", Partial<Record<RuleSignal, number>>> = {
  urgent: { outage: 2, reproof: 1, patience: -1.5, reminder: -0.5 },
  important: { outage: 3 },
};
const ruled = new WeakMap<Head, Head>();

/** The head of urgency or importance with what the rules add to it. */
export function withRules(head: Head, axis: keyof typeof ruleWeights): Head {
  const known = ruled.get(head);
  if (known) return known;
  const made = { ...head, weights: { ...head.weights, ...ruleWeights[axis] } };
  ruled.set(head, made);
  return made;
}

const dense = new WeakMap<Head, Float64Array>();

/** A head's weights in the order of {@link headInputs}. */
function denseWeights(head: Head): Float64Array {
  const known = dense.get(head);
  if (known) return known;
  const made = Float64Array.from(headInputs, (name) => head.weights[name] ?? 0);
  dense.set(head, made);
  return made;
}

/** An input in the same order, so that all heads share one pass over the names. */
export function denseInput(input: HeadInput): Float64Array {
  const values = new Float64Array(headInputs.length);
  for (let at = 0; at < signalNames.length; at++) values[at] = input[signalNames[at]!];
  values[signalNames.length] = input.task ?? 0;
  for (const [at, name] of ruleSignals.entries()) values[signalNames.length + 1 + at] = input[name] ?? 0;
  return values;
}

function dot(head: Head, values: Float64Array): number {
  const weights = denseWeights(head);
  let score = head.bias;
  for (let at = 0; at < weights.length; at++) score += weights[at]! * values[at]!;
  return head.trees ? (score + scoreForest(head.trees, values)) / 2 : score;
}

/** A head's score in parts: `bias` plus what each of {@link headInputs} adds is exactly {@link scoreHead}. */
export function headParts(head: Head, input: HeadInput): { bias: number; parts: Float64Array } {
  const values = denseInput(input);
  const share = head.trees ? 0.5 : 1;
  const parts = denseWeights(head).map((weight, at) => weight * values[at]! * share);
  const rest = head.trees ? addForestParts(head.trees, values, parts, share) : 0;
  return { bias: head.bias * share + rest, parts };
}

/** The score of a head; above 0 is yes. */
export const scoreHead = (head: Head, input: HeadInput): number => dot(head, denseInput(input));

export interface ModelScores {
  /** Log-odds that the reader has something to do. */
  task: number;
  /** What was subtracted from the score of the task because the message looks like mass mail. */
  restraint: number;
  urgent: number;
  important: number;
  category: Category;
  sentiment: Sentiment;
}

/** The score of every class. */
function scoreAll<C extends string>(
  heads: Partial<Record<C, Head>>,
  values: Float64Array,
): Partial<Record<C, number>> {
  const scores: Partial<Record<C, number>> = {};
  for (const name in heads) scores[name] = dot(heads[name] as Head, values);
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

/** The scores of every model for a message, in log-odds. */
export interface Scores extends Omit<ModelScores, "category" | "sentiment"> {
  category: Partial<Record<Category, number>>;
  sentiment: Partial<Record<Sentiment, number>>;
}

/** The restraint on mail that is certainly mass or automated, in log-odds. */
const mostRestraint = 3;

/**
 * What is subtracted from the task score as far as a message looks like mass or automated mail, in log-odds,
 * because such mail asks everybody.
 */
function restraintOf(category: Scores["category"]): number {
  const own = category.bulk;
  if (own === undefined) return 0;
  let all = 0;
  for (const name in category) all += Math.exp(Math.min(50, category[name as Category]! - own));
  return mostRestraint / all;
}

/**
 * Scores a message from its signals.
 *
 * @param weights - replaced only in cross-validation.
 * @param shift - what the team's corrections add. A shifted task also shifts urgency and importance, but not
 * the category.
 */
export function scoresOf(
  signals: Signals,
  weights: MessageWeights = messageWeights,
  shift?: Shift | null,
): Scores {
  const values = denseInput(signals);
  const found = dot(weights.hasTask, values);
  values[signalNames.length] = Math.tanh(found / 2);
  const category = scoreAll(weights.category, values);
  const sentiment = scoreAll(weights.sentiment, values);
  const restraint = restraintOf(category);
  const task = found - restraint + (shift?.task ?? 0);
  for (const name in shift?.category) category[name as Category]! += shift.category[name as Category] ?? 0;
  values[signalNames.length] = Math.tanh(task / 2);
  const urgent = dot(withRules(weights.urgent, "urgent"), values) + (shift?.urgent ?? 0);
  const important = dot(withRules(weights.important, "important"), values) + (shift?.important ?? 0);
  return { task, restraint, urgent, important, category, sentiment };
}

/** The chance that a message with this score has a task, measured on sources the models hadn't seen. */
export const chanceOfTask = (score: number, { offset, slope }: Pick<Certainty, "offset" | "slope">): number =>
  1 / (1 + Math.exp(-(offset + slope * score)));

/** Whether a score lies in the band where the engine asks for a second look. */
export const isUncertain = (score: number, { from, to }: Certainty): boolean => score > from && score <= to;

/** Analyzes a message from its signals; see {@link scoresOf}. */
export function runModels(signals: Signals, weights?: MessageWeights, shift?: Shift | null): ModelScores {
  const scores = scoresOf(signals, weights, shift);
  return {
    ...scores,
    category: best(scores.category, "information"),
    sentiment: best(scores.sentiment, "neutral"),
  };
}
