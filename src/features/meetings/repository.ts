import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  max,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { purgeBefore } from "../../server/postgres/purge";
import type { PageAfter } from "../../shared/paging";
import { users } from "../auth/tables";
import { containingWords } from "../search/words-repository";
import { teamMembers } from "../teams/tables";
import { meetingItems, meetingNotes, meetingParts, meetingSegments, meetings } from "./tables";

export type MeetingRow = typeof meetings.$inferSelect;
export type NewMeeting = typeof meetings.$inferInsert;
export type ItemRow = typeof meetingItems.$inferSelect;
export type NoteRow = typeof meetingNotes.$inferSelect & { author: ListedMeeting["creator"] };
export type SegmentRow = typeof meetingSegments.$inferSelect;

/** A meeting with what its list shows. */
export type ListedMeeting = MeetingRow & {
  creator: { id: string; firstName: string; lastName: string } | null;
  hasAudio: boolean;
};

/** How much of a transcript a list shows (characters). */
const listedTranscript = 2000;
/** Segments stored in one statement. */
const segmentBatch = 2000;

const creator = { id: users.id, firstName: users.firstName, lastName: users.lastName };

export function createMeetingRepository(db: Executor) {
  const hasAudio = sql<boolean>`exists (select 1 from ${meetingParts} p where p.meeting_id = ${meetings.id})`;
  const withCreator = (transcript: SQL<string | null>) =>
    db
      .select({ meeting: { ...getTableColumns(meetings), transcript }, creator, hasAudio })
      .from(meetings)
      .leftJoin(users, eq(users.id, meetings.createdBy))
      .$dynamic();

  return {
    /**
     * A page of a team's meetings, latest first, with the beginning of each transcript. `offset` counts only
     * without `after`.
     *
     * @throws AppError `invalid_input` if no row has the id in `after`.
     */
    async list(
      teamId: string,
      { limit, offset, after, q }: PageAfter & { q?: string | undefined },
    ): Promise<ListedMeeting[]> {
      const rows = await withCreator(sql`left(${meetings.transcript}, ${listedTranscript})`)
        .where(
          and(
            eq(meetings.teamId, teamId),
            isNull(meetings.deletedAt),
            q?.trim() ? containingWords(teamId, sql`${meetings.id}`, q) : undefined,
            after
              ? sql`(${meetings.createdAt}, ${meetings.id}) < (select m.created_at, m.id from ${meetings} m
                  where m.team_id = ${teamId} and m.id = ${after})`
              : undefined,
          ),
        )
        .orderBy(desc(meetings.createdAt), desc(meetings.id))
        .limit(limit)
        .offset(after ? 0 : offset);
      await requireKnown(db, rows, { after }, rowOf(meetings, teamId, after));
      return rows.map(({ meeting, ...rest }) => ({ ...meeting, ...rest }));
    },

    /** Undefined for another team's meeting too, so callers can't reveal that it exists. */
    async find(teamIds: string[], id: string): Promise<ListedMeeting | undefined> {
      const [row] = await withCreator(sql`${meetings.transcript}`).where(
        and(eq(meetings.id, id), inArray(meetings.teamId, teamIds), isNull(meetings.deletedAt)),
      );
      return row && { ...row.meeting, creator: row.creator, hasAudio: row.hasAudio };
    },

    /** The row, even if deleted, locked until the transaction ends. */
    async lock(teamIds: string[], id: string): Promise<MeetingRow | undefined> {
      const [row] = await db
        .select()
        .from(meetings)
        .where(and(eq(meetings.id, id), inArray(meetings.teamId, teamIds)))
        .for("update");
      return row;
    },

    async insert(meeting: NewMeeting): Promise<MeetingRow> {
      const [row] = await db.insert(meetings).values(meeting).returning();
      return row as MeetingRow;
    },

    /** Undefined fields stay as they are. */
    async update(teamId: string, id: string, change: Partial<NewMeeting>): Promise<void> {
      await db
        .update(meetings)
        .set({ ...change, updatedAt: sql`now()` })
        .where(and(eq(meetings.teamId, teamId), eq(meetings.id, id)));
    },

    /** In order, of all the meetings. */
    async items(teamId: string, meetingIds: string[]): Promise<ItemRow[]> {
      if (meetingIds.length === 0) return [];
      return db
        .select()
        .from(meetingItems)
        .where(and(eq(meetingItems.teamId, teamId), inArray(meetingItems.meetingId, meetingIds)))
        .orderBy(asc(meetingItems.meetingId), asc(meetingItems.position));
    },

    /** The row, locked until the transaction ends. */
    async lockItem(teamId: string, meetingId: string, id: string): Promise<ItemRow | undefined> {
      const [row] = await db
        .select()
        .from(meetingItems)
        .where(
          and(
            eq(meetingItems.teamId, teamId),
            eq(meetingItems.meetingId, meetingId),
            eq(meetingItems.id, id),
          ),
        )
        .for("update");
      return row;
    },

    /** Changes an item that the caller has locked. */
    async updateItem(teamId: string, id: string, change: Partial<ItemRow>): Promise<ItemRow> {
      const [row] = await db
        .update(meetingItems)
        .set(change)
        .where(and(eq(meetingItems.teamId, teamId), eq(meetingItems.id, id)))
        .returning();
      return row as ItemRow;
    },

    /** Removes what was proposed and is neither changed nor a task. @returns what stays. */
    async removeUnchangedItems(teamId: string, meetingId: string): Promise<ItemRow[]> {
      await db
        .delete(meetingItems)
        .where(
          and(
            eq(meetingItems.teamId, teamId),
            eq(meetingItems.meetingId, meetingId),
            isNull(meetingItems.taskId),
            eq(meetingItems.changed, false),
          ),
        );
      return this.items(teamId, [meetingId]);
    },

    async addItems(items: (typeof meetingItems.$inferInsert)[]): Promise<void> {
      if (items.length > 0) await db.insert(meetingItems).values(items);
    },

    /** In the order of the meeting. */
    async segments(teamId: string, meetingId: string): Promise<SegmentRow[]> {
      return db
        .select()
        .from(meetingSegments)
        .where(and(eq(meetingSegments.teamId, teamId), eq(meetingSegments.meetingId, meetingId)))
        .orderBy(asc(meetingSegments.position));
    },

    async addSegments(rows: (typeof meetingSegments.$inferInsert)[]): Promise<void> {
      for (let n = 0; n < rows.length; n += segmentBatch)
        await db.insert(meetingSegments).values(rows.slice(n, n + segmentBatch));
    },

    /** Adds segments after the last one. The caller holds the meeting's lock. */
    async appendSegments(
      meetingId: string,
      rows: Omit<typeof meetingSegments.$inferInsert, "position" | "meetingId">[],
    ): Promise<void> {
      const [last] = await db
        .select({ position: max(meetingSegments.position) })
        .from(meetingSegments)
        .where(eq(meetingSegments.meetingId, meetingId));
      const first = (last?.position ?? -1) + 1;
      await this.addSegments(rows.map((row, at) => ({ ...row, meetingId, position: first + at })));
    },

    /** Names the speaker of the segments from one position to another (included). */
    async setSpeaker(
      teamId: string,
      meetingId: string,
      first: number,
      last: number,
      speaker: string | null,
    ): Promise<void> {
      await db
        .update(meetingSegments)
        .set({ speaker })
        .where(
          and(
            eq(meetingSegments.teamId, teamId),
            eq(meetingSegments.meetingId, meetingId),
            between(meetingSegments.position, first, last),
          ),
        );
    },

    async removeSegments(teamId: string, meetingId: string): Promise<void> {
      await db
        .delete(meetingSegments)
        .where(and(eq(meetingSegments.teamId, teamId), eq(meetingSegments.meetingId, meetingId)));
    },

    /** Deletes a team's sample meetings. @returns their ids. */
    async removeSamples(teamId: string): Promise<string[]> {
      const rows = await db
        .delete(meetings)
        .where(and(eq(meetings.teamId, teamId), eq(meetings.sample, true)))
        .returning({ id: meetings.id });
      return rows.map(({ id }) => id);
    },

    /** Deletes for good what any team deleted earlier. */
    async purgeDeletedBefore(date: Date): Promise<void> {
      await purgeBefore(db, meetings, meetings.deletedAt, date);
    },
  };
}

/** What meetings need to know of people. */
export function createPeopleRepository(db: Executor) {
  return {
    /** The team's members by their full names. */
    async members(teamId: string): Promise<{ id: string; name: string }[]> {
      const rows = await db
        .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
        .from(teamMembers)
        .innerJoin(users, eq(users.id, teamMembers.userId))
        .where(eq(teamMembers.teamId, teamId))
        .orderBy(asc(teamMembers.joinedAt), asc(users.id));
      return rows.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}`.trim() }));
    },

    /** The person's IANA time zone; null if they have chosen none. */
    async timeZone(userId: string): Promise<string | null> {
      const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
      return row?.timeZone ?? null;
    },
  };
}

/** What people noted about meetings. */
export function createNotesRepository(db: Executor) {
  return {
    /** In the order of the meeting, those of one second by when they were written. */
    async list(teamId: string, meetingId: string): Promise<NoteRow[]> {
      const rows = await db
        .select({ note: meetingNotes, author: creator })
        .from(meetingNotes)
        .leftJoin(users, eq(users.id, meetingNotes.userId))
        .where(and(eq(meetingNotes.teamId, teamId), eq(meetingNotes.meetingId, meetingId)))
        .orderBy(asc(meetingNotes.second), asc(meetingNotes.createdAt), asc(meetingNotes.id));
      return rows.map(({ note, author }) => ({ ...note, author }));
    },

    async insert(note: typeof meetingNotes.$inferInsert): Promise<{ id: string }> {
      const [row] = await db.insert(meetingNotes).values(note).returning({ id: meetingNotes.id });
      return row as { id: string };
    },

    /** Who wrote it; null: they have left. Undefined if it is missing. */
    async authorOf(teamId: string, id: string): Promise<string | null | undefined> {
      const [row] = await db
        .select({ userId: meetingNotes.userId })
        .from(meetingNotes)
        .where(and(eq(meetingNotes.teamId, teamId), eq(meetingNotes.id, id)));
      return row?.userId;
    },

    /** @returns the id of its meeting; undefined if it is missing. */
    async remove(teamId: string, id: string): Promise<string | undefined> {
      const [row] = await db
        .delete(meetingNotes)
        .where(and(eq(meetingNotes.teamId, teamId), eq(meetingNotes.id, id)))
        .returning({ meetingId: meetingNotes.meetingId });
      return row?.meetingId;
    },
  };
}
