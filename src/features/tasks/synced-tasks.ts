import type { Executor } from "../../server/database";
import { recordChange } from "../journal/service";
import type { NewTask, TaskFields } from "./contract";
import { describeChange } from "./describe-change";
import { addNext, endingRecurrence, withRecurrence } from "./recurrence/repeat";
import { createTaskRepository, type TaskRow } from "./repository";
import { snapshot, statusFacts, toColumns } from "./task-fields";

/**
 * Tasks that another system keeps too. What it changes is nobody's own last change, so nobody's Undo takes it back by
 * accident, but the list of changes has it.
 */

export type SyncedTask = Pick<TaskRow, "id" | keyof TaskFields | "updatedAt" | "deletedAt">;

/** A task, even if deleted, locked until the transaction ends. */
export function lockSynced(tx: Executor, teamId: string, id: string): Promise<SyncedTask | undefined> {
  return createTaskRepository(tx).lock([teamId], id);
}

/** Whether a team has a task, which isn't deleted. */
export async function hasTask(db: Executor, teamId: string, id: string): Promise<boolean> {
  return (await createTaskRepository(db).find([teamId], id)) !== undefined;
}

/** Adds a task. @param source - the other system's name, for the list of changes. */
export async function insertSynced(
  tx: Executor,
  teamId: string,
  source: string,
  task: NewTask,
): Promise<SyncedTask> {
  const row = await createTaskRepository(tx).insert({ ...toColumns(task), title: task.title, teamId });
  await recordChange(
    tx,
    {
      ...{ teamId, userId: null, action: "task.created" },
      summary: `Added “${row.title}” from ${source}`,
      changes: [{ kind: "created", type: "task", id: row.id, after: snapshot(row) }],
    },
    [{ type: "task_created", subjectId: row.id }],
    [{ type: "task_created", id: row.id }],
  );
  return row;
}

/** Changes a locked task. @returns the row as stored. */
export async function updateSynced(
  tx: Executor,
  teamId: string,
  source: string,
  current: SyncedTask,
  change: Partial<TaskFields>,
): Promise<SyncedTask> {
  const fields = Object.keys(change);
  if (fields.length === 0) return current;
  const before = current as TaskRow;
  const columns = toColumns(withRecurrence(change, before));
  const ending = endingRecurrence(before, columns);
  if (ending) columns.recurrence = null;
  const row = await createTaskRepository(tx).update(teamId, current.id, columns);
  const repetition = await addNext(tx, row, ending, null);
  const { action, summary } = describeChange(before, row, fields);
  const changed = Object.keys(columns);
  await recordChange(
    tx,
    {
      ...{ teamId, userId: null, action, summary: `${summary} in ${source}` },
      changes: [
        {
          ...{ kind: "changed", type: "task", id: row.id },
          ...{ before: snapshot(before, changed), after: snapshot(row, changed) },
        },
        ...repetition.changes,
      ],
    },
    [...statusFacts(before, row), ...repetition.facts],
    [{ type: "task_updated", id: row.id }],
  );
  return row;
}

/** Soft-deletes a locked task. Undo restores it for 30 days. */
export async function removeSynced(
  tx: Executor,
  teamId: string,
  source: string,
  current: SyncedTask,
): Promise<void> {
  if (current.deletedAt) return;
  const before = current as TaskRow;
  await createTaskRepository(tx).update(teamId, current.id, { deletedAt: new Date() });
  await recordChange(
    tx,
    {
      ...{ teamId, userId: null, action: "task.deleted" },
      summary: `Deleted “${before.title}”, because it was deleted in ${source}`,
      changes: [{ kind: "deleted", type: "task", id: before.id, before: snapshot(before) }],
    },
    [{ type: "task_deleted", subjectId: before.id }],
    [{ type: "task_updated", id: before.id }],
  );
}
