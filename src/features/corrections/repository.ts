import { and, countDistinct, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { purgeBefore } from "../../server/postgres/purge";
import type { PageAfter } from "../../shared/paging";
import { correctionEffects, corrections, referenced } from "./tables";

const { messages } = referenced;

export type CorrectionRow = typeof corrections.$inferSelect;
export type NewCorrection = typeof corrections.$inferInsert;
export type NewEffect = typeof correctionEffects.$inferInsert;

/** How long after a correction we ask about similar messages. */
const askedFor = sql`now() - interval '24 hours'`;

export function createCorrectionRepository(db: Executor) {
  const active = (teamId: string) => and(eq(corrections.teamId, teamId), isNull(corrections.removedAt));
  const shownTo = (userId: string | null): SQL | undefined =>
    userId === null
      ? isNull(corrections.visibleTo)
      : or(isNull(corrections.visibleTo), eq(corrections.visibleTo, userId));

  /** A correction of a message that has since become private still references it. */
  const ofShownMessage = (userId: string): SQL => sql`not exists (
    select from ${messages} where ${messages.id} = ${corrections.messageId}
      and ${messages.teamId} = ${corrections.teamId} and ${messages.visibleTo} <> ${userId})`;

  const seqOf = (teamId: string, id: string): SQL =>
    sql`(select c.seq from ${corrections} c where c.team_id = ${teamId} and c.id = ${id})`;

  return {
    async insert(row: NewCorrection): Promise<CorrectionRow> {
      const [inserted] = await db.insert(corrections).values(row).returning();
      return inserted as CorrectionRow;
    },

    /** Corrections that apply to what `userId` sees (null: to what the whole team sees), newest first. */
    async active(teamId: string, userId: string | null, limit: number): Promise<CorrectionRow[]> {
      return db
        .select()
        .from(corrections)
        .where(and(active(teamId), shownTo(userId), sql`${corrections.answer} <> 'declined'`))
        .orderBy(desc(corrections.seq))
        .limit(limit);
    },

    /** The latest corrections of everybody, also those that not all members see. */
    async latestActive(teamId: string, limit: number): Promise<CorrectionRow[]> {
      return db.select().from(corrections).where(active(teamId)).orderBy(desc(corrections.seq)).limit(limit);
    },

    /**
     * A page of the team's active corrections that the person sees, latest first, each with the number of
     * messages that it was also applied to, and how many there are in all.
     *
     * @throws AppError `invalid_input` if no row has the id in `after`.
     */
    async list(teamId: string, userId: string, { limit, offset, after }: PageAfter) {
      const where = and(active(teamId), shownTo(userId), ofShownMessage(userId));
      const changed = sql<number>`(select count(distinct message_id)::int from correction_effects
        where correction_id = ${corrections.id} and team_id = ${teamId} and apply_id is not null)`;
      const rows = await db
        .select({ correction: corrections, changed })
        .from(corrections)
        .where(and(where, after ? sql`${corrections.seq} < ${seqOf(teamId, after)}` : undefined))
        .orderBy(desc(corrections.seq))
        .limit(limit)
        .offset(after ? 0 : offset);
      await requireKnown(db, rows, { after }, rowOf(corrections, teamId, after));
      const [count] = await db.select({ total: sql<number>`count(*)::int` }).from(corrections).where(where);
      return { total: count?.total ?? 0, rows };
    },

    /** A person's corrections that are still undecided. */
    async open(teamId: string, userId: string): Promise<CorrectionRow[]> {
      return db
        .select()
        .from(corrections)
        .where(
          and(
            active(teamId),
            eq(corrections.userId, userId),
            eq(corrections.answer, "open"),
            gt(corrections.createdAt, askedFor),
          ),
        )
        .orderBy(desc(corrections.seq))
        .limit(200);
    },

    /** Undefined also for other teams' corrections and other people's private ones. */
    async find(teamIds: string[], userId: string, id: string): Promise<CorrectionRow | undefined> {
      const [row] = await db
        .select()
        .from(corrections)
        .where(
          and(
            eq(corrections.id, id),
            inArray(corrections.teamId, teamIds),
            isNull(corrections.removedAt),
            shownTo(userId),
            ofShownMessage(userId),
          ),
        )
        .for("update");
      return row;
    },

    /** The row, also a removed one, locked until the transaction ends. */
    async lock(teamId: string, id: string): Promise<CorrectionRow | undefined> {
      const [row] = await db
        .select()
        .from(corrections)
        .where(and(eq(corrections.teamId, teamId), eq(corrections.id, id)))
        .for("update");
      return row;
    },

    /** Active corrections of a message, also other people's, locked until the transaction ends. */
    async ofMessage(teamId: string, messageId: string): Promise<CorrectionRow[]> {
      return db
        .select()
        .from(corrections)
        .where(and(active(teamId), eq(corrections.messageId, messageId)))
        .for("update");
    },

    /** `removedAt`: null makes removed corrections active again. */
    async update(
      teamId: string,
      ids: string[],
      change: Partial<Pick<CorrectionRow, "answer" | "removedAt" | "traits">>,
    ): Promise<void> {
      await db
        .update(corrections)
        .set(change)
        .where(and(eq(corrections.teamId, teamId), inArray(corrections.id, ids)));
    },

    /** Answers those that are still undecided. @returns their ids. */
    async answer(teamId: string, ids: string[], answer: "applied" | "declined"): Promise<string[]> {
      const rows = await db
        .update(corrections)
        .set({ answer })
        .where(and(active(teamId), inArray(corrections.id, ids), eq(corrections.answer, "open")))
        .returning({ id: corrections.id });
      return rows.map(({ id }) => id);
    },

    async addEffects(rows: NewEffect[]): Promise<void> {
      for (let at = 0; at < rows.length; at += 500)
        await db.insert(correctionEffects).values(rows.slice(at, at + 500));
    },

    /** How many messages were changed by these decisions. */
    async changedBy(teamId: string, applyIds: string[]): Promise<number> {
      const [row] = await db
        .select({ changed: countDistinct(correctionEffects.messageId) })
        .from(correctionEffects)
        .where(and(eq(correctionEffects.teamId, teamId), inArray(correctionEffects.applyId, applyIds)));
      return row?.changed ?? 0;
    },

    /** What active corrections change on these messages, in stored order, with who decided. */
    async effectsOn(teamId: string, messageIds: string[]) {
      return db
        .select({
          messageId: correctionEffects.messageId,
          patch: correctionEffects.patch,
          applyId: correctionEffects.applyId,
          userId: corrections.userId,
        })
        .from(correctionEffects)
        .innerJoin(corrections, eq(corrections.id, correctionEffects.correctionId))
        .where(
          and(
            eq(correctionEffects.teamId, teamId),
            sql`${correctionEffects.messageId} = any(${sql.param(messageIds)}::uuid[])`,
            isNull(corrections.removedAt),
          ),
        )
        .orderBy(correctionEffects.seq);
    },

    /** Active corrections of any of these messages. */
    async ofMessages(teamId: string, messageIds: string[]): Promise<CorrectionRow[]> {
      return db
        .select()
        .from(corrections)
        .where(and(active(teamId), sql`${corrections.messageId} = any(${sql.param(messageIds)}::uuid[])`));
    },

    /** The messages that a correction changed, in no order. */
    async messagesOf(teamId: string, correctionId: string): Promise<string[]> {
      const rows = await db
        .select({ messageId: correctionEffects.messageId })
        .from(correctionEffects)
        .where(and(eq(correctionEffects.teamId, teamId), eq(correctionEffects.correctionId, correctionId)))
        .groupBy(correctionEffects.messageId);
      return rows.map(({ messageId }) => messageId);
    },

    /** @returns the messages it was applied to. */
    async removeApply(teamId: string, applyId: string): Promise<string[]> {
      const rows = await db
        .delete(correctionEffects)
        .where(and(eq(correctionEffects.teamId, teamId), eq(correctionEffects.applyId, applyId)))
        .returning({ messageId: correctionEffects.messageId });
      return rows.map(({ messageId }) => messageId);
    },

    /** Deletes removed corrections of all teams for good. */
    async purgeRemovedBefore(date: Date): Promise<void> {
      await purgeBefore(db, corrections, corrections.removedAt, date);
    },
  };
}
