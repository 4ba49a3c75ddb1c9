import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { type Revert, recordChange } from "../journal/service";
import type { NewTask } from "./contract";
import { createTaskRepository } from "./repository";
import { toColumns } from "./task-fields";

/**
 * Adds tasks in the caller's transaction, with one entry in the journal. One event is enough for all: screens
 * reload their lists.
 *
 * @returns the entry's id.
 */
export async function addTasks(
  tx: Executor,
  actor: Actor,
  teamId: string,
  inputs: NewTask[],
): Promise<string> {
  // Lists order tasks without a date by creation; pasted lines keep their order.
  const began = Date.now() - inputs.length;
  const ids = await createTaskRepository(tx).insertMany(
    inputs.map((input, index) => {
      const at = new Date(began + index);
      return {
        ...toColumns(input),
        title: input.title,
        teamId,
        createdBy: actor.userId,
        createdAt: at,
        updatedAt: at,
      };
    }),
  );
  const { id } = await recordChange(
    tx,
    {
      teamId,
      userId: actor.userId,
      action: "tasks.created",
      summary: `Added ${tasksInWords(ids.length)}`,
      changes: [{ kind: "created", type: "tasks", id: randomUUID(), after: { ids } }],
    },
    ids.map((subjectId) => ({ type: "task_created", subjectId })),
    [{ type: "task_created", id: ids[0] as string }],
  );
  return id;
}

/** Takes back tasks that were added together. Those changed meanwhile stay. */
export const revertTasks: Revert = async (tx, teamId, change) => {
  if (change.kind !== "created") throw new AppError("conflict", "This change can't be undone.");
  const taken = await createTaskRepository(tx).takeBack(teamId, change.after.ids as string[]);
  if (taken.length === 0)
    throw new AppError("conflict", "All of these tasks have changed since, so this can't be undone.");
  return {
    events: [{ type: "task_updated", id: taken[0] as string }],
    facts: taken.map((subjectId) => ({ type: "task_deleted", subjectId })),
  };
};

function tasksInWords(count: number): string {
  return count === 1 ? "1 task" : `${count.toLocaleString("en-US")} tasks`;
}
