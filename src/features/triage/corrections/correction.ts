import type { Category, CorrectableField, Importance, ShownValues, Traits, Urgency } from "../contract";

export type { Patch, ShownValues, Traits } from "../contract";

/** What a person says of a message; what is missing they leave to the engine. */
export interface Decision {
  hasTask?: boolean | undefined;
  urgency?: Urgency | undefined;
  importance?: Importance | undefined;
  category?: Category | undefined;
}

/** One correction as the engine learns from it. */
export interface Correction {
  id: string;
  messageId: string;
  field: CorrectableField;
  /** What the person said instead of what was shown. */
  value: string;
  shown: ShownValues;
  traits: Traits;
}

/** What two messages may have in common. */
export const similarityParts = ["sender", "domain", "list", "subject", "alike"] as const;
export type SimilarityPart = (typeof similarityParts)[number];

/** How near a message is to a lesson, part by part; 0 is not at all. */
export type Similarity = Record<SimilarityPart, number>;

/** What a score is about: each yes-or-no question has one, each category its own. */
export type ScoreName = "task" | "urgency" | "importance" | Category;

/** A message as it is compared with others. */
export interface Point {
  traits: Omit<Traits, "signals">;
  /** The signals that are compared: all but those of the words of the whole message. */
  signals: Float64Array;
  /** Which of them are not 0. */
  filled: Uint8Array;
  /** Sum of their squares. */
  size: number;
}

/**
 * A lesson at work: how strongly it pulls each score, from -1 to 1 for a message just like it in one part. What the
 * engine would have said anyway pulls hardly at all.
 */
export interface Pull {
  /** The lesson's. */
  id: string;
  field: CorrectableField;
  value: string;
  pull: Partial<Record<ScoreName, number>>;
}

/** A corrected message with all that is learned from it. */
export interface CorrectionExample {
  point: Point;
  pulls: Pull[];
}

/** What a team has taught the engine, as plain data that can be handed to a worker. */
export type TeamCorrections = readonly CorrectionExample[];

/** What is added to the scores of the message-level models, in log-odds. */
export interface Shift {
  task: number;
  urgent: number;
  important: number;
  category: Partial<Record<Category, number>>;
}
