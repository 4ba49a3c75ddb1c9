import { randomUUID } from "node:crypto";
import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import type { MeetingEvidence } from "../../shared/evidence";
import type { TeamEvent } from "../../shared/live-event";
import { requireReach } from "../../shared/token-areas";
import type { Change } from "../journal/change";
import { type EntryListener, recordLast, recordWith } from "../journal/service";
import { requireTeam } from "../teams/service";
import type { TaskSource } from "./bulk/many-tasks-service";
import type { NewTask, NewTaskOfArea, Task, TaskFields } from "./contract";
import type { JoinArea } from "./later-features";
import { withRecurrence } from "./recurrence/repeat";
import { createTaskRepository, type TaskRow, type TaskWithAssignee } from "./repository";
import { createdFacts, newColumns, snapshot, toColumns, toTask } from "./task-fields";

/** The source of a task created from a meeting. */
export interface MeetingSource {
  evidence: MeetingEvidence[];
  sample: boolean;
}

/** The calls that add one task. */
export function createAddTask({
  db,
  joinArea,
  requireAssignee,
  assigneeOf,
}: {
  db: Executor;
  joinArea: JoinArea | undefined;
  /** @throws AppError `invalid_input` for somebody who isn't in the team. */
  requireAssignee: (tx: Executor, teamId: string, assigneeId: string | null | undefined) => Promise<void>;
  assigneeOf: (
    tx: Executor,
    task: Pick<TaskRow, "teamId" | "assigneeId">,
  ) => Promise<TaskWithAssignee["assignee"]>;
}) {
  return {
    /** Adds a task and notifies the team's open screens. @param recorded - receives the id of the journal entry. */
    async create(
      actor: Actor,
      teamId: string,
      { areaId, ...input }: NewTaskOfArea,
      recorded?: EntryListener,
    ): Promise<Task> {
      requireTeam(actor, teamId);
      if (areaId) requireReach(actor, ["context"]);
      return db.transaction(async (tx) => {
        await requireAssignee(tx, teamId, input.assigneeId);
        const columns = newColumns({ ...toColumns(withRecurrence(input)), title: input.title });
        const task = { ...columns, id: randomUUID(), teamId, createdBy: actor.userId };
        const assignee = await assigneeOf(tx, task);
        const add = () => createTaskRepository(tx).insert(task);
        const change = {
          ...{ teamId, userId: actor.userId, action: "task.created" },
          summary: `Added “${task.title}”`,
          changes: [this.created(task)],
        };
        const facts = createdFacts(task);
        const created: TeamEvent = { type: "task_created", id: task.id };
        const addToArea = async (area: string): Promise<[TaskRow, { id: string }]> => {
          const row = await add();
          // Undoing the task is enough: a deleted task is in no area.
          const joined = await joinArea?.(tx, actor, { teamId, areaId: area, taskIds: [row.id] });
          return [row, await recordLast(tx, change, facts, joined ? [created, joined] : [created])];
        };
        const [row, entry] = areaId
          ? await addToArea(areaId)
          : await recordWith(add, tx, change, facts, [created]);
        recorded?.(entry.id);
        return toTask({ ...row, assignee });
      });
    },

    /** The journal entry for a new task. */
    created: (row: Pick<TaskRow, "id" | keyof TaskFields>): Change => ({
      kind: "created",
      type: "task",
      id: row.id,
      after: snapshot(row),
    }),

    /** Stores a task in the caller's transaction. The caller records the change. */
    async insert(
      tx: Executor,
      actor: Actor,
      teamId: string,
      input: NewTask,
      source?: TaskSource | MeetingSource | { sample: true },
    ): Promise<TaskRow> {
      await requireAssignee(tx, teamId, input.assigneeId);
      return createTaskRepository(tx).insert({
        ...toColumns(withRecurrence(input)),
        title: input.title,
        teamId,
        createdBy: actor.userId,
        ...source,
      });
    },
  };
}
