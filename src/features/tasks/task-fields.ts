import type { Fact, Fields } from "../journal/change";
import { type Task, TaskFields } from "./contract";
import type { TaskRow, TaskWithAssignee } from "./repository";
import { tasks } from "./tables";

const names = Object.keys(TaskFields.shape) as (keyof TaskFields)[];

/** The same with dates as ISO 8601. */
type Json<Row> = {
  [Field in keyof Row]: Date extends Row[Field] ? Exclude<Row[Field], Date> | string : Row[Field];
};

/** A stored task's fields in the contract's form. */
export function toFields(row: Pick<TaskRow, keyof TaskFields>): TaskFields {
  const entries = names.map((name) => {
    const value = row[name];
    return [name, value instanceof Date ? value.toISOString() : value] as const;
  });
  return Object.fromEntries(entries) as Json<Pick<TaskRow, keyof TaskFields>>;
}

/** Fields of a request or of the journal as columns; omits missing ones. */
export function toColumns(fields: Partial<TaskFields> | Fields): Partial<TaskRow> {
  const given = names.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const value = fields[name];
      const isDate = tasks[name].dataType === "date" && typeof value === "string";
      return [name, isDate ? new Date(value) : value];
    }),
  );
}

/** All columns of a new task's fields: those given, and the defaults of the table. */
export function newColumns(
  given: Partial<TaskRow> & Pick<TaskRow, "title">,
): Pick<TaskRow, keyof TaskFields> {
  const columns = names.map((name) => [name, given[name] ?? tasks[name].default ?? null] as const);
  return Object.fromEntries(columns) as Pick<TaskRow, keyof TaskFields>;
}

/** A task's fields in the journal's form; default: all. */
export function snapshot(row: Pick<TaskRow, keyof TaskFields>, fields: readonly string[] = names): Fields {
  return Object.fromEntries(Object.entries(toFields(row)).filter(([field]) => fields.includes(field)));
}

/** The facts about a change of status, for Analytics. */
export function statusFacts(before: Pick<TaskRow, "status" | "id">, after: Pick<TaskRow, "status">): Fact[] {
  if (before.status === after.status) return [];
  if (after.status === "resolved") return [{ type: "task_completed", subjectId: before.id }];
  if (before.status === "resolved") return [{ type: "task_reopened", subjectId: before.id }];
  return [];
}

/** The facts about a new task, which may be completed already. */
export function createdFacts({ id, status }: Pick<TaskRow, "status" | "id">): Fact[] {
  const created = { type: "task_created", subjectId: id };
  return status === "resolved" ? [created, { type: "task_completed", subjectId: id }] : [created];
}

/** A stored task in the contract's form. */
export function toTask(stored: TaskWithAssignee): Task {
  const { deletedAt, createdBy, ...row } = stored;
  return {
    ...row,
    ...toFields(stored),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
