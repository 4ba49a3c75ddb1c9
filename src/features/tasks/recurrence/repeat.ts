import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { Change, Fact } from "../../journal/change";
import { type EntryListener, recordChange } from "../../journal/service";
import { stillMember } from "../../teams/require-team";
import { type Recurrence, type TaskPatch, taskNotFound } from "../contract";
import { requireExpected } from "../expected";
import { createTaskRepository, type TaskRow } from "../repository";
import { createdFacts, snapshot } from "../task-fields";
import { nextOccurrence, type TimedRecurrence } from "./next-occurrence";

/** The fields that say whether and when a task repeats, in a request. */
interface GivenTimes {
  dueDate?: string | null | undefined;
  recurrence?: Recurrence | null | undefined;
}

/**
 * The fields of a request with a sound recurrence: it names the time that the task is for, and ends with the due date.
 *
 * @param current - the task's, if it exists.
 * @throws AppError `invalid_input` for a recurrence without a due date.
 */
export function withRecurrence<Input extends GivenTimes>(
  input: Input,
  current?: Pick<TaskRow, "dueDate" | "recurrence">,
): Input {
  const dueDate = input.dueDate === undefined ? current?.dueDate?.toISOString() : input.dueDate;
  if (!input.recurrence) return dueDate || !current?.recurrence ? input : { ...input, recurrence: null };
  if (!dueDate) throw new AppError("invalid_input", "recurrence: Give a task that repeats a due date.");
  return { ...input, recurrence: { ...input.recurrence, at: input.recurrence.at ?? dueDate } };
}

/** What the journal records of a task that repeats. */
export interface Repetition {
  changes: Change[];
  facts: Fact[];
  /** When the next task is due; none was added without it. */
  due?: Date;
}

/** The recurrence that ends when this change is stored, because the next task takes it over; null if there is none. */
export function endingRecurrence(current: TaskRow, change: Partial<TaskRow>): Recurrence | null {
  const resolves = change.status === "resolved" && current.status !== "resolved";
  return resolves ? (change.recurrence === undefined ? current.recurrence : change.recurrence) : null;
}

/**
 * Adds the next task after one that was resolved, in the caller's transaction: the same work, with its steps to do
 * again and the evidence for it. What was missed isn't made up for. Somebody who has left the team gets no new work.
 *
 * @param recurrence - the one that ended ({@link endingRecurrence}). Null, or after its last time: nothing is added.
 */
export async function addNext(
  tx: Executor,
  resolved: TaskRow,
  recurrence: Recurrence | null,
  createdBy: string | null,
): Promise<Repetition> {
  const next = recurrence && nextOccurrence(timed(recurrence, resolved.dueDate), new Date());
  if (!next) return { changes: [], facts: [] };
  const { teamId, title, description, priority, urgency, importance, assigneeId, steps } = resolved;
  const { messageId, messageChannel, evidence, sample } = resolved;
  const row = await createTaskRepository(tx).insert({
    ...{ teamId, title, description, priority, urgency, importance },
    assigneeId: await stillMember(tx, teamId, assigneeId),
    ...{ messageId, messageChannel, evidence, sample, createdBy },
    steps: steps.map((step) => ({ ...step, done: false })),
    dueDate: next,
    recurrence: { ...recurrence, at: next.toISOString() },
  });
  return {
    changes: [{ kind: "created", type: "task", id: row.id, after: snapshot(row) }],
    facts: createdFacts(row),
    due: next,
  };
}

/**
 * The fields of a task that skips its current time.
 *
 * @throws AppError `conflict` if it doesn't repeat, or has no next time.
 */
function skipped({ status, recurrence, dueDate }: TaskRow, now: Date): Partial<TaskRow> {
  if (!recurrence || status === "resolved") throw new AppError("conflict", "This task doesn't repeat.");
  const next = nextOccurrence(timed(recurrence, dueDate), now);
  if (!next) throw new AppError("conflict", "There's no next time to skip to.");
  return { dueDate: next, recurrence: { ...recurrence, at: next.toISOString() } };
}

/** What comes with a skip: who hears of its journal entry, and what the actor saw before. */
export interface SkippedTask {
  recorded?: EntryListener | undefined;
  expected?: TaskPatch | undefined;
}

/**
 * Lets a task that repeats skip its current time, in the caller's transaction.
 *
 * @throws AppError `not_found`; `changed_since` if it isn't as expected; `conflict` as {@link skipped}.
 */
export async function skipOnce(
  tx: Executor,
  actor: Actor,
  id: string,
  { recorded, expected = {} }: SkippedTask,
): Promise<void> {
  const tasks = createTaskRepository(tx);
  const current = await tasks.lock(Object.keys(actor.roles), id);
  if (!current || current.deletedAt) throw new AppError("not_found", taskNotFound);
  requireExpected(current, expected);
  const row = await tasks.update(current.teamId, id, skipped(current, new Date()));
  const fields = ["dueDate", "recurrence"];
  const entry = await recordChange(
    tx,
    {
      ...{ teamId: row.teamId, userId: actor.userId, action: "task.skipped" },
      summary: `Skipped “${row.title}” once`,
      changes: [
        {
          ...{ kind: "changed", type: "task", id },
          ...{ before: snapshot(current, fields), after: snapshot(row, fields) },
        },
      ],
    },
    [],
    [{ type: "task_updated", id }],
  );
  recorded?.(entry.id);
}

function timed(recurrence: Recurrence, dueDate: Date | null): TimedRecurrence {
  return { ...recurrence, at: recurrence.at ?? (dueDate ?? new Date()).toISOString() };
}
