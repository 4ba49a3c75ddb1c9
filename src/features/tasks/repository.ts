import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { columnsGiven, type Executor, eachGiven, runPlanned } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { type CursorRow, cursorIn, type OrderValue, valuesAt } from "../../server/paging/list-cursor";
import { purgeBefore } from "../../server/postgres/purge";
import { users } from "../auth/tables";
import { containingWords } from "../search/words-repository";
import { type Assignee, isOutside } from "./assignee-repository";
import type { TaskCounts, TaskFilter, TaskOrder, TaskPage, TaskSort } from "./contract";
import { overdueBefore } from "./overdue";
import { quadrants } from "./quadrants";
import { tasks } from "./tables";

/** A task whose snooze has ended. */
export interface WokenTask {
  id: string;
  teamId: string;
}

/** A task as stored. */
export type TaskRow = typeof tasks.$inferSelect;
/** A task with whom it is assigned to; null: nobody. */
export type TaskWithAssignee = TaskRow & {
  assignee: Assignee | null;
};

const taskColumns = getTableColumns(tasks);
const { id, firstName, lastName, email } = users;
const assignee = { id, firstName, lastName, email, left: isOutside(tasks.teamId, id) };

export function createTaskRepository(db: Executor) {
  const withAssignee = () =>
    db
      .select({ task: tasks, assignee })
      .from(tasks)
      .leftJoin(users, eq(users.id, tasks.assigneeId))
      .$dynamic();

  return {
    /**
     * A page of a team's tasks. `userId` is the person whom the filter means by “me”; `offset` counts only
     * without `after`.
     *
     * @throws AppError `invalid_input` if no row has the id in `after`.
     */
    async list(
      teamId: string,
      userId: string,
      filter: TaskFilter,
      { limit, offset, after, cursor, sort = "due" }: TaskPage,
    ): Promise<(TaskWithAssignee & CursorRow)[]> {
      const order = inOrder(sort);
      const later = after ? following(order, after, cursor, teamId) : undefined;
      const rows = await db
        .select({ task: tasks, assignee, cursor: cursorIn(order) })
        .from(tasks)
        .leftJoin(users, eq(users.id, tasks.assigneeId))
        .where(and(matching(teamId, userId, filter), later))
        .orderBy(...order.map(({ by, down }) => (down ? sql`${desc(by)} nulls last` : asc(by))))
        .limit(limit)
        .offset(after ? 0 : offset);
      await requireKnown(db, rows, { after, cursor }, rowOf(tasks, teamId, after));
      return rows.map(({ task, assignee, cursor }) => ({ ...task, assignee, cursor }));
    },

    async count(teamId: string, userId: string, filter: TaskFilter): Promise<TaskCounts> {
      const rows = await db
        .select({ urgency: tasks.urgency, importance: tasks.importance, count: sql<number>`count(*)::int` })
        .from(tasks)
        .where(matching(teamId, userId, filter))
        .groupBy(tasks.urgency, tasks.importance);
      const of = ({ urgency, importance }: { urgency: string; importance: string }) =>
        rows.find((row) => row.urgency === urgency && row.importance === importance)?.count ?? 0;
      return {
        do_first: of(quadrants.do_first),
        schedule: of(quadrants.schedule),
        delegate: of(quadrants.delegate),
        delete_defer: of(quadrants.delete_defer),
      };
    },

    /** The task to do now, of the {@link doable}: what is due within a day first, then by quadrant and due date. */
    async first(teamId: string, userId: string): Promise<TaskWithAssignee | undefined> {
      const [row] = await withAssignee()
        .where(doable(teamId, userId))
        .orderBy(
          sql`coalesce(${tasks.dueDate} <= now() + interval '1 day', false) desc`,
          asc(sql`${tasks.importance} = 'not_important'`),
          asc(sql`${tasks.urgency} = 'not_urgent'`),
          asc(tasks.dueDate),
          asc(tasks.createdAt),
          asc(tasks.id),
        )
        .limit(1);
      return row && { ...row.task, assignee: row.assignee };
    },

    /** How many of the {@link doable} tasks are overdue. */
    async countOverdue(teamId: string, userId: string): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(tasks)
        .where(and(doable(teamId, userId), lt(tasks.dueDate, overdueBefore(Date.now()))));
      return row?.count ?? 0;
    },

    /** Gives the person's overdue tasks a new due date. @returns their ids with the dates before. */
    async replan(teamId: string, userId: string, dueDate: Date): Promise<{ id: string; before: string }[]> {
      const overdue = db
        .select({ id: tasks.id, dueDate: tasks.dueDate })
        .from(tasks)
        .where(and(doable(teamId, userId), lt(tasks.dueDate, overdueBefore(Date.now()))))
        .for("update");
      const rows = await overdue;
      await db
        .update(tasks)
        .set({ dueDate, updatedAt: sql`now()` })
        .where(
          and(
            eq(tasks.teamId, teamId),
            sql`${tasks.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`,
          ),
        );
      return rows.map(({ id, dueDate: before }) => ({ id, before: (before as Date).toISOString() }));
    },

    /** Undefined for another team's task too, so callers can't reveal that it exists. */
    async find(teamIds: string[], id: string): Promise<TaskWithAssignee | undefined> {
      const [row] = await withAssignee()
        .where(
          and(
            eq(tasks.id, sql.placeholder("id")),
            sql`${tasks.teamId} = any(${sql.placeholder("teamIds")}::uuid[])`,
            isNull(tasks.deletedAt),
          ),
        )
        // Planned once for each connection, because it answers every read and change of a task.
        .prepare("task_by_id")
        .execute({ id, teamIds });
      return row && { ...row.task, assignee: row.assignee };
    },

    /** The team of a task that was deleted; undefined for any other. */
    async teamOfDeleted(teamIds: string[], id: string): Promise<string | undefined> {
      const [row] = await db
        .select({ teamId: tasks.teamId })
        .from(tasks)
        .where(and(eq(tasks.id, id), inArray(tasks.teamId, teamIds), isNotNull(tasks.deletedAt)));
      return row?.teamId;
    },

    /** The row, even if deleted, locked until the transaction ends. */
    async lock(teamIds: string[], id: string): Promise<TaskRow | undefined> {
      const [row] = await runPlanned(db, taskColumns, {
        shape: "lock a task",
        build: (given) =>
          db
            .select()
            .from(tasks)
            .where(sql`${tasks.id} = ${given("id")} and ${tasks.teamId} = any(${given("teamIds")}::uuid[])`)
            .for("update"),
        values: { id, teamIds },
      });
      return row;
    },

    async insert(task: typeof tasks.$inferInsert): Promise<TaskRow> {
      const columns = columnsGiven(task);
      const [row] = await runPlanned(db, taskColumns, {
        shape: `insert a task with ${columns}`,
        build: (given) =>
          db
            .insert(tasks)
            .values(eachGiven(columns, given) as Record<keyof typeof task, SQL>)
            .returning(),
        values: task,
      });
      return row as TaskRow;
    },

    /** Stores many tasks, in statements of a thousand. */
    async insertMany(rows: (typeof tasks.$inferInsert)[]): Promise<Pick<TaskRow, "id" | "status">[]> {
      const stored: Pick<TaskRow, "id" | "status">[] = [];
      for (let at = 0; at < rows.length; at += 1000) {
        const part = db.insert(tasks).values(rows.slice(at, at + 1000));
        stored.push(...(await part.returning({ id: tasks.id, status: tasks.status })));
      }
      return stored;
    },

    /** Soft-deletes those of the tasks that nobody has changed since they were added. @returns their ids. */
    async takeBack(teamId: string, ids: string[]): Promise<string[]> {
      const rows = await db
        .update(tasks)
        .set({ deletedAt: sql`now()` })
        .where(
          and(
            eq(tasks.teamId, teamId),
            sql`${tasks.id} = any(${sql.param(ids)}::uuid[])`,
            isNull(tasks.deletedAt),
            eq(tasks.updatedAt, tasks.createdAt),
          ),
        )
        .returning({ id: tasks.id });
      return rows.map(({ id }) => id);
    },

    /** How many of the tasks aren't deleted. */
    async countLeft(teamId: string, ids: string[]): Promise<number> {
      const all = sql`${tasks.id} = any(${sql.param(ids)}::uuid[])`;
      const [row] = await db
        .select({ left: sql<number>`count(*)::int` })
        .from(tasks)
        .where(and(eq(tasks.teamId, teamId), all, isNull(tasks.deletedAt)));
      return row?.left ?? 0;
    },

    /** Changes a task that the caller has found in this team. */
    async update(teamId: string, id: string, change: Partial<TaskRow>): Promise<TaskRow> {
      const columns = columnsGiven(change);
      const [row] = await runPlanned(db, taskColumns, {
        shape: `update a task's ${columns}`,
        build: (given) =>
          db
            .update(tasks)
            .set({ ...eachGiven(columns, given), updatedAt: sql`now()` })
            .where(sql`${tasks.teamId} = ${given("teamId")} and ${tasks.id} = ${given("id")}`)
            .returning(),
        values: { ...change, teamId, id },
      });
      return row as TaskRow;
    },

    /** Tasks created from any of these messages, oldest first. */
    async ofMessages(teamId: string, messageIds: string[]): Promise<TaskRow[]> {
      if (messageIds.length === 0) return [];
      return db
        .select()
        .from(tasks)
        .where(
          and(
            eq(tasks.teamId, teamId),
            isNull(tasks.deletedAt),
            isNotNull(tasks.messageId),
            inArray(tasks.messageId, messageIds),
          ),
        )
        .orderBy(asc(tasks.createdAt));
    },

    /** Deletes a team's sample tasks. @returns their ids. */
    async removeSamples(teamId: string): Promise<string[]> {
      const rows = await db
        .delete(tasks)
        .where(and(eq(tasks.teamId, teamId), sql`${tasks.sample}`))
        .returning({ id: tasks.id });
      return rows.map(({ id }) => id);
    },

    /** Wakes tasks of all teams whose snooze has ended, or those of some messages. */
    async wake(which: "due" | { teamId: string; messageIds: string[] }): Promise<WokenTask[]> {
      const rows = await db
        .update(tasks)
        .set({ snoozedUntil: null })
        .where(
          and(
            isNotNull(tasks.snoozedUntil),
            which === "due"
              ? lte(tasks.snoozedUntil, sql`now()`)
              : and(
                  eq(tasks.teamId, which.teamId),
                  sql`${tasks.messageId} = any(${sql.param(which.messageIds)}::uuid[])`,
                ),
          ),
        )
        .returning({ id: tasks.id, teamId: tasks.teamId, status: tasks.status, deletedAt: tasks.deletedAt });
      return rows
        .filter(({ status, deletedAt }) => status !== "resolved" && deletedAt === null)
        .map(({ id, teamId }) => ({ id, teamId }));
    },

    /** Deletes for good what any team deleted earlier. */
    async purgeDeletedBefore(date: Date): Promise<void> {
      await purgeBefore(db, tasks, tasks.deletedAt, date);
    },
  };
}

const dueDate: OrderValue = { by: sql`${tasks.dueDate}`, type: "instant" };
const createdAt: OrderValue = { by: sql`${tasks.createdAt}`, type: "instant" };

const sortColumns: Record<TaskSort, OrderValue[]> = {
  due: [dueDate],
  title: [{ by: sql`lower(${tasks.title})`, type: "text" }],
  quadrant: [
    { by: sql`${tasks.importance} = 'not_important'`, type: "truth" },
    { by: sql`${tasks.urgency} = 'not_urgent'`, type: "truth" },
  ],
  assignee: [
    {
      by: sql`nullif(lower(concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email})), '')`,
      type: "text",
    },
  ],
  status: [
    {
      by: sql`array_position(array['new', 'in_progress', 'blocked', 'resolved'], ${tasks.status})`,
      type: "number",
    },
  ],
  created: [createdAt],
};

/** What a list is ordered by, and whether the largest comes first. Rows without a value come last. */
interface OrderColumn extends OrderValue {
  down: boolean;
}

function inOrder(order: TaskOrder): OrderColumn[] {
  const standard = [dueDate, createdAt, { by: sql`${tasks.id}`, type: "id" } as const].map((one) => ({
    ...one,
    down: false,
  }));
  if (order === "due") return standard;
  const down = order.startsWith("-");
  return [...sortColumns[order.replace("-", "") as TaskSort].map((one) => ({ ...one, down })), ...standard];
}

/**
 * What comes after a task in an order, also if it has been deleted since; nothing if it was never there.
 *
 * @param cursor - where the task was; undefined: where it is now.
 */
function following(
  order: readonly OrderColumn[],
  after: string,
  cursor: string | undefined,
  teamId: string,
): SQL {
  const values = cursor === undefined ? undefined : valuesAt(order, cursor);
  return order.reduceRight<SQL>((rest, { by: column, down }, at) => {
    const by = sql`(${column})`;
    const known =
      values?.[at] ??
      sql`(select ${by} from ${tasks} left join ${users} on ${users.id} = ${tasks.assigneeId}
      where ${tasks.teamId} = ${teamId} and ${tasks.id} = ${after})`;
    const later = sql`${by} ${sql.raw(down ? "<" : ">")} ${known} or (${by} is null and ${known} is not null)`;
    return sql`(${later} or (${by} is not distinct from ${known} and ${rest}))`;
  }, sql`false`);
}

/** Open and awake tasks that are a person's or nobody's. */
function doable(teamId: string, userId: string): SQL | undefined {
  return and(
    matching(teamId, userId, { status: "open", snooze: "awake" }),
    or(isNull(tasks.assigneeId), eq(tasks.assigneeId, userId)),
  );
}

/** The tasks of a team that a filter means for a person. */
export function matching(teamId: string, userId: string, filter: TaskFilter): SQL | undefined {
  const { quadrant, status, assignee, channel, snooze, due, dueFrom, dueBefore, q } = filter;
  return and(
    eq(tasks.teamId, teamId),
    isNull(tasks.deletedAt),
    quadrant && eq(tasks.urgency, quadrants[quadrant].urgency),
    quadrant && eq(tasks.importance, quadrants[quadrant].importance),
    status === "open" ? ne(tasks.status, "resolved") : status && eq(tasks.status, status),
    assignee === "me" ? eq(tasks.assigneeId, userId) : undefined,
    assignee === "others" ? or(isNull(tasks.assigneeId), ne(tasks.assigneeId, userId)) : undefined,
    assignee === "left"
      ? and(isNotNull(tasks.assigneeId), isOutside(tasks.teamId, tasks.assigneeId))
      : undefined,
    snooze === "awake"
      ? or(isNull(tasks.snoozedUntil), lte(tasks.snoozedUntil, sql`now()`))
      : snooze && gt(tasks.snoozedUntil, sql`now()`),
    channel ? eq(tasks.messageChannel, channel) : undefined,
    due === "none" ? isNull(tasks.dueDate) : undefined,
    dueFrom ? gte(tasks.dueDate, new Date(dueFrom)) : undefined,
    dueBefore ? lt(tasks.dueDate, new Date(dueBefore)) : undefined,
    q?.trim() ? containingWords(teamId, sql`${tasks.id}`, q) : undefined,
  );
}
