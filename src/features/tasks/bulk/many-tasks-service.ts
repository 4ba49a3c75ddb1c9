import { type Executor, limitSearch } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { Evidence } from "../../../shared/evidence";
import { requireReach } from "../../../shared/token-areas";
import type { EntryListener } from "../../journal/service";
import { requireTeam } from "../../teams/service";
import type { CommonChange, NewTask, NewTaskOfArea, TaskTarget } from "../contract";
import type { JoinArea } from "../later-features";
import { addTasks, replanOverdue } from "../many-tasks";
import { createTaskRepository, type TaskRow } from "../repository";
import { toColumns } from "../task-fields";
import { changeMany, type ManyTasks, removeMany } from "./change-many";

/** The source of a task created from a message. */
export interface TaskSource {
  messageId: string;
  messageChannel: string;
  evidence: Evidence[];
  /** Whether the message is sample data, so that the task is too. */
  sample: boolean;
}

/** The calls that add, change or delete many tasks in one step. */
export function createManyTasks({
  db,
  joinArea,
  requireAssignee,
}: {
  db: Executor;
  joinArea: JoinArea | undefined;
  /** @throws AppError `invalid_input` for somebody who isn't in the team. */
  requireAssignee: (tx: Executor, teamId: string, assigneeId: string | null | undefined) => Promise<void>;
}) {
  /** One transaction; a target's search may take as long as any search. */
  async function manyAtOnce(
    target: TaskTarget,
    work: (tx: Executor) => Promise<number>,
  ): Promise<{ changed: number }> {
    const words = "filter" in target ? target.filter.q : undefined;
    return { changed: await limitSearch(db, words, (executor) => executor.transaction(work)) };
  }

  return {
    /** Stores tasks from messages in the caller's transaction, unassigned. The caller records the change. */
    insertMany: (
      tx: Executor,
      actor: Actor,
      teamId: string,
      made: (NewTask & { source: TaskSource })[],
    ): Promise<Pick<TaskRow, "id">[]> =>
      createTaskRepository(tx).insertMany(
        made.map(({ source, ...input }) => ({
          ...toColumns(input),
          ...{ title: input.title, teamId, createdBy: actor.userId },
          ...source,
        })),
      ),

    /** Gives the actor's overdue tasks a new due date. @param recorded - receives the id of the journal entry. */
    async replan(
      actor: Actor,
      teamId: string,
      dueDate: string,
      recorded?: EntryListener,
    ): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      return db.transaction(async (tx) => ({
        changed: await replanOverdue(tx, actor, teamId, dueDate, recorded),
      }));
    },

    /** Adds tasks with one entry in the journal. @param recorded - receives its id. */
    async createMany(
      actor: Actor,
      teamId: string,
      inputs: NewTaskOfArea[],
      recorded?: EntryListener,
    ): Promise<{ created: number }> {
      requireTeam(actor, teamId);
      if (inputs.some(({ areaId }) => areaId)) requireReach(actor, ["context"]);
      return db.transaction(async (tx) => {
        for (const assigneeId of new Set(inputs.map((input) => input.assigneeId)))
          await requireAssignee(tx, teamId, assigneeId);
        recorded?.(await addTasks(tx, actor, teamId, inputs, joinArea));
        return { created: inputs.length };
      });
    },

    /**
     * Gives many tasks the same fields. @param recorded - receives the id of the journal entry.
     *
     * @throws AppError `conflict` if more tasks match the target's filter than the actor was shown; `changed_since` if
     * one isn't as expected.
     */
    async changeMany(
      actor: Actor,
      teamId: string,
      { change, ...many }: ManyTasks & { change: CommonChange },
      recorded?: EntryListener,
    ): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      if (Object.keys(change).length === 0) throw new AppError("invalid_input", "change: Send a field.");
      return manyAtOnce(many.target, async (tx) => {
        await requireAssignee(tx, teamId, change.assigneeId);
        return changeMany(tx, actor, teamId, many, change, recorded);
      });
    },

    /**
     * Soft-deletes many tasks. @param recorded - receives the id of the journal entry.
     *
     * @throws AppError as `changeMany`.
     */
    async removeMany(
      actor: Actor,
      teamId: string,
      many: ManyTasks,
      recorded?: EntryListener,
    ): Promise<{ changed: number }> {
      requireTeam(actor, teamId);
      return manyAtOnce(many.target, (tx) => removeMany(tx, actor, teamId, many, recorded));
    },
  };
}
