import { ownTimeZone } from "../../../../shared/time-zone";
import { trimmed } from "../../../../shared/typed-values";
import type { Recurrence, Task, TaskFields, TaskPatch } from "../../contract";

/** What isn't in the form as it is: steps and snooze are saved at once, and a recurrence is edited as its rule. */
type ApartFromForm = "steps" | "snoozedUntil" | "recurrence";

/** A task in the form's representation, which has every field but those {@link ApartFromForm}. */
export interface TaskValues extends Record<Exclude<keyof TaskFields, ApartFromForm>, string> {
  title: string;
  description: string;
  status: Task["status"];
  priority: Task["priority"];
  urgency: Task["urgency"];
  importance: Task["importance"];
  /** Empty: nobody. */
  assigneeId: string;
  /** `YYYY-MM-DDTHH:mm` in the reader's zone; empty: none. */
  dueDate: string;
  /** How it repeats, as an RRULE; empty: it doesn't. */
  rule: string;
}

/** The initial values of a task's form. */
export function valuesOf(task: Task): TaskValues {
  const { title, description, status, priority, urgency, importance, assigneeId, dueDate } = task;
  return {
    title,
    description: description ?? "",
    status,
    priority,
    urgency,
    importance,
    assigneeId: assigneeId ?? "",
    dueDate: dueDate ? localTime(dueDate) : "",
    rule: task.recurrence?.rule ?? "",
  };
}

/**
 * The eight fields a save sends (TASK-3). An untouched due date keeps its seconds, which the form doesn't
 * show.
 */
export function patchOf(values: TaskValues, task: Task): TaskPatch {
  const { rule, ...fields } = values;
  const untouched = task.dueDate !== null && localTime(task.dueDate) === values.dueDate;
  return {
    ...fields,
    // Only if it changed: these eight fields are what a save sends.
    ...(rule !== (task.recurrence?.rule ?? "") && { recurrence: recurrenceOf(rule) }),
    title: trimmed(values.title),
    description: values.description || null,
    assigneeId: values.assigneeId || null,
    dueDate: untouched ? task.dueDate : isoTime(values.dueDate),
  };
}

/** A rule in the reader's time zone; null for none. */
export function recurrenceOf(rule: string): Recurrence | null {
  return rule === "" ? null : { rule, timeZone: ownTimeZone() ?? "UTC" };
}

/** Whether two states of the form differ in any field. */
export function differ(a: TaskValues, b: TaskValues): boolean {
  return (Object.keys(a) as (keyof TaskValues)[]).some((field) => a[field] !== b[field]);
}

/** ISO 8601 in the form of a `datetime-local` field: the reader's zone, to the minute. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number) => String(value).padStart(2, "0");
  const year = String(date.getFullYear()).padStart(4, "0");
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The value of a `datetime-local` field as ISO 8601 in UTC; null if it is empty. */
export function isoTime(local: string): string | null {
  const time = Date.parse(local);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
