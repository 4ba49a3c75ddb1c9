import type { Category, Sentiment } from "../contract";
import type { SignalName } from "../signals/signals";
import type { Forest } from "./forest";

/**
 * One yes-or-no question about a message, or one class of several: a bias and a weight per signal. If there are
 * trees too, the score is the mean of both.
 */
export interface Head {
  bias: number;
  weights: Partial<Record<SignalName | "task", number>>;
  trees?: Forest;
}

/**
 * How sure a score of `hasTask` is. The chance of a task is 1 / (1 + e^-(offset + slope × score)); what lies above `from`
 * and not above `to` is uncertain.
 */
export interface Certainty {
  offset: number;
  slope: number;
  from: number;
  to: number;
}

/** The trained message-level models. */
export interface MessageWeights {
  certainty: Certainty;
  hasTask: Head;
  urgent: Head;
  important: Head;
  category: Partial<Record<Category, Head>>;
  sentiment: Record<Sentiment, Head>;
}
