import { type SQL, sql } from "drizzle-orm";

/** Longest wait after failures (seconds). */
export const longestWait = 6 * 3600;

/** By how much the clocks of servers and database may differ (seconds), and the shortest wait of all. */
export const toleranceSeconds = 120;

/**
 * True if the next check of a row with `next_sync_at`, `sync_interval`, `failures` and `last_failure` lies further
 * ahead than any is planned, or if a pause was asked for in the future: the clock has been set back since.
 */
const isBeyondPlan: SQL = sql`(
  next_sync_at > now() + interval '1 second' * (${toleranceSeconds}::int + 1.1 * case when failures = 0 then sync_interval
    else least(${longestWait}::int, sync_interval * 2 ^ least(failures - 1, 20)) end)
  and (last_failure ->> 'retryAt' is null
    or (last_failure ->> 'at')::timestamptz > now() + interval '1 second' * ${toleranceSeconds}::int))`;

/**
 * Until when an outside service has asked Zippy to wait; null if it hasn't, or by a clock that has been set back since.
 *
 * @param lastFailure - times in ISO 8601.
 */
export function pausedUntil(lastFailure: { at: string; retryAt?: string } | null): Date | null {
  if (!lastFailure?.retryAt) return null;
  const isOfNow = Date.parse(lastFailure.at) <= Date.now() + toleranceSeconds * 1000;
  const until = new Date(lastFailure.retryAt);
  return isOfNow && until.getTime() > Date.now() ? until : null;
}

/** When such a row is due. */
export const dueAt: SQL = sql`(case when ${isBeyondPlan} then now() else next_sync_at end)`;

/** Whether it is due now. */
export const isDue: SQL = sql`(next_sync_at <= now() or ${isBeyondPlan})`;
