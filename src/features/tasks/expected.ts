import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../shared/app-error";
import type { TaskPatch } from "./contract";
import type { TaskRow } from "./repository";
import { toColumns } from "./task-fields";

/** Whether each field of a task is as somebody saw it, or as they want it. */
export function isAsExpected(task: TaskRow, expected: TaskPatch, wanted: Partial<TaskRow> = {}): boolean {
  const seen = toColumns(expected);
  return (Object.keys(seen) as (keyof TaskRow)[]).every(
    (name) =>
      isDeepStrictEqual(task[name], seen[name]) ||
      (name in wanted && isDeepStrictEqual(task[name], wanted[name])),
  );
}

/** @throws AppError `changed_since` unless {@link isAsExpected}. */
export function requireExpected(...seen: Parameters<typeof isAsExpected>): void {
  if (!isAsExpected(...seen)) throw new AppError("changed_since", "Somebody has changed this task since.");
}
