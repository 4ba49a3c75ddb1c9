import { z } from "zod";
import { Category, Importance, Priority, Urgency } from "../triage/contract";

// Apart from the contract of the list, which the first view of the browser does without.

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
