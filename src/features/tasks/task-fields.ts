import type { Fact, Fields } from "../journal/change";
import type { TaskPatch } from "./contract";
import type { TaskRow } from "./repository";

const journaled = [
  "title",
  "description",
  "status",
  "priority",
  "urgency",
  "importance",
  "assigneeId",
  "dueDate",
] as const satisfies (keyof TaskRow)[];

/** A task's fields as the journal keeps them: dates as ISO 8601. */
export function snapshot(row: TaskRow, fields: readonly string[] = journaled): Fields {
  return Object.fromEntries(
    fields.map((field) => {
      const value = row[field as keyof TaskRow];
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );
}

/** Fields as they come in a request or from the journal, as the table takes them: dates as Date. */
export function fieldsOf(patch: TaskPatch | Fields): Partial<TaskRow> {
  return Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [
      field,
      field === "dueDate" && typeof value === "string" ? new Date(value) : value,
    ]),
  );
}

/** What Analytics should know of a change of status. */
export function statusFacts(before: Pick<TaskRow, "status" | "id">, after: Pick<TaskRow, "status">): Fact[] {
  if (before.status === after.status) return [];
  if (after.status === "resolved") return [{ type: "task_completed", subjectId: before.id }];
  if (before.status === "resolved") return [{ type: "task_reopened", subjectId: before.id }];
  return [];
}
