import { day } from "../../../shared/durations";
import type { TaskFields } from "../../tasks/contract";
import type { SyncedTask } from "../../tasks/synced-tasks";
import type { CrmTask, CrmTaskFields } from "../crms/crm";

/** A Zippy task's fields as a CRM knows them. */
export const toCrmFields = ({ title, description, dueDate, status }: SyncedTask): CrmTaskFields => ({
  title: title.trim(),
  description: description?.replace(/\r\n?/g, "\n").trim() || null,
  dueDate: dueDate?.toISOString() ?? null,
  done: status === "resolved",
});

/** A change from a CRM in a task's own fields. Zippy has more states of an open task, which stay. */
export function toTaskChange(
  { done, ...fields }: Partial<CrmTaskFields>,
  current?: SyncedTask,
): Partial<TaskFields> {
  const isDone = current?.status === "resolved";
  return {
    ...fields,
    ...(done === undefined || done === isDone ? {} : { status: done ? "resolved" : "new" }),
  };
}

/** How soon a task from a CRM counts as urgent (milliseconds). */
const urgentWithin = 3 * day;

/** Where a task from a CRM first appears in the matrix: a deal makes it important, a close date urgent. */
export function firstAxes(
  { dealId, dueDate }: CrmTask,
  now = Date.now(),
): Pick<TaskFields, "urgency" | "importance"> {
  return {
    urgency: dueDate !== null && Date.parse(dueDate) - now < urgentWithin ? "urgent" : "not_urgent",
    importance: dealId === null ? "not_important" : "important",
  };
}
