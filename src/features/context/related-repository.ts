import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { day } from "../../shared/durations";
import { teamQuery } from "../search/words-repository";
import type { FoundPassage, Viewer } from "./passage-repository";

/** Who wrote a message. */
export interface Writer {
  /** The address in lower case; the name where there is none. */
  key: string;
  name: string;
  at: Date;
}

/** How far apart two messages of one person may be to count as related (milliseconds). */
const near = 30 * day;

/** How long ago a meeting may be to count as recent (milliseconds), and how many of them are looked at. */
const recent = 30 * day;
const mostRecent = 50;

/** The queries for what relates to a message or a task. */
export function createRelatedRepository(db: Executor) {
  const idsOf = async (query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ id: string }>(query);
    return rows.map(({ id }) => id);
  };
  const writer = sql`lower(coalesce(m.sender_address, m.sender))`;
  const readable = ({ teamId, userId }: Viewer) =>
    sql`m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})`;

  return {
    /** Undefined for a message that the viewer can't see. */
    async personOf(viewer: Viewer, messageId: string): Promise<Writer | undefined> {
      const { rows } = await db.execute<{ key: string; name: string; at: string }>(sql`
        select ${writer} as key, m.sender as name, m.created_at as at from messages m
        where m.id = ${messageId} and ${readable(viewer)} and not m.bulk and not m.from_owner`);
      const [row] = rows;
      return row && { ...row, at: new Date(row.at) };
    },

    /** Messages of a person around the same time, closest first. */
    async messagesOf(viewer: Viewer, { key, at }: Writer, limit: number): Promise<string[]> {
      // Walks the index from there both ways, because no index knows how far a message is from another.
      const side = (span: SQL, order: SQL) => sql`(
        select m.id, m.created_at from messages m
        where ${readable(viewer)} and ${writer} = ${key} and m.created_at ${span}
        order by m.created_at ${order}, m.id ${order} limit ${limit})`;
      const from = new Date(at.getTime() - near);
      const until = new Date(at.getTime() + near);
      return idsOf(sql`
        select m.id from (
          ${side(sql`between ${from} and ${at}`, sql`desc`)} union all
          ${side(sql`> ${at} and m.created_at <= ${until}`, sql`asc`)}) m
        order by abs(extract(epoch from m.created_at - ${at}::timestamptz)), m.id limit ${limit}`);
    },

    /** The area of a message or a task: of several, the one with the fewest rules, which says most. */
    async areaOf({ teamId }: Viewer, id: string): Promise<{ id: string; name: string } | undefined> {
      const { rows } = await db.execute<{ id: string; name: string }>(sql`
        select a.id, a.name from area_items i join areas a on a.id = i.area_id and a.deleted_at is null
        where i.source_id = ${id} and i.team_id = ${teamId} and i.state <> 'removed'
        order by i.state = 'rule', (select count(*) from area_rules r where r.area_id = a.id), a.name limit 1`);
      return rows[0];
    },

    /** The newest of an area that the viewer may see. */
    async newestOf({ teamId, userId }: Viewer, areaId: string, limit: number): Promise<FoundPassage[]> {
      const { rows } = await db.execute<{ type: FoundPassage["type"]; id: string }>(sql`
        select i.source_type as type, i.source_id as id from area_items i
        where i.area_id = ${areaId} and i.team_id = ${teamId} and i.state <> 'removed' and i.source_type <> 'fact'
          and (i.visible_to is null or i.visible_to = ${userId})
        order by i.written_at desc, i.source_id desc limit ${limit}`);
      return rows.map((row) => ({ ...row, position: 0 }));
    },

    /** The newest meetings of the last days, newest first, each with those of the words that it has. */
    async recentMeetings({ teamId }: Viewer, words: string[]): Promise<{ id: string; words: string[] }[]> {
      if (words.length === 0) return [];
      const { rows } = await db.execute<{ id: string; words: string[] }>(sql`
        with asked as materialized (
          select word, ${teamQuery(teamId, sql`query`)} as query from (
            select word, search_word(word) as query from unnest(${sql.param(words)}::text[]) w(word)) known
          where numnode(query) > 0),
        newest as materialized (
          select p.source_id, p.written_at, p.words from passages p
          where p.team_id = ${teamId} and p.source_type = 'meeting' and p.visible_to is null
            and p.written_at between ${new Date(Date.now() - recent)} and now()
          order by p.written_at desc limit ${mostRecent})
        select n.source_id as id, coalesce(array_agg(distinct a.word) filter (where a.word is not null), '{}') as words
        from newest n left join asked a on n.words @@ a.query
        group by n.source_id order by max(n.written_at) desc, n.source_id`);
      return rows;
    },

    /** Open tasks made from messages of a person that the viewer may see, by due date. */
    async openTasksOf(viewer: Viewer, { key }: Writer, limit: number): Promise<string[]> {
      return idsOf(sql`
        select t.id from tasks t join messages m on m.id = t.message_id
        where t.team_id = ${viewer.teamId} and t.deleted_at is null and t.status <> 'resolved'
          and t.message_id is not null and ${readable(viewer)} and ${writer} = ${key}
        order by t.due_date, t.created_at limit ${limit}`);
    },
  };
}
