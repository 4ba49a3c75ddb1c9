import { isDeepStrictEqual } from "node:util";
import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { Fields } from "../journal/change";
import { ChangedSince, type Revert } from "../journal/service";
import { createTaskRepository, type TaskRow } from "./repository";
import { snapshot, statusFacts, toColumns } from "./task-fields";

/** Undoes a change to a task. */
export const revertTask: Revert = async (tx: Executor, teamId, change) => {
  const tasks = createTaskRepository(tx);
  const current = await tasks.lock([teamId], change.id);
  if (!current) throw new AppError("conflict", "The task no longer exists.");

  if (change.kind === "deleted") {
    if (!current.deletedAt) throw new AppError("conflict", "The task has already been restored.");
    await tasks.update(teamId, change.id, { deletedAt: null });
    return {
      events: [{ type: "task_updated", id: change.id }],
      facts: [{ type: "task_restored", subjectId: change.id }],
    };
  }
  requireUnchanged(current, change.after);
  if (change.kind === "created") {
    await tasks.update(teamId, change.id, { deletedAt: new Date() });
    return {
      events: [{ type: "task_updated", id: change.id }],
      facts: [{ type: "task_deleted", subjectId: change.id }],
    };
  }
  const row = await tasks.update(teamId, change.id, toColumns(change.before));
  return { events: [{ type: "task_updated", id: change.id }], facts: statusFacts(current, row) };
};

function requireUnchanged(current: TaskRow, expected: Fields): void {
  const now = snapshot(current, Object.keys(expected));
  const deleted = current.deletedAt !== null;
  if (deleted || Object.entries(expected).some(([field, value]) => !isDeepStrictEqual(now[field], value)))
    throw new ChangedSince(`“${current.title}”`, deleted);
}
