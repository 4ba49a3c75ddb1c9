import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { crmTaskLinks } from "../tables";

export type TaskLink = typeof crmTaskLinks.$inferSelect;

/** Which tasks of a team belong to tasks or deals in a CRM. */
export function createLinkRepository(
  db: Executor,
  { teamId, id: connectionId }: { teamId: string; id: string },
) {
  const own = and(eq(crmTaskLinks.teamId, teamId), eq(crmTaskLinks.connectionId, connectionId));
  const is = (taskId: string) => and(own, eq(crmTaskLinks.taskId, taskId));
  return {
    /** Links by the CRM's ids of tasks. */
    async byExternalIds(ids: string[]): Promise<Map<string, TaskLink>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select()
        .from(crmTaskLinks)
        .where(and(own, inArray(crmTaskLinks.externalId, ids)));
      return new Map(rows.map((row) => [row.externalId as string, row]));
    },

    /** Undefined if the task belongs to nothing in this CRM. */
    async ofTask(taskId: string): Promise<TaskLink | undefined> {
      const [row] = await db.select().from(crmTaskLinks).where(is(taskId));
      return row;
    },

    /** The same, locked until the transaction ends. */
    async lock(taskId: string): Promise<TaskLink | undefined> {
      const [row] = await db.select().from(crmTaskLinks).where(is(taskId)).for("update");
      return row;
    },

    /** Keeps the link that the task or the CRM's task has already. */
    async insert(link: Omit<typeof crmTaskLinks.$inferInsert, "teamId" | "connectionId">): Promise<void> {
      await db
        .insert(crmTaskLinks)
        .values({ ...link, teamId, connectionId })
        .onConflictDoNothing();
    },

    async update(taskId: string, change: Partial<TaskLink>): Promise<void> {
      await db.update(crmTaskLinks).set(change).where(is(taskId));
    },

    async remove(taskId: string): Promise<void> {
      await db.delete(crmTaskLinks).where(is(taskId));
    },

    /** Links to tasks that a pass over all of the CRM's tasks didn't find. */
    async unfound(pass: number): Promise<TaskLink[]> {
      return db
        .select()
        .from(crmTaskLinks)
        .where(and(own, sql`${crmTaskLinks.externalId} is not null and ${crmTaskLinks.pass} <> ${pass}`));
    },

    /** Links whose task was changed or unlinked since the last sync, or that the CRM doesn't have yet. */
    async changed(): Promise<TaskLink[]> {
      // A version has the milliseconds that JavaScript knows.
      const changedSince = sql`exists (select from tasks t where t.id = ${crmTaskLinks.taskId}
        and date_trunc('milliseconds', t.updated_at) is distinct from ${crmTaskLinks.taskVersion})`;
      return db
        .select()
        .from(crmTaskLinks)
        .where(
          and(own, or(isNull(crmTaskLinks.externalId), isNotNull(crmTaskLinks.unlinkedAt), changedSince)),
        )
        .orderBy(crmTaskLinks.taskId);
    },
  };
}
