import { quadrantNames, quadrantOf } from "./quadrants";
import type { TaskRow } from "./repository";

/** The journal's action and sentence for a change of these fields. */
export function describeChange(
  before: TaskRow,
  after: TaskRow,
  fields: string[],
): { action: string; summary: string } {
  const title = `“${after.title}”`;
  if (fields.every((field) => field === "urgency" || field === "importance"))
    return { action: "task.moved", summary: `Moved ${title} to ${quadrantNames[quadrantOf(after)]}` };
  if (fields.length === 1 && fields[0] === "status") {
    if (after.status === "resolved") return { action: "task.resolved", summary: `Resolved ${title}` };
    if (before.status === "resolved") return { action: "task.reopened", summary: `Reopened ${title}` };
  }
  if (fields.length === 1 && fields[0] === "steps")
    return { action: "task.steps_changed", summary: `Changed the steps of ${title}` };
  if (fields.length === 1 && fields[0] === "recurrence")
    return after.recurrence
      ? { action: "task.updated", summary: `Changed how ${title} repeats` }
      : { action: "task.updated", summary: `Ended the repetition of ${title}` };
  if (fields.length === 1 && fields[0] === "snoozedUntil")
    return after.snoozedUntil
      ? { action: "task.snoozed", summary: `Snoozed ${title}` }
      : { action: "task.woken", summary: `Ended the snooze of ${title}` };
  return { action: "task.updated", summary: `Changed ${title}` };
}
