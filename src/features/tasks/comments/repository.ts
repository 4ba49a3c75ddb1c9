import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { requireKnown, rowOf } from "../../../server/paging/known-row";
import { purgeBefore } from "../../../server/postgres/purge";
import type { PageBefore } from "../../../shared/paging";
import { taskComments, tasks } from "../tables";

export type CommentRow = typeof taskComments.$inferSelect;

export function createCommentRepository(db: Executor) {
  return {
    /** The latest comments of a task, or those before one, newest first. */
    async list(teamId: string, taskId: string, { limit, before }: PageBefore): Promise<CommentRow[]> {
      const rows = await db
        .select()
        .from(taskComments)
        .where(
          and(
            eq(taskComments.teamId, teamId),
            eq(taskComments.taskId, taskId),
            isNull(taskComments.deletedAt),
            before === undefined
              ? undefined
              : sql`(${taskComments.createdAt}, ${taskComments.id}) <
                  (select created_at, id from task_comments where task_id = ${taskId} and id = ${before})`,
          ),
        )
        .orderBy(desc(taskComments.createdAt), desc(taskComments.id))
        .limit(limit);
      const known = sql`${rowOf(taskComments, teamId, before)} and of_list.task_id = ${taskId}`;
      await requireKnown(db, rows, { before }, known);
      return rows;
    },

    /** The row, even if deleted. */
    async find(teamId: string, id: string): Promise<CommentRow | undefined> {
      const [row] = await db
        .select()
        .from(taskComments)
        .where(and(eq(taskComments.id, id), eq(taskComments.teamId, teamId)));
      return row;
    },

    /** The row, even if deleted, locked until the transaction ends. */
    async lock(teamId: string, id: string): Promise<CommentRow | undefined> {
      const [row] = await db
        .select()
        .from(taskComments)
        .where(and(eq(taskComments.id, id), eq(taskComments.teamId, teamId)))
        .for("update");
      return row;
    },

    async insert(comment: typeof taskComments.$inferInsert): Promise<CommentRow> {
      const [row] = await db.insert(taskComments).values(comment).returning();
      return row as CommentRow;
    },

    /** Changes a comment that the caller has found in this team. */
    async update(teamId: string, id: string, change: Partial<CommentRow>): Promise<CommentRow> {
      const [row] = await db
        .update(taskComments)
        .set(change)
        .where(and(eq(taskComments.teamId, teamId), eq(taskComments.id, id)))
        .returning();
      return row as CommentRow;
    },

    /** Recounts a task's comments. Not a change of the task, so its time stays. */
    async count(teamId: string, taskId: string): Promise<void> {
      await db
        .update(tasks)
        .set({
          commentCount: sql`(select count(*)::int from task_comments
            where task_id = ${taskId} and deleted_at is null)`,
        })
        .where(and(eq(tasks.teamId, teamId), eq(tasks.id, taskId)));
    },

    /** Deletes for good what any team deleted earlier. */
    async purgeDeletedBefore(date: Date): Promise<void> {
      await purgeBefore(db, taskComments, taskComments.deletedAt, date);
    },
  };
}
