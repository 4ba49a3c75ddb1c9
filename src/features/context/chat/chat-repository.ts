import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { requireKnown, rowOf } from "../../../server/paging/known-row";
import type { PageBefore } from "../../../shared/paging";
import type { Answer, AnswerSource } from "../contract";
import type { Viewer } from "../passage-repository";
import { chatMessages } from "../tables";

export type ChatRow = typeof chatMessages.$inferSelect;

/** What a source is: a comment is known by its task and its words. */
export const keyOf = ({ type, id, quote }: AnswerSource): string =>
  quote?.part === "comment" ? `comment ${id} ${quote.quote}` : `${type} ${id}`;

/** Turns of any chat of a person. */
const ofPerson = ({ teamId, userId }: Viewer) =>
  and(eq(chatMessages.teamId, teamId), eq(chatMessages.userId, userId));

/** The chats of one person in one team; nobody else reads them. */
export function createChatRepository(db: Executor) {
  const own = (viewer: Viewer) =>
    and(
      ofPerson(viewer),
      viewer.areaId ? eq(chatMessages.areaId, viewer.areaId) : isNull(chatMessages.areaId),
    );
  return {
    /** The last turns, or those before one, oldest first. */
    async history(viewer: Viewer, { limit, before }: PageBefore): Promise<ChatRow[]> {
      const older = sql`(${chatMessages.createdAt}, ${chatMessages.id}) < (select c.created_at, c.id
        from ${chatMessages} c where c.team_id = ${viewer.teamId} and c.user_id = ${viewer.userId} and c.id = ${before})`;
      const rows = await db
        .select()
        .from(chatMessages)
        .where(and(own(viewer), before ? older : undefined))
        .orderBy(desc(chatMessages.createdAt), desc(chatMessages.id))
        .limit(limit);
      const known = rowOf(chatMessages, viewer.teamId, before);
      await requireKnown(db, rows, { before }, sql`${known} and of_list.user_id = ${viewer.userId}`);
      return rows.reverse();
    },

    /** Stores a question or an answer. Without an area, it belongs to the chat about everything. */
    async insert(
      { teamId, userId, areaId }: Viewer,
      turn: { role: "user" | "assistant"; content: string; answer?: Answer },
    ): Promise<ChatRow> {
      const [row] = await db
        .insert(chatMessages)
        .values({ teamId, userId, areaId: areaId ?? null, ...turn })
        .returning();
      return row as ChatRow;
    },

    /** One turn of any chat, locked until the transaction ends. */
    async lock(viewer: Viewer, id: string): Promise<ChatRow | undefined> {
      const [row] = await db
        .select()
        .from(chatMessages)
        .where(and(ofPerson(viewer), eq(chatMessages.id, id)))
        .for("update");
      return row;
    },

    /** Replaces the answer of one of the person's turns. */
    async setAnswer(viewer: Viewer, id: string, answer: Answer): Promise<ChatRow> {
      const [row] = await db
        .update(chatMessages)
        .set({ answer })
        .where(and(ofPerson(viewer), eq(chatMessages.id, id)))
        .returning();
      return row as ChatRow;
    },

    /** Of some sources, those that the viewer may still read, as {@link keyOf} names them. */
    async readable({ teamId, userId }: Viewer, sources: AnswerSource[]): Promise<Set<string>> {
      if (sources.length === 0) return new Set();
      const comments = sources.filter(({ quote }) => quote?.part === "comment");
      const ids = sql`any(${sql.param([...new Set(sources.map(({ id }) => id))])}::uuid[])`;
      const { rows } = await db.execute<{ key: string }>(sql`
        select 'message ' || id as key from messages
        where team_id = ${teamId} and id = ${ids} and deleted_at is null and (visible_to is null or visible_to = ${userId})
        union all select 'task ' || id from tasks where team_id = ${teamId} and id = ${ids} and deleted_at is null
        union all select 'meeting ' || id from meetings where team_id = ${teamId} and id = ${ids} and deleted_at is null
        union all select 'fact ' || f.id from area_facts f join areas a on a.id = f.area_id
        where f.team_id = ${teamId} and f.id = ${ids} and f.deleted_at is null and a.deleted_at is null
        union all select distinct 'comment ' || a.id || ' ' || a.words
        from unnest(${sql.param(comments.map(({ id }) => id))}::uuid[], ${sql.param(comments.map(({ quote }) => quote?.quote))}::text[]) a(id, words)
        join task_comments c on c.task_id = a.id and c.team_id = ${teamId} and c.deleted_at is null
          and strpos(c.body, a.words) > 0
        join tasks t on t.id = a.id and t.deleted_at is null`);
      return new Set(rows.map(({ key }) => key));
    },

    /**
     * Deletes the person's chat in the area, or the one about everything.
     *
     * @returns how many turns it deleted.
     */
    async clear(viewer: Viewer): Promise<number> {
      const { rowCount } = await db.delete(chatMessages).where(own(viewer));
      return rowCount ?? 0;
    },

    /** Clears every chat of the person, those about areas too. */
    async clearAll(viewer: Viewer): Promise<number> {
      const { rowCount } = await db.delete(chatMessages).where(ofPerson(viewer));
      return rowCount ?? 0;
    },
  };
}
