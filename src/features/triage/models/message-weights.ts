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

/** The trained message-level models. */
export interface MessageWeights {
  hasTask: Head;
  urgent: Head;
  important: Head;
  category: Partial<Record<Category, Head>>;
  sentiment: Record<Sentiment, Head>;
}
