import { and, eq, isNull, sql } from "drizzle-orm";
import { type Executor, holdLock } from "../../server/database";
import { tasks } from "../tasks/tables";
import { focusSessions } from "./tables";

export type FocusRow = typeof focusSessions.$inferSelect;

/** A session with its focused time so far, and when its task was deleted. */
export type TimedFocusRow = FocusRow & { elapsedMs: number; taskDeletedAt: Date | null };

const now = sql`clock_timestamp()`;
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

    async insert(session: typeof focusSessions.$inferInsert): Promise<void> {
      await db.insert(focusSessions).values(session);
    },

    async pause(teamId: string, userId: string): Promise<void> {
      await db.update(focusSessions).set({ pausedAt: now }).where(open(teamId, userId));
    },

    async resume(teamId: string, userId: string): Promise<void> {
      // A pause of more than 24 days has more milliseconds than the column holds.
      const pause = sql`least(extract(epoch from ${now} - ${focusSessions.pausedAt}) * 1000,
        2147483647 - ${focusSessions.pausedMs})::int`;
      await db
        .update(focusSessions)
        .set({ pausedMs: sql`${focusSessions.pausedMs} + ${pause}`, pausedAt: null })
        .where(open(teamId, userId));
    },

    /** @param at - default: now. */
    async end(teamId: string, userId: string, at?: Date): Promise<void> {
      const endedAt = at ? sql`greatest(${at.toISOString()}::timestamptz, ${focusSessions.startedAt})` : now;
      await db.update(focusSessions).set({ endedAt }).where(open(teamId, userId));
    },
  };
}
