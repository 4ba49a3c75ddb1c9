import { z } from "zod";
import { Category, Importance, Sentiment, Urgency } from "../contract";

const quoted = z.array(z.string());

/** The form that a language model fills in about one message. */
export const RefinementForm = z.object({
  hasTask: z.boolean(),
  taskTitle: z.string().nullable(),
  category: Category,
  sentiment: Sentiment,
  urgency: Urgency,
  importance: Importance,
  /** The words of the deadline, copied. */
  dueWords: z.string().nullable(),
  /** Words of the message behind each conclusion, copied. */
  quotes: z.object({
    task: quoted,
    urgency: quoted,
    importance: quoted,
    category: quoted,
    sentiment: quoted,
  }),
});

/** Longer ones are dropped: a title has at most 80 characters, a quote is a phrase or a sentence. */
const longestTitle = 200;
const longestQuote = 300;
const mostQuotes = 3;

const text = (longest: number) =>
  z
    .string()
    .transform((words) => words.trim())
    .refine((words) => words.length > 0 && words.length <= longest)
    .nullable()
    .catch(null);

const phrases = z
  .array(z.unknown())
  .catch([])
  .transform((list) =>
    list
      .filter(
        (one): one is string =>
          typeof one === "string" && one.trim().length > 1 && one.length <= longestQuote,
      )
      .slice(0, mostQuotes)
      .map((one) => one.trim()),
  );

/**
 * An answer as stored. Invalid fields are null or omitted, one by one, and unknown keys are dropped. Only
 * without `hasTask` is it rejected.
 */
export const RefinementAnswer = z.object({
  hasTask: z.boolean(),
  taskTitle: text(longestTitle),
  category: Category.nullable().catch(null),
  sentiment: Sentiment.nullable().catch(null),
  urgency: Urgency.nullable().catch(null),
  importance: Importance.nullable().catch(null),
  dueWords: text(longestQuote),
  quotes: z
    .object({
      task: phrases,
      urgency: phrases,
      importance: phrases,
      category: phrases,
      sentiment: phrases,
    })
    .catch({ task: [], urgency: [], importance: [], category: [], sentiment: [] }),
});
export type RefinementAnswer = z.infer<typeof RefinementAnswer>;
