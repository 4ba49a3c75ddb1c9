import { and, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { lessonEffects, lessons } from "./tables";

export type LessonRow = typeof lessons.$inferSelect;
export type NewLesson = typeof lessons.$inferInsert;
export type EffectRow = typeof lessonEffects.$inferSelect;
export type NewEffect = typeof lessonEffects.$inferInsert;

/** Hours in which one is asked about the messages similar to one's correction. */
const askedFor = sql`now() - interval '24 hours'`;

export function createLessonRepository(db: Executor) {
  const standing = (teamId: string) => and(eq(lessons.teamId, teamId), isNull(lessons.removedAt));
  const shownTo = (userId: string | null): SQL | undefined =>
    userId === null
      ? isNull(lessons.visibleTo)
      : or(isNull(lessons.visibleTo), eq(lessons.visibleTo, userId));

  /** What was taught by a message that has become somebody's own since names it still. */
  const ofShownMessage = (userId: string): SQL => sql`not exists (
    select from messages m where m.id = ${lessons.messageId} and m.team_id = ${lessons.teamId} and m.visible_to <> ${userId})`;

  return {
    async insert(row: NewLesson): Promise<LessonRow> {
      const [inserted] = await db.insert(lessons).values(row).returning();
      return inserted as LessonRow;
    },

    /** What teaches whoever sees messages as `userId` does (null: those the whole team sees), latest first. */
    async teaching(teamId: string, userId: string | null, limit: number): Promise<LessonRow[]> {
      return db
        .select()
        .from(lessons)
        .where(and(standing(teamId), shownTo(userId), sql`${lessons.answer} <> 'declined'`))
        .orderBy(desc(lessons.seq))
        .limit(limit);
    },

    async list(teamId: string, userId: string, limit: number, offset: number) {
      const where = and(standing(teamId), shownTo(userId), ofShownMessage(userId));
      const changed = sql<number>`(select count(distinct message_id)::int from lesson_effects
        where lesson_id = ${lessons.id} and team_id = ${teamId} and apply_id is not null)`;
      const rows = await db
        .select({ lesson: lessons, changed })
        .from(lessons)
        .where(where)
        .orderBy(desc(lessons.seq))
        .limit(limit)
        .offset(offset);
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(lessons).where(where);
      return { total: count?.total ?? 0, rows };
    },

    /** A person's lessons they were not asked about yet. */
    async open(teamId: string, userId: string): Promise<LessonRow[]> {
      return db
        .select()
        .from(lessons)
        .where(
          and(
            standing(teamId),
            eq(lessons.userId, userId),
            eq(lessons.answer, "open"),
            gt(lessons.createdAt, askedFor),
          ),
        )
        .orderBy(desc(lessons.seq))
        .limit(200);
    },

    /** Undefined for another team's and another person's own lesson too. */
    async find(teamIds: string[], userId: string, id: string): Promise<LessonRow | undefined> {
      const [row] = await db
        .select()
        .from(lessons)
        .where(
          and(
            eq(lessons.id, id),
            inArray(lessons.teamId, teamIds),
            isNull(lessons.removedAt),
            shownTo(userId),
            ofShownMessage(userId),
          ),
        )
        .for("update");
      return row;
    },

    async lock(teamId: string, id: string): Promise<LessonRow | undefined> {
      const [row] = await db
        .select()
        .from(lessons)
        .where(and(eq(lessons.teamId, teamId), eq(lessons.id, id)))
        .for("update");
      return row;
    },

    async ofMessage(teamId: string, messageId: string): Promise<LessonRow[]> {
      return db
        .select()
        .from(lessons)
        .where(and(standing(teamId), eq(lessons.messageId, messageId)))
        .for("update");
    },

    async update(
      teamId: string,
      ids: string[],
      change: Partial<Pick<LessonRow, "answer" | "removedAt">>,
    ): Promise<void> {
      await db
        .update(lessons)
        .set(change)
        .where(and(eq(lessons.teamId, teamId), inArray(lessons.id, ids)));
    },

    /** Answers those that still wait for it. @returns their ids. */
    async answer(teamId: string, ids: string[], answer: "applied" | "declined"): Promise<string[]> {
      const rows = await db
        .update(lessons)
        .set({ answer })
        .where(and(standing(teamId), inArray(lessons.id, ids), eq(lessons.answer, "open")))
        .returning({ id: lessons.id });
      return rows.map(({ id }) => id);
    },

    async addEffects(rows: NewEffect[]): Promise<void> {
      for (let at = 0; at < rows.length; at += 500)
        await db.insert(lessonEffects).values(rows.slice(at, at + 500));
    },

    /** What standing lessons make of these messages, in the order it was laid; who decided, where somebody did. */
    async effectsOn(teamId: string, messageIds: string[]) {
      return db
        .select({
          messageId: lessonEffects.messageId,
          patch: lessonEffects.patch,
          applyId: lessonEffects.applyId,
          userId: lessons.userId,
        })
        .from(lessonEffects)
        .innerJoin(lessons, eq(lessons.id, lessonEffects.lessonId))
        .where(
          and(
            eq(lessonEffects.teamId, teamId),
            sql`${lessonEffects.messageId} = any(${sql.param(messageIds)}::uuid[])`,
            isNull(lessons.removedAt),
          ),
        )
        .orderBy(lessonEffects.seq);
    },

    async messagesOf(teamId: string, lessonId: string): Promise<string[]> {
      const rows = await db
        .select({ messageId: lessonEffects.messageId })
        .from(lessonEffects)
        .where(and(eq(lessonEffects.teamId, teamId), eq(lessonEffects.lessonId, lessonId)))
        .groupBy(lessonEffects.messageId);
      return rows.map(({ messageId }) => messageId);
    },

    /** @returns the messages it was applied to. */
    async removeApply(teamId: string, applyId: string): Promise<string[]> {
      const rows = await db
        .delete(lessonEffects)
        .where(and(eq(lessonEffects.teamId, teamId), eq(lessonEffects.applyId, applyId)))
        .returning({ messageId: lessonEffects.messageId });
      return rows.map(({ messageId }) => messageId);
    },

    async purgeRemovedBefore(date: Date): Promise<void> {
      await db.delete(lessons).where(sql`${lessons.removedAt} < ${date}`);
    },
  };
}
