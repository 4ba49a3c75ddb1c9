import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { isUnlocked } from "../../server/database";
import { meetingParts, meetings } from "./tables";

/** One file of a meeting's sound, with what is transcribed of it. */
export type PartRow = typeof meetingParts.$inferSelect;

/** The key of the lock for the process that transcribes a meeting. */
export const lockOf = (meetingId: string): string => `meeting ${meetingId}`;

/** The sound of meetings, and those that are being transcribed. */
export function createPartsRepository(db: Executor) {
  return {
    /** In order. */
    async ofMeeting(teamId: string, meetingId: string): Promise<PartRow[]> {
      return db
        .select()
        .from(meetingParts)
        .where(and(eq(meetingParts.teamId, teamId), eq(meetingParts.meetingId, meetingId)))
        .orderBy(asc(meetingParts.position));
    },

    async insert(part: typeof meetingParts.$inferInsert): Promise<PartRow> {
      const [row] = await db.insert(meetingParts).values(part).returning();
      return row as PartRow;
    },

    /** Undefined if a part of another meeting has this id. */
    async insertNew(part: typeof meetingParts.$inferInsert): Promise<PartRow | undefined> {
      const [row] = await db.insert(meetingParts).values(part).onConflictDoNothing().returning();
      return row;
    },

    /** The bytes of all sound of a team. */
    async sizeOfTeam(teamId: string): Promise<number> {
      const [row] = await db
        .select({ size: sql<string>`coalesce(sum(${meetingParts.size}), 0)` })
        .from(meetingParts)
        .where(eq(meetingParts.teamId, teamId));
      return Number(row?.size ?? 0);
    },

    /** Adds what was written to the file. */
    async grow(
      part: Pick<PartRow, "id" | "teamId">,
      by: { size: number; pieces: number; levels: string; seconds: number },
    ): Promise<void> {
      await db
        .update(meetingParts)
        .set({
          size: sql`${meetingParts.size} + ${by.size}`,
          pieces: sql`${meetingParts.pieces} + ${by.pieces}`,
          levels: sql`${meetingParts.levels} || ${by.levels}`,
          seconds: by.seconds,
          updatedAt: sql`now()`,
        })
        .where(and(eq(meetingParts.teamId, part.teamId), eq(meetingParts.id, part.id)));
    },

    async setSeconds(teamId: string, id: string, seconds: number): Promise<void> {
      await db
        .update(meetingParts)
        .set({ seconds })
        .where(and(eq(meetingParts.teamId, teamId), eq(meetingParts.id, id)));
    },

    /** Notes how far a part is transcribed. */
    async setTranscribed(
      teamId: string,
      id: string,
      change: Pick<PartRow, "transcribed" | "cutAt">,
    ): Promise<void> {
      await db
        .update(meetingParts)
        .set(change)
        .where(and(eq(meetingParts.teamId, teamId), eq(meetingParts.id, id)));
    },

    /** Nothing is added to the meeting's sound any more. */
    async closeAll(teamId: string, meetingId: string): Promise<void> {
      await db
        .update(meetingParts)
        .set({ closed: true })
        .where(and(eq(meetingParts.teamId, teamId), eq(meetingParts.meetingId, meetingId)));
    },

    async removeAll(teamId: string, meetingId: string): Promise<void> {
      await db
        .delete(meetingParts)
        .where(and(eq(meetingParts.teamId, teamId), eq(meetingParts.meetingId, meetingId)));
    },

    /** The blobs that a meeting of any team needs. */
    async ownedBlobs(): Promise<Set<string>> {
      const rows = await db.select({ blob: meetingParts.blob }).from(meetingParts);
      return new Set(rows.map(({ blob }) => blob));
    },

    /** Meetings of all teams that should be transcribed now but whose lock is free, as after a crash. */
    async abandoned(): Promise<{ id: string; teamId: string }[]> {
      return db
        .select({ id: meetings.id, teamId: meetings.teamId })
        .from(meetings)
        .where(
          and(
            eq(meetings.status, "transcribing"),
            sql`${meetings.deletedAt} is null`,
            isUnlocked(sql`${lockOf("")} || ${meetings.id}`),
          ),
        )
        .orderBy(asc(meetings.createdAt));
    },

    /** Meetings of all teams that wait for a speech engine. */
    async waiting(): Promise<{ id: string; teamId: string }[]> {
      return db
        .select({ id: meetings.id, teamId: meetings.teamId })
        .from(meetings)
        .where(and(eq(meetings.status, "needs_transcript"), sql`${meetings.deletedAt} is null`))
        .orderBy(asc(meetings.createdAt));
    },
  };
}
