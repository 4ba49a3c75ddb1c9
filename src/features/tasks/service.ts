import { isDeepStrictEqual } from "node:util";
import { type Executor, limitSearch } from "../../server/database";
import { publish } from "../../server/live-hub";
import { type NextPage, reportEnd } from "../../server/paging/list-cursor";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import { recordAudit } from "../audit/service";
import type { Change } from "../journal/change";
import { deleterOf, type EntryListener, recordChange, recordFactOfAll, recordWith } from "../journal/service";
import { requireTeam, type TeamService } from "../teams/service";
import type { Importance, Urgency } from "../triage/contract";
import { createAddTask } from "./add-task";
import { createAssigneeRepository } from "./assignee-repository";
import { createManyTasks } from "./bulk/many-tasks-service";
import {
  type Task,
  type TaskContextItem,
  type TaskCounts,
  type TaskFilter,
  type TaskPage,
  type TaskPatch,
  taskNotFound,
} from "./contract";
import { describeChange } from "./describe-change";
import { requireExpected } from "./expected";
import type { FindRelated, JoinArea } from "./later-features";
import { mergeSteps } from "./merge-steps";
import { addNext, endingRecurrence, type SkippedTask, skipOnce, withRecurrence } from "./recurrence/repeat";
import { createTaskRepository, type TaskRow, type TaskWithAssignee, type WokenTask } from "./repository";
import { snapshot, statusFacts, toColumns, toTask } from "./task-fields";

/** What a change of a task implies about its source message. */
export interface TaskFeedback {
  hasTask: boolean;
  urgency?: Urgency;
  importance?: Importance;
}

/** The corrections from a change, to record and notify with it. */
export interface LearnedChanges {
  changes: Change[];
  events: TeamEvent[];
}

interface UpdateOptions {
  /** Receives the id of the journal entry, unless nothing changed. */
  recorded?: EntryListener;
  /** Receives when the next task is due, if the change adds one. */
  repeated?: (due: Date) => void;
  /** What the actor saw before. */
  expected?: TaskPatch | undefined;
}

/** What tasks need from messages. The inbox implements it, because it depends on tasks. */
export interface TaskMessages {
  /** Treats a change of a task as a correction of its source message. */
  learn(
    tx: Executor,
    actor: Actor,
    task: Pick<TaskRow, "teamId" | "messageId">,
    feedback: TaskFeedback,
  ): Promise<LearnedChanges>;
  /** A message, then the rest of its conversation, newest first; empty if the reader can't see it. */
  conversationOf(reader: { teamId: string; userId: string }, messageId: string): Promise<TaskContextItem[]>;
}

export type { FindRelated, JoinArea, RelatedSubject } from "./later-features";

export type TaskService = ReturnType<typeof createTaskService>;

export function createTaskService({
  db,
  teams,
  messages,
  findRelated = async () => [],
  joinArea,
}: {
  db: Executor;
  teams: Pick<TeamService, "isMember">;
  messages: TaskMessages;
  /** Default: nothing else is looked for. */
  findRelated?: FindRelated;
  /** Default: there are no areas. */
  joinArea?: JoinArea;
}) {
  async function requireAssignee(
    tx: Executor,
    teamId: string,
    assigneeId: string | null | undefined,
  ): Promise<void> {
    if (assigneeId && !(await teams.isMember(tx, teamId, assigneeId)))
      throw new AppError("invalid_input", "assigneeId: Choose a member of this team.");
  }

  async function requireTask(actor: Actor, id: string, executor: Executor = db): Promise<TaskWithAssignee> {
    const tasks = createTaskRepository(executor);
    const task = await tasks.find(Object.keys(actor.roles), id);
    if (task) return task;
    const teamId = await tasks.teamOfDeleted(Object.keys(actor.roles), id);
    if (!teamId) throw new AppError("not_found", taskNotFound);
    const by = await deleterOf(executor, teamId, id);
    const who = by?.id === actor.userId ? "You" : by?.name;
    throw new AppError("not_found", who ? `${who} deleted this task.` : "This task was deleted.");
  }

  /** Whom a task is assigned to. Only if it is assigned, it takes a query. */
  const assigneeOf = async (
    tx: Executor,
    { teamId, assigneeId }: Pick<TaskRow, "teamId" | "assigneeId">,
  ): Promise<TaskWithAssignee["assignee"]> =>
    assigneeId ? createAssigneeRepository(tx).find(teamId, assigneeId) : null;

  return {
    async list(actor: Actor, teamId: string, query: TaskFilter & TaskPage, next?: NextPage): Promise<Task[]> {
      requireTeam(actor, teamId);
      const read = (tx: Executor) => createTaskRepository(tx).list(teamId, actor.userId, query, query);
      const found = await limitSearch(db, query.q, read);
      return reportEnd(found, query.limit, next).map(toTask);
    },

    async count(actor: Actor, teamId: string, filter: TaskFilter): Promise<TaskCounts> {
      requireTeam(actor, teamId);
      return limitSearch(db, filter.q, (tx) => createTaskRepository(tx).count(teamId, actor.userId, filter));
    },

    /** @param executor - the caller's transaction if it has just created the task. */
    async get(actor: Actor, id: string, executor: Executor = db): Promise<Task> {
      return toTask(await requireTask(actor, id, executor));
    },

    /**
     * The source message of a task, the rest of its conversation, other tasks created from it, then what else
     * relates to it.
     */
    async context(actor: Actor, id: string): Promise<TaskContextItem[]> {
      const { teamId, messageId, title, description } = await requireTask(actor, id);
      const viewer = { teamId, userId: actor.userId };
      const conversation = messageId ? messages.conversationOf(viewer, messageId) : Promise.resolve([]);
      const near = conversation.then(async (items) => {
        const siblings = await this.ofMessages(teamId, idsOf(items));
        return [...items, ...siblings.filter((sibling) => sibling.id !== id)];
      });
      const text = [title, description?.slice(0, 400)].join(" ");
      const subject = { type: "task" as const, id, text, messageId, shown: near.then(idsOf) };
      const [items, related] = await Promise.all([near, findRelated(viewer, subject), subject.shown]);
      return [...items, ...related];
    },

    /** The task to do now, and how many of the actor's tasks are overdue. */
    async now(actor: Actor, teamId: string): Promise<{ task: Task | null; overdue: number }> {
      requireTeam(actor, teamId);
      const repository = createTaskRepository(db);
      const [first, overdue] = await Promise.all([
        repository.first(teamId, actor.userId),
        repository.countOverdue(teamId, actor.userId),
      ]);
      return { task: first ? toTask(first) : null, overdue };
    },

    ...createAddTask({ db, joinArea, requireAssignee, assigneeOf }),
    ...createManyTasks({ db, joinArea, requireAssignee }),

    /**
     * Changes a task and notifies the team's open screens.
     *
     * @returns the task as stored.
     * @throws AppError `not_found` if it is missing or another team's; `changed_since` if it isn't as expected.
     */
    async update(
      actor: Actor,
      id: string,
      patch: TaskPatch,
      { recorded, repeated, expected = {} }: UpdateOptions = {},
    ): Promise<Task> {
      return db.transaction(async (tx) => {
        const repository = createTaskRepository(tx);
        const current = await repository.lock(Object.keys(actor.roles), id);
        if (!current || current.deletedAt) throw new AppError("not_found", taskNotFound);
        // The form sends all fields, so a former member may stay the assignee of an unchanged task.
        if (patch.assigneeId !== current.assigneeId)
          await requireAssignee(tx, current.teamId, patch.assigneeId);

        const next = toColumns(withRecurrence(patch, current));
        const { steps: seen, ...others } = expected;
        if (next.steps && seen) next.steps = mergeSteps({ seen, wanted: next.steps, now: current.steps });
        requireExpected(current, next.steps ? others : expected, next);
        const changed: Partial<TaskRow> = Object.fromEntries(
          Object.entries(next).filter(
            ([field, value]) => !isDeepStrictEqual(current[field as keyof TaskRow], value),
          ),
        );
        const described = Object.keys(changed);
        const ending = endingRecurrence(current, changed);
        if (ending) changed.recurrence = null;
        if (Object.keys(changed).length > 0) {
          const after = { ...current, ...changed };
          const { teamId, urgency, importance } = after;
          const moved = "urgency" in changed || "importance" in changed;
          const learned = moved
            ? await messages.learn(tx, actor, after, { hasTask: true, urgency, importance })
            : nothingLearned;
          const repetition = await addNext(tx, after, ending, actor.userId);
          const assignee = await assigneeOf(tx, after);
          const [row, entry] = await recordWith(
            () => repository.update(teamId, id, changed),
            tx,
            {
              teamId,
              userId: actor.userId,
              ...describeChange(current, after, described),
              changes: [
                ...learned.changes,
                {
                  kind: "changed",
                  type: "task",
                  id,
                  before: snapshot(current, Object.keys(changed)),
                  after: snapshot(after, Object.keys(changed)),
                },
                ...repetition.changes,
              ],
            },
            [...statusFacts(current, after), ...repetition.facts],
            [{ type: "task_updated", id }, ...learned.events],
          );
          recorded?.(entry.id);
          if (repetition.due) repeated?.(repetition.due);
          return toTask({ ...row, assignee });
        }
        return toTask(await requireTask(actor, id, tx));
      });
    },

    /**
     * Lets a task that repeats skip its current time.
     *
     * @param change - `recorded` receives the id of the journal entry; `expected`: what the actor saw before.
     * @throws AppError `not_found`; `conflict` if it doesn't repeat; `changed_since` if it isn't as expected.
     */
    async skip(actor: Actor, id: string, change: SkippedTask): Promise<Task> {
      return db.transaction(async (tx) => {
        await skipOnce(tx, actor, id, change);
        return toTask(await requireTask(actor, id, tx));
      });
    },

    /**
     * Soft-deletes a task. Undo restores it for 30 days.
     *
     * @param recorded - receives the id of the journal entry.
     * @param expected - what the actor saw before.
     * @throws AppError `not_found` if it is missing or another team's; `changed_since` if it isn't as expected.
     */
    async remove(
      actor: Actor,
      id: string,
      recorded?: EntryListener,
      expected: TaskPatch = {},
    ): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const repository = createTaskRepository(tx);
        const current = await repository.lock(Object.keys(actor.roles), id);
        if (!current || current.deletedAt) throw new AppError("not_found", taskNotFound);
        requireExpected(current, expected);
        await repository.update(current.teamId, id, { deletedAt: new Date() });
        // Deleting a resolved task is only cleaning up; it doesn't mean the message had no task.
        const done = current.status === "resolved";
        const learned = done ? nothingLearned : await messages.learn(tx, actor, current, { hasTask: false });
        const entry = await recordChange(
          tx,
          {
            teamId: current.teamId,
            userId: actor.userId,
            action: "task.deleted",
            summary: `Deleted “${current.title}”`,
            changes: [...learned.changes, { kind: "deleted", type: "task", id, before: snapshot(current) }],
          },
          [{ type: "task_deleted", subjectId: id }],
          [{ type: "task_updated", id }, ...learned.events],
        );
        recorded?.(entry.id);
        await recordAudit(tx, {
          teamId: current.teamId,
          userId: actor.userId,
          action: "task_deleted",
          detail: current.title,
        });
        return { id };
      });
    },

    /** Tasks created from any of these messages, as context items, oldest first. */
    async ofMessages(
      teamId: string,
      messageIds: string[],
      executor: Executor = db,
    ): Promise<TaskContextItem[]> {
      const rows = await createTaskRepository(executor).ofMessages(teamId, messageIds);
      return rows.map((row) => ({
        id: row.id,
        type: "task",
        title: row.title,
        summary: row.description?.slice(0, 200) ?? "",
        why: "Made from the same conversation",
        createdAt: row.createdAt.toISOString(),
      }));
    },
  };
}

const idsOf = (items: TaskContextItem[]): string[] => items.map(({ id }) => id);

const nothingLearned: LearnedChanges = { changes: [], events: [] };

/** Wakes the snoozed tasks of some messages, because somebody has replied. */
export async function wakeTasksOf(tx: Executor, teamId: string, messageIds: string[]): Promise<void> {
  await reportWoken(tx, await createTaskRepository(tx).wake({ teamId, messageIds }));
}

/** Brings back the tasks of all teams whose snooze has ended. */
export function wakeTasks(db: Executor): Promise<void> {
  return db.transaction(async (tx) => reportWoken(tx, await createTaskRepository(tx).wake("due")));
}

/** One event for each team is enough: screens reload their lists. */
async function reportWoken(tx: Executor, woken: WokenTask[]): Promise<void> {
  for (const [teamId, [id = ""]] of await recordFactOfAll(tx, "snooze_ended", woken))
    await publish(tx, { type: "task_updated", teamId, id });
}

/** Permanently deletes tasks of all teams that were deleted before `date`. */
export function purgeTasks(db: Executor, date: Date): Promise<void> {
  return createTaskRepository(db).purgeDeletedBefore(date);
}

/** Deletes a team's sample tasks for good. @returns their ids. */
export function removeSampleTasks(tx: Executor, teamId: string): Promise<string[]> {
  return createTaskRepository(tx).removeSamples(teamId);
}
