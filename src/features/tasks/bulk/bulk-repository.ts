import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { Fields } from "../../journal/change";
import type { CommonChange, TaskTarget } from "../contract";
import { matching, type TaskRow } from "../repository";
import { tasks } from "../tables";

/** The fields that many tasks can be given, each with the type of its column. */
const columnTypes: Record<keyof CommonChange, string> = {
  status: "text",
  priority: "text",
  urgency: "text",
  importance: "text",
  assigneeId: "uuid",
  dueDate: "timestamptz",
  snoozedUntil: "timestamptz",
};

/** A task and the fields it had before a step. */
export interface EarlierFields {
  id: string;
  before: Fields;
}

export function createBulkRepository(db: Executor) {
  return {
    /** The tasks that a target means for a person, locked until the transaction ends. */
    async lock(teamId: string, userId: string, target: TaskTarget): Promise<TaskRow[]> {
      return (
        db
          .select()
          .from(tasks)
          .where(
            and(
              matching(teamId, userId, "ids" in target ? {} : target.filter),
              "ids" in target ? sql`${tasks.id} = any(${sql.param(target.ids)}::uuid[])` : undefined,
            ),
          )
          // In one order, so that two people's steps wait for each other instead of failing.
          .orderBy(asc(tasks.id))
          .for("update")
      );
    },

    /** Changes tasks that the caller has locked. */
    async change(teamId: string, ids: string[], change: Partial<TaskRow>): Promise<void> {
      await db
        .update(tasks)
        .set({ ...change, updatedAt: sql`now()` })
        .where(and(eq(tasks.teamId, teamId), sql`${tasks.id} = any(${sql.param(ids)}::uuid[])`));
    },

    /** Gives tasks that still have the fields of a step those they had before it. @returns their ids. */
    async revert(teamId: string, rows: EarlierFields[], after: Fields): Promise<string[]> {
      const fields = (Object.keys(columnTypes) as (keyof CommonChange)[]).filter((field) => field in after);
      const name = (field: keyof CommonChange) => sql.identifier(tasks[field].name);
      const type = (field: keyof CommonChange) => sql.raw(columnTypes[field]);
      const list = (one: (field: keyof CommonChange) => SQL) => sql.join(fields.map(one), sql`, `);
      // The earlier assignee may have deleted their account.
      const earlier = (field: keyof CommonChange) =>
        field === "assigneeId" ? sql`(select id from users where id = r.assignee_id)` : sql`r.${name(field)}`;
      const unchanged = fields.map(
        (field) => sql`t.${name(field)} is not distinct from ${after[field] ?? null}::${type(field)}`,
      );
      const json = JSON.stringify(
        rows.map(({ id, before }) => ({
          id,
          ...Object.fromEntries(fields.map((field) => [tasks[field].name, before[field] ?? null])),
        })),
      );
      const { rows: reverted } = await db.execute<{ id: string }>(sql`
        update tasks t set ${list((field) => sql`${name(field)} = ${earlier(field)}`)}, updated_at = now()
        from json_to_recordset(${json}::json) as r(id uuid, ${list((field) => sql`${name(field)} ${type(field)}`)})
        where t.team_id = ${teamId} and t.id = r.id and t.deleted_at is null
          and ${sql.join(unchanged, sql` and `)}
        returning t.id`);
      return reverted.map(({ id }) => id);
    },

    /** Restores tasks that were deleted at a time. @returns their ids. */
    async restore(teamId: string, ids: string[], deletedAt: Date): Promise<string[]> {
      const rows = await db
        .update(tasks)
        .set({ deletedAt: null, updatedAt: sql`now()` })
        .where(
          and(
            eq(tasks.teamId, teamId),
            sql`${tasks.id} = any(${sql.param(ids)}::uuid[])`,
            eq(tasks.deletedAt, deletedAt),
          ),
        )
        .returning({ id: tasks.id });
      return rows.map(({ id }) => id);
    },
  };
}
