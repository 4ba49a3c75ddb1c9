import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { dueAt, isDue } from "../../../server/planned-checks";
import { type ConnectionRow, claimSeconds, hasReader } from "../repository";
import { connections } from "../tables";
import { runsPerSlot } from "./slots";

/** As in slots.ts. */
const slot: SQL = sql`(${connections.provider} || coalesce(' ' || (${connections.settings} ->> 'host'), ''))`;

const capacity: SQL = sql`case when slot like '% %' then ${runsPerSlot.host}::int else ${runsPerSlot.provider}::int end`;

/** How long a renewal of credentials keeps others from renewing them (seconds): longer than it can take. */
const renewalSeconds = 60;

/** Which accounts of any team are due, and who renews their credentials. */
export function createScheduleRepository(db: Executor) {
  return {
    /**
     * Claims due accounts of any team, longest waiting first. Concurrent processes get different accounts.
     *
     * @param running - the number of this process's runs per slot.
     */
    async claimDue(
      runId: string,
      limit: number,
      running: Record<string, number> = {},
    ): Promise<ConnectionRow[]> {
      const { rows } = await db.execute<{ account_id: string }>(sql`
        update connections set claimed_by = ${runId}, claimed_until = now() + ${claimSeconds} * interval '1 second'
        where account_id in (
          select account_id from connections
          where status = 'connected' and ${isDue} and (claimed_until is null or claimed_until < now())
            and account_id in (
              select account_id from (
                select account_id, slot, row_number() over (partition by slot order by next_sync_at) as rank
                from (
                  select account_id, next_sync_at, ${slot} as slot from connections
                  where status = 'connected' and ${isDue}
                    and (claimed_until is null or claimed_until < now()) and ${hasReader}) due) ranked
              where rank <= ${capacity} - coalesce((${JSON.stringify(running)}::jsonb ->> slot)::int, 0))
          order by next_sync_at limit ${limit} for update skip locked)
        returning account_id`);
      if (rows.length === 0) return [];
      const ids = rows.map((row) => row.account_id);
      return (
        db
          .select()
          .from(connections)
          // Not one that another run has taken over since.
          .where(and(inArray(connections.accountId, ids), eq(connections.claimedBy, runId)))
          .orderBy(asc(connections.nextSyncAt))
      );
    },

    /**
     * Milliseconds until the next account is due, 0 if one is due now; undefined if none is waiting.
     *
     * @param full - slots without room, whose accounts don't count.
     */
    async nextDue(full: string[] = []): Promise<number | undefined> {
      const { rows } = await db.execute<{ wait: number | null }>(sql`
        select extract(epoch from min(${dueAt}) - now())::float8 * 1000 as wait from connections
        where status = 'connected' and (claimed_until is null or claimed_until < now()) and ${hasReader}
          and ${slot} <> all(${sql.param(full)}::text[])`);
      const wait = rows[0]?.wait;
      return wait === null || wait === undefined ? undefined : Math.max(0, wait);
    },

    /**
     * Reserves the renewal of an account's credentials, so that no connection to the database waits for the
     * provider. False while another one is under way.
     */
    async claimRenewal(teamId: string, accountId: string, by: string): Promise<boolean> {
      const rows = await db
        .update(connections)
        .set({ renewingBy: by, renewingUntil: sql`now() + ${renewalSeconds} * interval '1 second'` })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            or(isNull(connections.renewingUntil), sql`${connections.renewingUntil} < now()`),
          ),
        )
        .returning({ accountId: connections.accountId });
      return rows.length > 0;
    },

    /** Ends a renewal that stored nothing. */
    async endRenewal(teamId: string, accountId: string, by: string): Promise<void> {
      await db
        .update(connections)
        .set({ renewingBy: null, renewingUntil: null })
        .where(
          and(
            eq(connections.teamId, teamId),
            eq(connections.accountId, accountId),
            eq(connections.renewingBy, by),
          ),
        );
    },
  };
}
