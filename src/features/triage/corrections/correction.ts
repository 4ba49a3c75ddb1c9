import type { Category, CorrectableField, Importance, ShownValues, Traits, Urgency } from "../contract";

export type { Patch, ShownValues, Traits } from "../contract";

/** A person's correction of a message. Missing fields are left to the engine. */
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
  /** What the person chose instead of what was shown. */
  value: string;
  shown: ShownValues;
  traits: Traits;
}

/** What two messages may have in common. */
export const similarityParts = ["sender", "domain", "list", "subject", "alike"] as const;
export type SimilarityPart = (typeof similarityParts)[number];

/** How similar a message is to a corrected one, part by part; 0 is not at all. */
export type Similarity = Record<SimilarityPart, number>;

/** The subject of a score: each yes-or-no question has one, each category its own. */
export type ScoreName = "task" | "urgency" | "importance" | Category;

/** A message in the form used for comparison. */
export interface Point {
  traits: Omit<Traits, "signals">;
  /** The compared signals: all except those from the words of the whole message. */
  signals: Float64Array;
  /** The non-zero ones. */
  filled: Uint8Array;
  /** Sum of their squares. */
  size: number;
}

/**
 * A correction in use: how strongly it pulls each score, from -1 to 1 for a message identical in one part. It
 * hardly pulls if the engine already agrees.
 */
export interface Pull {
  /** The correction's id. */
  id: string;
  field: CorrectableField;
  value: string;
  pull: Partial<Record<ScoreName, number>>;
}

/** A corrected message with everything learned from it. */
export interface CorrectionExample {
  point: Point;
  pulls: Pull[];
}

/** A team's corrections in the form the engine learns from, as plain data that can be passed to a worker. */
export type TeamCorrections = readonly CorrectionExample[];

/** Additions to the scores of the message-level models, in log-odds. */
export interface Shift {
  task: number;
  urgent: number;
  important: number;
  category: Partial<Record<Category, number>>;
}
