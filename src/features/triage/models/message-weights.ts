import type { Category, Sentiment } from "../contract";
import type { SignalName } from "../signals/signals";

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
