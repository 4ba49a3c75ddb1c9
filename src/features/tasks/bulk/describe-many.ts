import { counted } from "../../../shared/counted";
import type { CommonChange } from "../contract";
import { quadrantNames, quadrantOf } from "../quadrants";

/** A number of tasks in words: "1 task", "2,000 tasks". */
export function tasksInWords(count: number): string {
  return counted(count, "task");
}

/** The journal's sentence for giving many tasks the same fields. */
export function describeMany(count: number, change: CommonChange): string {
  const many = tasksInWords(count);
  const { status, urgency, importance, assigneeId, dueDate, snoozedUntil } = change;
  const only = (...fields: (keyof CommonChange)[]) =>
    Object.keys(change).length === fields.length && fields.every((field) => field in change);
  if (only("urgency", "importance") && urgency && importance)
    return `Moved ${many} to ${quadrantNames[quadrantOf({ urgency, importance })]}`;
  if (only("status") && status === "resolved") return `Resolved ${many}`;
  if (only("assigneeId")) return assigneeId ? `Assigned ${many}` : `Unassigned ${many}`;
  if (only("dueDate")) return dueDate ? `Changed the due date of ${many}` : `Removed the due date of ${many}`;
  if (only("snoozedUntil")) return snoozedUntil ? `Snoozed ${many}` : `Ended the snooze of ${many}`;
  return `Changed ${many}`;
}
