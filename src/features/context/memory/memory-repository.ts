import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { AreaChip } from "../../areas/contract";
import { containing } from "../../search/words-repository";
import type { Answer } from "../contract";
import type { Viewer } from "../passage-repository";
import { chatMessages } from "../tables";

/** Characters of a first question that a list shows. */
const shown = 300;

interface ConversationRow {
  [column: string]: unknown;
  id: string;
  area: AreaChip | null;
  question: string;
  questions: number;
  started_at: string;
  total: number;
}

/** The queries for what a person's chats keep. */
export function createMemoryRepository(db: Executor) {
  /** The person's turns, each with the number of its conversation in its chat. */
  const numbered = ({ teamId, userId }: Viewer) => sql`
    select id, area_id, role, content, answer, created_at,
      sum(begins) over (partition by area_id order by created_at, id) as conversation
    from (
      select id, area_id, role, content, answer, created_at,
        coalesce(created_at - lag(created_at) over (partition by area_id order by created_at, id)
          > interval '1 hour', false)::int as begins
      from chat_messages where team_id = ${teamId} and user_id = ${userId}) turns`;

  /** Whether an answer of `one` quotes a fact that was deleted: as long as nobody undoes that, its words aren't found. */
  const quotesDeleted = (teamId: string) => sql`exists (
    select from jsonb_array_elements(one.answer->'sources') source
    join area_facts f on f.id::text = source->>'id' and f.team_id = ${teamId}
    where source->>'type' = 'fact' and f.deleted_at is not null)`;

  return {
    /** Newest first. @param words - which a question or an answer contains. */
    async conversations(viewer: Viewer, words: string, limit: number): Promise<ConversationRow[]> {
      const { rows } = await db.execute<ConversationRow>(sql`
        select c.*, case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name, 'color', a.color) end as area
        from (
          select area_id, min(created_at) as started_at, (count(*) filter (where role = 'user'))::int as questions,
            (array_agg(id order by created_at, id))[1] as id, (count(*) over ())::int as total,
            coalesce((array_agg(left(content, ${shown}) order by created_at, id) filter (where role = 'user'))[1], '') as question
          from (${numbered(viewer)}) one
          group by area_id, conversation
          having bool_or(${containing(sql`content`, words)} and not ${quotesDeleted(viewer.teamId)})) c
        left join areas a on a.id = c.area_id
        order by started_at desc, id limit ${limit}`);
      return rows;
    },

    /** @returns how many turns it had; 0: there is no such conversation. */
    async deleteConversation(viewer: Viewer, id: string): Promise<number> {
      const { rowCount } = await db.execute(sql`
        with own as (${numbered(viewer)})
        delete from chat_messages where id in (
          select one.id from own one join own first on first.id = ${id}
            and one.area_id is not distinct from first.area_id
            and one.conversation = first.conversation)`);
      return rowCount ?? 0;
    },

    /** Everybody's answers that name any of these facts as a source, locked until the transaction ends. */
    async answersFrom(teamId: string, factIds: string[]): Promise<{ id: string; answer: Answer }[]> {
      const { rows } = await db.execute<{ id: string; answer: Answer }>(sql`
        select id, answer from chat_messages
        where team_id = ${teamId} and exists (select from jsonb_array_elements(answer->'sources') source
          where source->>'type' = 'fact' and source->>'id' = any(${sql.param(factIds)}::text[]))
        order by id for update`);
      return rows;
    },

    /** Replaces an answer and its text, which the index follows. */
    async setAnswer(teamId: string, id: string, answer: Answer, content: string): Promise<void> {
      await db
        .update(chatMessages)
        .set({ answer, content })
        .where(and(eq(chatMessages.teamId, teamId), eq(chatMessages.id, id)));
    },
  };
}
