import { capitalize } from "../../../../shared/wording";
import type { ConclusionReasons, EvidenceField, Explanation } from "../../../triage/contract";

/** The heading of each conclusion. */
export const fieldNames: Record<EvidenceField, string> = {
  task: "Task",
  urgency: "Urgency",
  importance: "Importance",
  dueDate: "Due date",
  category: "Category",
  sentiment: "Sentiment",
};

const spoken: Record<string, { now: string; changed: string }> = {
  urgent: { now: "Urgent", changed: "it would be urgent" },
  not_urgent: { now: "Not urgent", changed: "it wouldn't be urgent" },
  important: { now: "Important", changed: "it would be important" },
  not_important: { now: "Not important", changed: "it wouldn't be important" },
};

const plain = (name: string) => name.replaceAll("_", " ");

/** A conclusion in words. */
export function conclusionInWords(
  { field, conclusion }: Pick<ConclusionReasons, "field" | "conclusion">,
  { taskTitle }: Pick<Explanation, "taskTitle">,
  toDate: (iso: string) => string,
): string {
  if (field === "task") return conclusion === "task" ? (taskTitle ?? "Something to do") : "Nothing to do";
  if (field === "dueDate") return conclusion === "none" ? "None" : toDate(conclusion);
  return spoken[conclusion]?.now ?? capitalize(plain(conclusion));
}

/** A changed conclusion, as the second half of a sentence. */
export function outcomeInWords(
  field: EvidenceField,
  outcome: string,
  toDate: (iso: string) => string,
): string {
  if (field === "task") return outcome === "task" ? "there would be a task" : "there would be nothing to do";
  if (field === "dueDate")
    return outcome === "none" ? "there would be no due date" : `it would be due ${toDate(outcome)}`;
  if (field === "category") return `it would count as ${plain(outcome)}`;
  if (field === "sentiment") return `it would sound ${plain(outcome)}`;
  return spoken[outcome]?.changed ?? plain(outcome);
}

/** A share in whole percent. */
export const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** How sure a conclusion is, in words and as a probability that never claims certainty. */
export function howSure(probability: number): string {
  const word =
    probability >= 0.95
      ? "Very sure"
      : probability >= 0.8
        ? "Sure"
        : probability >= 0.65
          ? "Fairly sure"
          : "A close call";
  return `${word}, ${probability > 0.99 ? "over 99%" : percent(probability)}`;
}
