import { isAsSeen } from "../../server/http/as-seen";
import { AppError } from "../../shared/app-error";
import type { TaskPatch } from "./contract";
import type { TaskRow } from "./repository";
import { toColumns } from "./task-fields";

/** Whether each field of a task is as somebody saw it, or as they want it. */
export const isAsExpected = (task: TaskRow, expected: TaskPatch, wanted: Partial<TaskRow> = {}): boolean =>
  isAsSeen(task, toColumns(expected), wanted);

/** @throws AppError `changed_since` unless {@link isAsExpected}. */
export function requireExpected(...seen: Parameters<typeof isAsExpected>): void {
  if (!isAsExpected(...seen)) throw new AppError("changed_since", "Somebody has changed this task since.");
}
