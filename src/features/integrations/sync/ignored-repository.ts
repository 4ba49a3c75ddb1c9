import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { ConnectionRow } from "../repository";
import { ignoredParts } from "../tables";

/** How long counts are kept, and what Health adds up (days). */
export const countedDays = 30;
/** Longest reason (characters). A provider's name for a new kind may be anything. */
const longestReason = 80;

/** Counts of what was left out, by reason. */
export type IgnoredCounts = { reason: string; count: number }[];

export function createIgnoredRepository(db: Executor) {
  return {
    /** Adds to today's counts of an account. @param reasons - one for each part. */
    async note(
      { teamId, accountId }: Pick<ConnectionRow, "teamId" | "accountId">,
      reasons: string[],
    ): Promise<void> {
      if (reasons.length === 0) return;
      const counts = countsOf(reasons.map((reason) => reason.slice(0, longestReason)));
      const day = sql`(now() at time zone 'utc')::date`;
      await db
        .insert(ignoredParts)
        .values(counts.map(({ reason, count }) => ({ teamId, accountId, reason, day, count })))
        .onConflictDoUpdate({
          target: [ignoredParts.accountId, ignoredParts.reason, ignoredParts.day],
          set: { count: sql`${ignoredParts.count} + excluded.count` },
        });
    },

    /** The counts of the last {@link countedDays} days, by account; the most frequent reason first. */
    async of(teamId: string, accountIds: string[]): Promise<Map<string, IgnoredCounts>> {
      if (accountIds.length === 0) return new Map();
      const total = sql<number>`sum(${ignoredParts.count})::int`;
      const rows = await db
        .select({ accountId: ignoredParts.accountId, reason: ignoredParts.reason, count: total })
        .from(ignoredParts)
        .where(
          and(
            eq(ignoredParts.teamId, teamId),
            inArray(ignoredParts.accountId, accountIds),
            gte(ignoredParts.day, sql`(now() at time zone 'utc')::date - ${countedDays}::int`),
          ),
        )
        .groupBy(ignoredParts.accountId, ignoredParts.reason)
        .orderBy(sql`${total} desc`, ignoredParts.reason);
      const counts = new Map<string, IgnoredCounts>();
      for (const { accountId, ...count } of rows)
        counts.set(accountId, [...(counts.get(accountId) ?? []), count]);
      return counts;
    },

    /** Deletes old counts of every team. */
    async purge(): Promise<void> {
      await db.execute(
        sql`delete from ignored_parts where day < (now() at time zone 'utc')::date - ${countedDays}::int`,
      );
    },
  };
}

/** Counts equal reasons, always in the same order, so that two writers can't block each other. */
export function countsOf(reasons: string[]): IgnoredCounts {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => (a.reason < b.reason ? -1 : 1));
}
