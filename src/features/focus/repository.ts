import { and, eq, isNull, sql } from "drizzle-orm";
import { type Executor, holdLock } from "../../server/database";
import { events } from "../journal/tables";
import { tasks } from "../tasks/tables";
import { focusSessions } from "./tables";

export type FocusRow = typeof focusSessions.$inferSelect;

/** A session with its focused time so far, and when its task was deleted. */
export type TimedFocusRow = FocusRow & { elapsedMs: number; taskDeletedAt: Date | null };

const now = sql`clock_timestamp()`;
/** @param at - default: now. */
const timeOf = (at: Date | undefined) => (at ? sql`${at.toISOString()}::timestamptz` : now);
/** What `since` of a session keeps of a reported time: one in the future is now, as is none. */
const sinceOf = (reported: string | undefined) =>
  reported === undefined ? now : sql`least(${now}, ${reported}::timestamptz)`;
/** Without the pauses; a paused session doesn't go on. */
const elapsedMs = sql<number>`greatest(0, (extract(epoch from
  coalesce(${focusSessions.endedAt}, ${focusSessions.pausedAt}, ${now}) - ${focusSessions.startedAt}) * 1000)::bigint
  - ${focusSessions.pausedMs})::float8`;

export function createFocusRepository(db: Executor) {
  const open = (teamId: string, userId: string) =>
    and(eq(focusSessions.teamId, teamId), eq(focusSessions.userId, userId), isNull(focusSessions.endedAt));

  return {
    /** The person's session that hasn't ended, locked until the transaction ends. */
    async lock(teamId: string, userId: string): Promise<FocusRow | undefined> {
      const [row] = await db.select().from(focusSessions).where(open(teamId, userId)).for("update");
      return row;
    },

    /** The same with its time, not locked. */
    async find(teamId: string, userId: string): Promise<TimedFocusRow | undefined> {
      const [row] = await db
        .select({ session: focusSessions, elapsedMs, taskDeletedAt: tasks.deletedAt })
        .from(focusSessions)
        .leftJoin(tasks, eq(tasks.id, focusSessions.taskId))
        .where(open(teamId, userId));
      return row && { ...row.session, elapsedMs: row.elapsedMs, taskDeletedAt: row.taskDeletedAt };
    },

    /** Until the transaction ends, the person starts no other session in the team. */
    async holdStart(teamId: string, userId: string): Promise<void> {
      await holdLock(db, `focus ${teamId} ${userId}`);
    },

    /**
     * When something happened that is reported later: within 30 days, and not before what the person's sessions have
     * recorded already, so that no time counts twice, and none that has counted is lost.
     */
    async reportedTime(teamId: string, userId: string, at: string): Promise<Date> {
      const latest = sql`(select max(coalesce(ended_at, paused_at, started_at))
        from ${focusSessions} where team_id = ${teamId} and user_id = ${userId})`;
      // A session doesn't say when it went on after a pause.
      const latestFact = sql`(select max(at) from ${events} where team_id = ${teamId} and user_id = ${userId}
        and type in ('focus_started', 'focus_ended'))`;
      const reported = sql`greatest(${at}::timestamptz, ${latest}, ${latestFact})`;
      const { rows } = await db.execute<{ at: string }>(sql`select (case
        when ${at}::timestamptz < ${now} - interval '30 days' then ${now}
        else least(${now}, ${reported}) end)::text as at`);
      return new Date(rows[0]?.at ?? at);
    },

    /** False if there is a session with this id, anybody's. */
    async insert(session: typeof focusSessions.$inferInsert, reported?: string): Promise<boolean> {
      const { rowCount } = await db
        .insert(focusSessions)
        .values({ ...session, ...(reported && { since: sinceOf(reported) }) })
        .onConflictDoNothing({ target: focusSessions.id });
      return rowCount === 1;
    },

    /**
     * @param at - default: now, as below.
     * @param reported - when it happened as it was reported, as for `insert`; default: now.
     */
    async pause(teamId: string, userId: string, at?: Date, reported?: string): Promise<void> {
      await db
        .update(focusSessions)
        .set({ pausedAt: timeOf(at), since: sinceOf(reported) })
        .where(open(teamId, userId));
    },

    /**
     * Adds the pause to the session's pauses.
     *
     * @param at - when it happened, if it is reported later.
     */
    async resume(teamId: string, userId: string, at?: Date, reported?: string): Promise<void> {
      // A pause of more than 24 days has more milliseconds than the column holds.
      const pause = sql`least(extract(epoch from ${timeOf(at)} - ${focusSessions.pausedAt}) * 1000,
        2147483647 - ${focusSessions.pausedMs})::int`;
      await db
        .update(focusSessions)
        .set({
          pausedMs: sql`${focusSessions.pausedMs} + ${pause}`,
          pausedAt: null,
          since: sinceOf(reported),
        })
        .where(open(teamId, userId));
    },

    /**
     * Ends the session at `at`, but not before its start.
     *
     * @param at - default: now.
     */
    async end(teamId: string, userId: string, at?: Date): Promise<void> {
      const endedAt = at ? sql`greatest(${at.toISOString()}::timestamptz, ${focusSessions.startedAt})` : now;
      await db.update(focusSessions).set({ endedAt }).where(open(teamId, userId));
    },
  };
}
