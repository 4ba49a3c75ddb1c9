import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { users } from "../../auth/tables";
import { taskComments, tasks } from "../tables";
import { type CommentPerson, commentPage } from "./contract";

export type CommentRow = typeof taskComments.$inferSelect;

const person = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };

export function createCommentRepository(db: Executor) {
  return {
    /** The latest comments of a task, newest first. @param before - the id of the one after them. */
    async list(
      teamId: string,
      taskId: string,
      before: string | undefined,
    ): Promise<{ comment: CommentRow; author: CommentPerson | null }[]> {
      return db
        .select({ comment: taskComments, author: person })
        .from(taskComments)
        .leftJoin(users, eq(users.id, taskComments.authorId))
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
        .limit(commentPage);
    },

    /** The people with these ids. */
    async people(ids: string[]): Promise<CommentPerson[]> {
      return ids.length === 0 ? [] : db.select(person).from(users).where(inArray(users.id, ids));
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

    async update(teamId: string, id: string, change: Partial<CommentRow>): Promise<CommentRow> {
      const [row] = await db
        .update(taskComments)
        .set(change)
        .where(and(eq(taskComments.teamId, teamId), eq(taskComments.id, id)))
        .returning();
      return row as CommentRow;
    },

    /** Counts a task's comments anew. Not a change of the task, so its time stays. */
    async count(teamId: string, taskId: string): Promise<void> {
      await db
        .update(tasks)
        .set({
          commentCount: sql`(select count(*)::int from task_comments
            where task_id = ${taskId} and deleted_at is null)`,
        })
        .where(and(eq(tasks.teamId, teamId), eq(tasks.id, taskId)));
    },

    async purgeDeletedBefore(date: Date): Promise<void> {
      await db.delete(taskComments).where(sql`${taskComments.deletedAt} < ${date}`);
    },
  };
}
