import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import type { TeamEvent } from "../../shared/live-event";
import { type EntryListener, type Revert, recordChange } from "../journal/service";
import { changedTasks, effectOf, restoreDeleted, revertChanged } from "./bulk/change-many";
import { tasksInWords } from "./bulk/describe-many";
import type { NewTaskOfArea } from "./contract";
import type { JoinArea } from "./later-features";
import { withRecurrence } from "./recurrence/repeat";
import { createTaskRepository } from "./repository";
import { createdFacts, toColumns } from "./task-fields";

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
  inputs: NewTaskOfArea[],
  joinArea?: JoinArea,
): Promise<string> {
  // Lists order tasks without a date by creation; pasted lines keep their order.
  const began = Date.now() - inputs.length;
  const rows = await createTaskRepository(tx).insertMany(
    inputs.map(({ areaId: _, ...input }, index) => {
      const at = new Date(began + index);
      return {
        ...toColumns(withRecurrence(input)),
        title: input.title,
        teamId,
        createdBy: actor.userId,
        createdAt: at,
        updatedAt: at,
      };
    }),
  );
  const ids = rows.map((row) => row.id);
  // Always in the same order, so that two lists that are added at once don't wait for each other.
  const areas = [...new Set(inputs.flatMap(({ areaId }) => areaId ?? []))].sort();
  const joined: TeamEvent[] = [];
  for (const areaId of areas) {
    const taskIds = ids.filter((_, index) => inputs[index]?.areaId === areaId);
    const event = await joinArea?.(tx, actor, { teamId, areaId, taskIds });
    if (event) joined.push(event);
  }
  const { id } = await recordChange(
    tx,
    {
      teamId,
      userId: actor.userId,
      action: "tasks.created",
      summary: `Added ${tasksInWords(ids.length)}`,
      changes: [
        {
          kind: "created",
          type: "tasks",
          id: randomUUID(),
          after: { ids, assignees: assigneesOf(ids, inputs) },
        },
      ],
    },
    rows.flatMap(createdFacts),
    [{ type: "task_created", id: ids[0] as string }, ...joined],
  );
  return id;
}

/** Whom new tasks are assigned to, by their ids; the bell goes by it. */
const assigneesOf = (ids: string[], inputs: NewTaskOfArea[]): Record<string, string> =>
  Object.fromEntries(
    ids.flatMap((id, index) => {
      const assigneeId = inputs[index]?.assigneeId;
      return assigneeId ? [[id, assigneeId]] : [];
    }),
  );

/**
 * Gives the actor's overdue tasks a new due date in the caller's transaction, with one entry in the journal.
 *
 * @returns how many there were.
 */
export async function replanOverdue(
  tx: Executor,
  { userId }: Actor,
  teamId: string,
  dueDate: string,
  recorded?: EntryListener,
): Promise<number> {
  const rows = await createTaskRepository(tx).replan(teamId, userId, new Date(dueDate));
  const [first] = rows;
  if (!first) return 0;
  const entry = await recordChange(
    tx,
    {
      teamId,
      userId,
      action: "tasks.replanned",
      summary: `Replanned ${tasksInWords(rows.length)}`,
      changes: [
        changedTasks(
          rows.map(({ id, before }) => ({ id, before: { dueDate: before } })),
          { dueDate },
        ),
      ],
    },
    [],
    [{ type: "task_updated", id: first.id }],
  );
  recorded?.(entry.id);
  return rows.length;
}

/** Takes back tasks that were added together, changed or deleted. Those changed meanwhile stay. */
export const revertTasks: Revert = async (tx, teamId, change) => {
  if (change.kind === "changed") return revertChanged(tx, teamId, change);
  if (change.kind === "deleted") return restoreDeleted(tx, teamId, change);
  const ids = change.after.ids as string[];
  const tasks = createTaskRepository(tx);
  const taken = await tasks.takeBack(teamId, ids);
  return effectOf(
    taken,
    taken.map((subjectId) => ({ type: "task_deleted", subjectId })),
    { all: ids.length, kept: await tasks.countLeft(teamId, ids) },
  );
};
