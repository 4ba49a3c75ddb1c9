import type { Analysis, Priority } from "./contract";

/** The priority of a quadrant. */
export function priorityOf({ urgency, importance }: Pick<Analysis, "urgency" | "importance">): Priority {
  if (urgency === "urgent" && importance === "important") return "high";
  return urgency === "urgent" || importance === "important" ? "medium" : "low";
}
