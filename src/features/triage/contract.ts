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

/**
 * What the engine concluded about one message, and why.
 *
 * `dueDate` is ISO 8601 in UTC. `confidence` (0 to 1) is about `hasTask`. A field without evidence follows from
 * the absence of any sign (a message nobody needs to act on), never from something hidden.
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
});
export type Analysis = z.infer<typeof Analysis>;
