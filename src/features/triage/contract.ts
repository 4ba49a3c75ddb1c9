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
/** High: urgent and important; medium: one of them; low: neither. */
export const Priority = z.enum(["high", "medium", "low"]);
export const Urgency = z.enum(["urgent", "not_urgent"]);
export const Importance = z.enum(["important", "not_important"]);

export type Category = z.infer<typeof Category>;
export type Sentiment = z.infer<typeof Sentiment>;
export type Priority = z.infer<typeof Priority>;
export type Urgency = z.infer<typeof Urgency>;
export type Importance = z.infer<typeof Importance>;

/** The conclusions that have evidence. */
export const EvidenceField = z.enum(["task", "category", "sentiment", "urgency", "importance", "dueDate"]);
export type EvidenceField = z.infer<typeof EvidenceField>;

/** The conclusions that a person can correct; the engine learns from these corrections. */
export const correctableFields = ["task", "urgency", "importance", "category"] as const;
export const CorrectableField = z.enum(correctableFields);
export type CorrectableField = z.infer<typeof CorrectableField>;

/**
 * What the engine concluded about one message, and why.
 *
 * `dueDate` is ISO 8601 in UTC. `confidence` is the chance (0 to 1) that `hasTask` is right. It always comes from
 * the embedded engine and is low where a language model disagreed. `version` names the engine or, for `llm`, the
 * model and the version of the prompt. A field has no evidence if it follows from the absence of any sign (a
 * message that asks for nothing).
 */
export const Analysis = z.object({
  hasTask: z.boolean(),
  /**
   * The engine can't tell well whether there is a task: screens show such messages apart, and a language model, where one
   * is configured, reviews only these. Never after somebody or a language model decided.
   */
  uncertain: z.boolean(),
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
   * Only set if the message was too long to read completely: the engine read all of the sender's words up to
   * this offset in the content, and after it at most the last sentences.
   */
  readUpTo: z.number().int().min(0).optional(),
  /** Part of the message addresses an AI; no engine has read those words. Absent if there is no such part. */
  addressesAi: z.literal(true).optional(),
  /** The fields that the team's corrections changed; absent if there are none. */
  fromCorrections: z.array(CorrectableField).optional(),
  /** The fields a person decided, with the id of that user; absent if there are none. */
  decided: z.partialRecord(CorrectableField, z.uuid()).optional(),
});
export type Analysis = z.infer<typeof Analysis>;

/** The conclusions that can be corrected, with the values of `outcomesOf`: "task" or "none", "urgent" and so on. */
export type ShownValues = Record<CorrectableField, string>;

/**
 * The properties that a correction generalizes over. Texts are lower case; null where the message has no such
 * property.
 */
export interface Traits {
  sender: string | null;
  /** The sender's organization; null for the reader's own organization and for public mail services. */
  domain: string | null;
  /** The mailing list or channel it was sent to. */
  list: string | null;
  /** The subject without reply prefixes and numbers; it identifies a conversation or a form letter. */
  subject: string | null;
  /** The message's signals by name, without those that are 0. */
  signals: Record<string, number>;
}

/** The change that a correction makes to some fields of an analysis and to everything that depends on them. */
export interface Patch {
  fields: CorrectableField[];
  values: Partial<
    Pick<
      Analysis,
      "hasTask" | "uncertain" | "taskTitle" | "dueDate" | "confidence" | "urgency" | "importance" | "category"
    >
  >;
  evidence: Analysis["evidence"];
  /**
   * It comes from what was done with the message's task. It doesn't make the message more urgent or important,
   * because the message has been dealt with.
   */
  byTask?: boolean;
}

/** A span of the explained message: UTF-16 offsets, end exclusive. `quote` is exactly the text between them. */
export const Span = Evidence.omit({ sourceType: true, sourceId: true });

/**
 * One signal behind a conclusion. `contribution` is in log-odds: above 0 it supports the conclusion, below 0 it
 * opposes it. `share` (0 to 1) is its part of the total weight of all signals. Both are null where a rule
 * decides instead of a model.
 */
export const Reason = z.object({
  signal: z.string(),
  reason: z.string(),
  contribution: z.number().nullable(),
  share: z.number().min(0).max(1).nullable(),
  spans: z.array(Span),
});
export type Reason = z.infer<typeof Reason>;

/**
 * A change that turns a conclusion into `outcome`, confirmed by running the engine. `spans` are the words it
 * removes.
 */
export const WhatIf = z.object({ condition: z.string(), outcome: z.string(), spans: z.array(Span) });
export type WhatIf = z.infer<typeof WhatIf>;

/**
 * The reasons for one conclusion. `conclusion` and `outcome` are "task" or "none"; a value of {@link Urgency},
 * {@link Importance}, {@link Category} or {@link Sentiment}; for the due date ISO 8601 in UTC or "none".
 *
 * `bias` plus all contributions is `score`: the log-odds of the conclusion against its opposite or, for
 * category and sentiment, against `rival`, the runner-up. `rule` is set where a rule decides, whatever the
 * model says.
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
 * How the ask model scored the sentence that the task comes from, in log-odds. `score` is the sum of `bias`,
 * the strongest word sequences (`words`), all other word sequences (`otherWords`), and the sentence's structure
 * and position (`build`). `adjustment` is what a rule adds: less than 0 if the sentence describes what somebody else does or
 * offers help, more if it asks plainly.
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
  /**
   * `foreign`: not in English; `no_words`: the sender wrote nothing readable; `cut`:
   * too long to read completely; `addresses_ai`: part of it addresses an AI and was ignored.
   */
  notes: z.array(z.enum(["foreign", "own_message", "no_words", "cut", "addresses_ai"])),
  sentence: SentenceReasons.nullable(),
  conclusions: z.array(ConclusionReasons),
});
export type Explanation = z.infer<typeof Explanation>;

/** What the caller saw of an analysis before they corrected it. */
export const SeenAnalysis = z
  .strictObject({ hasTask: z.boolean(), category: Category, priority: Priority })
  .partial();
export type SeenAnalysis = z.infer<typeof SeenAnalysis>;

/** What a person says of a message instead of its analysis. */
export const MessageCorrection = z
  .strictObject({
    hasTask: z.boolean(),
    category: Category,
    urgency: Urgency,
    importance: Importance,
    /** High: urgent and important; low: neither; medium: important. */
    priority: Priority,
    expected: SeenAnalysis,
  })
  .partial()
  .refine(({ expected, ...said }) => Object.keys(said).length > 0, "Choose what to correct.");
