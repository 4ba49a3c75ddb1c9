import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { allOfThese, ofThese } from "../../../shared/counted";
import { cutText } from "../../../shared/cut-text";
import { recordAudit } from "../../audit/service";
import type { Change, Fact } from "../../journal/change";
import { type EntryListener, type Revert, recordChange } from "../../journal/service";
import { type CommonChange, mostChangedTasks, type SeenOfMany, type TaskTarget } from "../contract";
import { isAsExpected } from "../expected";
import { addNext, endingRecurrence, type Repetition } from "../recurrence/repeat";
import { createTaskRepository, type TaskRow } from "../repository";
import { snapshot, statusFacts, toColumns } from "../task-fields";
import { createBulkRepository, type EarlierFields } from "./bulk-repository";
import { describeMany, tasksInWords } from "./describe-many";

/** Tasks to change or delete at once, and what the person saw of them. */
export type ManyTasks = { target: TaskTarget } & SeenOfMany;

/**
 * Gives many tasks the same fields in the caller's transaction, with one entry in the journal. Unlike a change of
 * one task, it corrects no analysis: cleaning up a list says little about each message.
 *
 * @returns how many tasks it changed.
 * @throws AppError as {@link lockTarget}.
 */
export async function changeMany(
  tx: Executor,
  { userId }: Actor,
  teamId: string,
  many: ManyTasks,
  change: CommonChange,
  recorded?: EntryListener,
): Promise<number> {
  const columns = toColumns(change);
  const fields = Object.keys(columns);
  const rows = (await lockTarget(tx, userId, teamId, many, columns)).filter((row) =>
    fields.some((field) => !isDeepStrictEqual(row[field as keyof TaskRow], columns[field as keyof TaskRow])),
  );
  const [first] = rows;
  if (!first) return 0;
  const repeating = rows.filter((row) => endsRecurrence(row, columns));
  const plain = rows.filter((row) => !endsRecurrence(row, columns));
  await createBulkRepository(tx).change(
    teamId,
    plain.map(({ id }) => id),
    columns,
  );
  const repeated: Repetition[] = [];
  for (const row of repeating) repeated.push(await changeRepeating(tx, row, columns, userId));
  const before: EarlierFields[] = plain.map((row) => ({ id: row.id, before: snapshot(row, fields) }));
  const { id } = await recordChange(
    tx,
    {
      ...{ teamId, userId, action: "tasks.changed", summary: describeMany(rows.length, change) },
      changes: [
        ...(plain.length > 0 ? [changedTasks(before, change)] : []),
        ...repeated.flatMap(({ changes }) => changes),
      ],
    },
    [
      ...rows.flatMap((row) => (change.status ? statusFacts(row, { status: change.status }) : [])),
      ...repeated.flatMap(({ facts }) => facts),
    ],
    [{ type: "task_updated", id: first.id }],
  );
  recorded?.(id);
  return rows.length;
}

/** Whether a change ends a task's recurrence: the next task takes it over, or it has no due date any more. */
function endsRecurrence(row: TaskRow, columns: Partial<TaskRow>): boolean {
  return row.recurrence !== null && (endingRecurrence(row, columns) !== null || columns.dueDate === null);
}

/** Changes one task that repeats, and adds the next one if this is resolved. */
async function changeRepeating(
  tx: Executor,
  row: TaskRow,
  columns: Partial<TaskRow>,
  userId: string,
): Promise<Repetition> {
  const ending = endingRecurrence(row, columns);
  const next = { ...columns, recurrence: null };
  const after = await createTaskRepository(tx).update(row.teamId, row.id, next);
  const repetition = await addNext(tx, after, ending, userId);
  const fields = Object.keys(next);
  return {
    changes: [
      {
        ...{ kind: "changed", type: "task", id: row.id },
        ...{ before: snapshot(row, fields), after: snapshot(after, fields) },
      },
      ...repetition.changes,
    ],
    facts: repetition.facts,
  };
}

/** The journal's change for tasks that were given the same fields. */
export function changedTasks(rows: EarlierFields[], after: CommonChange): Change {
  return { kind: "changed", type: "tasks", id: randomUUID(), before: { rows }, after };
}

/**
 * Soft-deletes many tasks in the caller's transaction, with one entry in the journal.
 *
 * @returns how many.
 * @throws AppError as {@link lockTarget}.
 */
export async function removeMany(
  tx: Executor,
  { userId }: Actor,
  teamId: string,
  many: ManyTasks,
  recorded?: EntryListener,
): Promise<number> {
  const ids = (await lockTarget(tx, userId, teamId, many)).map(({ id }) => id);
  const [first] = ids;
  if (!first) return 0;
  const deletedAt = new Date();
  await createBulkRepository(tx).change(teamId, ids, { deletedAt });
  const summary = `Deleted ${tasksInWords(ids.length)}`;
  const { id } = await recordChange(
    tx,
    {
      ...{ teamId, userId, action: "tasks.deleted", summary },
      changes: [
        {
          ...{ kind: "deleted", type: "tasks", id: randomUUID() },
          before: { ids, deletedAt: deletedAt.toISOString() },
        },
      ],
    },
    ids.map((subjectId) => ({ type: "task_deleted", subjectId })),
    [{ type: "task_updated", id: first }],
  );
  recorded?.(id);
  await recordAudit(tx, { teamId, userId, action: "task_deleted", detail: tasksInWords(ids.length) });
  return ids.length;
}

/**
 * The tasks that a target means, locked.
 *
 * @param wanted - what they are to be given.
 * @throws AppError `conflict` if more tasks match a filter than the person was shown; `changed_since` if one isn't as
 * expected; `invalid_input` if there are too many for one step.
 */
async function lockTarget(
  tx: Executor,
  userId: string,
  teamId: string,
  { target, expected = {}, skipChanged }: ManyTasks,
  wanted: Partial<TaskRow> = {},
): Promise<TaskRow[]> {
  const rows = await createBulkRepository(tx).lock(teamId, userId, target);
  const more = "expected" in target ? rows.length - target.expected : 0;
  if (more > 0)
    throw new AppError(
      "conflict",
      `${tasksInWords(more).replace("task", "more task")} ${more === 1 ? "matches" : "match"} now. Look at the list, then try again.`,
    );
  if (rows.length > mostChangedTasks)
    throw new AppError("invalid_input", "Choose at most 10,000 tasks at once.");
  const changed = rows.filter((row) => !isAsExpected(row, expected[row.id] ?? {}, wanted));
  if (changed.length > 0 && !skipChanged)
    throw new AppError("changed_since", changedInWords(changed, rows.length));
  return rows.filter((row) => !changed.includes(row));
}

function changedInWords(changed: TaskRow[], all: number): string {
  const names = changed.length > 3 ? [] : changed.map(({ title }) => `“${cutText(title, 60)}”`);
  const many = ofThese(changed.length, all, "task");
  return `${many} changed since${names.length > 0 ? `: ${names.join(", ")}` : ""}.`;
}

/** Takes back that many tasks were given the same fields. Those changed meanwhile stay. */
export async function revertChanged(
  tx: Executor,
  teamId: string,
  { before, after }: Extract<Change, { kind: "changed" }>,
): ReturnType<Revert> {
  const rows = before.rows as EarlierFields[];
  const reverted = new Set(await createBulkRepository(tx).revert(teamId, rows, after));
  return effectOf(
    [...reverted],
    rows.flatMap((row) => (reverted.has(row.id) ? factsOf(row, after) : [])),
    { all: rows.length, kept: rows.length - reverted.size },
  );
}

function factsOf({ id, before }: EarlierFields, after: CommonChange): Fact[] {
  if (!after.status) return [];
  return statusFacts({ id, status: after.status }, { status: before.status as TaskRow["status"] });
}

/** Restores tasks that were deleted together. */
export async function restoreDeleted(
  tx: Executor,
  teamId: string,
  { before }: Extract<Change, { kind: "deleted" }>,
): ReturnType<Revert> {
  const { ids, deletedAt } = before as { ids: string[]; deletedAt: string };
  const restored = await createBulkRepository(tx).restore(teamId, ids, new Date(deletedAt));
  return effectOf(
    restored,
    restored.map((subjectId) => ({ type: "task_restored", subjectId })),
    { all: ids.length, kept: ids.length - restored.length },
  );
}

/**
 * @param ids - the tasks that were reverted, of `all` that were changed together; `kept` stay as they are, and the
 * others are gone.
 * @throws AppError `conflict` if nothing was reverted.
 */
export function effectOf(
  ids: string[],
  facts: Fact[],
  { all, kept }: { all: number; kept: number },
): Awaited<ReturnType<Revert>> {
  const [first] = ids;
  if (first === undefined)
    throw new AppError("conflict", `${allOfThese(all, "task")} changed since, so this can't be undone.`);
  return { events: [{ type: "task_updated", id: first }], facts, kept };
}
