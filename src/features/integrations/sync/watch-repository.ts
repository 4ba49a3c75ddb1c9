import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { type ConnectionRow, hasReader } from "../repository";
import { connections } from "../tables";

/** How long a process's claim to watch an account is valid without renewal (seconds). After a crash it expires. */
export const watchSeconds = 60;

/** The queries of the processes that watch accounts. */
export function createWatchRepository(db: Executor) {
  return {
    /**
     * Claims watchable accounts of any team for a process, and renews the claims it has.
     *
     * @returns all accounts that the process should watch now.
     */
    async claim(processId: string, providers: string[], limit: number): Promise<ConnectionRow[]> {
      const { rows } = await db.execute<{ account_id: string }>(sql`
        update connections set watched_by = ${processId}, watched_until = now() + ${watchSeconds} * interval '1 second'
        where account_id in (
          select account_id from connections
          where status = 'connected' and watchable and ${hasReader}
            and provider = any(${sql.param(providers)}::text[])
            and (watched_by = ${processId} or watched_until is null or watched_until < now())
          order by (watched_by = ${processId}) desc nulls last, connected_at
          limit ${limit} for update skip locked)
        returning account_id`);
      if (rows.length === 0) return [];
      const ids = rows.map((row) => row.account_id);
      return db.select().from(connections).where(inArray(connections.accountId, ids));
    },

    /** Releases the accounts that a process watches. */
    async end(processId: string): Promise<void> {
      await db
        .update(connections)
        .set({ watchedBy: null, watchedUntil: null })
        .where(eq(connections.watchedBy, processId));
    },

    /** Makes an account due now, unless its provider asked to wait or its checks fail. */
    async makeDue(teamId: string, accountId: string): Promise<void> {
      await db
        .update(connections)
        .set({ nextSyncAt: sql`now()` })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            eq(connections.status, "connected"),
            isNull(connections.lastFailure),
          ),
        );
    },
  };
}
