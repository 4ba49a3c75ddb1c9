import type { Evidence } from "../../shared/evidence";
import type { NewTask } from "../tasks/contract";
import type { Importance, Urgency } from "../triage/contract";
import { nameOf } from "./message-name";
import type { MessageRow } from "./repository";

/** The task that a message's analysis describes. `axes` sets another quadrant. */
export function taskFrom(
  message: MessageRow,
  axes: { urgency?: Urgency | undefined; importance?: Importance | undefined },
): NewTask {
  const analysis = message.aiAnalysis;
  return {
    title: (analysis?.taskTitle || nameOf(message)).slice(0, 500),
    description: message.content.trim().slice(0, 5000) || null,
    priority: analysis?.priority ?? "medium",
    urgency: axes.urgency ?? analysis?.urgency ?? "not_urgent",
    importance: axes.importance ?? analysis?.importance ?? "not_important",
    dueDate: dueDateFor(message),
  };
}

/** The due date for a task. A date that was past at the time of the import would only make the task overdue. */
function dueDateFor({ aiAnalysis, importId, storedAt }: MessageRow): string | null {
  const dueDate = aiAnalysis?.dueDate ?? null;
  const past = dueDate !== null && Date.parse(dueDate) < storedAt.getTime();
  return importId !== null && past ? null : dueDate;
}

/** The evidence for the task's fields. Sentiment and category belong to the message, not to the task. */
export function evidenceOf({ aiAnalysis }: MessageRow): Evidence[] {
  if (!aiAnalysis) return [];
  const { task = [], dueDate = [], urgency = [], importance = [] } = aiAnalysis.evidence;
  return [...task, ...dueDate, ...urgency, ...importance];
}
