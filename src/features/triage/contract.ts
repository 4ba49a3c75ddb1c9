import { z } from "zod";
import { Evidence } from "../../shared/evidence";

export const categories = [
  "bulk",
  "scheduling",
  "billing",
  "problem_report",
  "opportunity",
  "action_request",
  "question",
  "social",
  "information",
  "other",
] as const;

export const Category = z.enum(categories);
export const Sentiment = z.enum(["positive", "neutral", "negative"]);
export const Priority = z.enum(["high", "medium", "low"]);
export const Urgency = z.enum(["urgent", "not_urgent"]);
export const Importance = z.enum(["important", "not_important"]);

export type Category = z.infer<typeof Category>;
export type Sentiment = z.infer<typeof Sentiment>;
export type Priority = z.infer<typeof Priority>;
export type Urgency = z.infer<typeof Urgency>;
export type Importance = z.infer<typeof Importance>;

/** The conclusions that evidence is kept for. */
export const EvidenceField = z.enum(["task", "category", "sentiment", "urgency", "importance", "dueDate"]);
export type EvidenceField = z.infer<typeof EvidenceField>;

/** What a person can correct about a message, and so teach the engine. */
export const correctableFields = ["task", "urgency", "importance", "category"] as const;
export const CorrectableField = z.enum(correctableFields);
export type CorrectableField = z.infer<typeof CorrectableField>;

/**
 * What the engine concluded about one message, and why.
 *
 * `dueDate` is ISO 8601 in UTC. `confidence` (0 to 1) is about `hasTask`, and always the embedded engine's: low where a
 * language model judged otherwise. `version` names the engine or, for `llm`, the model and what it was asked. A field
 * without evidence follows from the absence of any sign (a message nobody needs to act on), never from something hidden.
 */
export const Analysis = z.object({
  hasTask: z.boolean(),
  taskTitle: z.string().nullable(),
  category: Category,
  sentiment: Sentiment,
  priority: Priority,
  urgency: Urgency,
  importance: Importance,
  dueDate: z.iso.datetime().nullable(),
  confidence: z.number().min(0).max(1),
  engine: z.enum(["embedded", "llm"]),
  version: z.string(),
  evidence: z.partialRecord(EvidenceField, z.array(Evidence)),
  /**
   * Only for a message too long to read whole: the offset in its content up to which every word of the sender was
   * read. Of what stands behind it only the last sentences may have been.
   */
  readUpTo: z.number().int().min(0).optional(),
  /** Something in the message speaks to an AI; no engine has read those words. Absent when nothing does. */
  addressesAi: z.literal(true).optional(),
  /** What the team's lessons turned; absent when nothing. */
  fromCorrections: z.array(CorrectableField).optional(),
  /** What a person decided, and who (a user's id); absent when nobody did. */
  decided: z.partialRecord(CorrectableField, z.uuid()).optional(),
});
export type Analysis = z.infer<typeof Analysis>;

/** The conclusions a person can correct, in the words of `outcomesOf`: "task" or "none", "urgent" and so on. */
export type ShownValues = Record<CorrectableField, string>;

/** What a correction generalizes over. Texts are lower case; null where the message has no such thing. */
export interface Traits {
  sender: string | null;
  /** The sender's organisation; null for the reader's own, and for the mail services anybody may use. */
  domain: string | null;
  /** The mailing list or channel it went to. */
  list: string | null;
  /** The subject without reply marks and figures: a conversation, or a form letter. */
  subject: string | null;
  /** What the engine reads in it, by the signals' names; those at 0 are left out. */
  signals: Record<string, number>;
}

/** What a correction makes of some fields of an analysis, with all that depends on them. */
export interface Patch {
  fields: CorrectableField[];
  values: Partial<
    Pick<Analysis, "hasTask" | "taskTitle" | "dueDate" | "confidence" | "urgency" | "importance" | "category">
  >;
  evidence: Analysis["evidence"];
  /** Said by what was done with its task: that makes the message itself, which is dealt with, no more pressing. */
  byTask?: boolean;
}

/** A place in the explained message: UTF-16 offsets, end exclusive; `quote` is exactly the text between them. */
export const Span = Evidence.omit({ sourceType: true, sourceId: true });

/**
 * One signal behind a conclusion. `contribution` is in log-odds: above 0 it speaks for the conclusion, below 0 against
 * it; `share` (0 to 1) is its part of all signals' weight. Both are null where a rule decides instead of a model.
 */
export const Reason = z.object({
  signal: z.string(),
  reason: z.string(),
  contribution: z.number().nullable(),
  share: z.number().min(0).max(1).nullable(),
  spans: z.array(Span),
});
export type Reason = z.infer<typeof Reason>;

/** A change that turns a conclusion into `outcome`, tried out on the engine; `spans` are the words it removes. */
export const WhatIf = z.object({ condition: z.string(), outcome: z.string(), spans: z.array(Span) });
export type WhatIf = z.infer<typeof WhatIf>;

/**
 * Why one conclusion is what it is. `conclusion` and `outcome` are: "task" or "none"; a value of {@link Urgency},
 * {@link Importance}, {@link Category} or {@link Sentiment}; for the due date ISO 8601 in UTC or "none".
 *
 * `bias` plus all contributions is `score`, the log-odds of the conclusion against its opposite or, for category and
 * sentiment, against `rival`, the next best. `rule` is set where a rule decides, whatever the model says.
 */
export const ConclusionReasons = z.object({
  field: EvidenceField,
  conclusion: z.string(),
  probability: z.number().min(0).max(1).nullable(),
  score: z.number().nullable(),
  bias: z.number().nullable(),
  rival: z.string().nullable(),
  rule: z.string().nullable(),
  reasons: z.array(Reason),
  against: z.array(Reason),
  changes: z.array(WhatIf),
});
export type ConclusionReasons = z.infer<typeof ConclusionReasons>;

/**
 * How the model of asking read the sentence the task comes from, in log-odds: `bias`, the strongest word sequences in
 * `words`, the sum of the others in `otherWords`, and how the sentence is built and where it stands (`build`) add up to
 * `score`. `adjustment` is what a rule takes off where the sentence says what somebody else does.
 */
export const SentenceReasons = z.object({
  span: Span,
  score: z.number(),
  bias: z.number(),
  words: z.array(z.object({ span: Span, contribution: z.number() })),
  otherWords: z.number(),
  build: z.number(),
  adjustment: z.number(),
});
export type SentenceReasons = z.infer<typeof SentenceReasons>;

/** Why the engine analyzes a message as it does, computed from its models. `version` is the engine's. */
export const Explanation = z.object({
  version: z.string(),
  taskTitle: z.string().nullable(),
  /** `foreign`: not in the language the models learned; `no_words`: the sender wrote nothing that can be judged; `cut`: too long to be read whole; `addresses_ai`: words in it are meant for an AI and were not read. */
  notes: z.array(z.enum(["foreign", "own_message", "no_words", "cut", "addresses_ai"])),
  sentence: SentenceReasons.nullable(),
  conclusions: z.array(ConclusionReasons),
});
export type Explanation = z.infer<typeof Explanation>;
