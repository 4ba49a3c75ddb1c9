import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { containing, plain, prefixQuery, teamQuery } from "../../search/words-repository";
import type { SearchHit, SourceType } from "../contract";
import type { Viewer } from "../passage-repository";
import type { SearchQuery, SearchState } from "./search-query";

/** Rows per group. */
const perGroup = 6;
/**
 * People are found through their newest messages with the words: first among a team's newest, then, if the words
 * are rare there, by the index. Sorting all that contain a common word would take longest.
 */
const forPeople = { looked: 2000, enough: 20, most: 200 };
const mostPeople = 5;

type HitRow = { id: string; title: string; detail: string; date: string | null; channel: string | null };

/** The condition that the tasks (t) or messages (m) of a query are in a state; null: in any. */
function inState(table: "t" | "m", is: SearchState | null): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`);
  if (is === null) return sql``;
  if (is === "snoozed") return sql`and ${column("snoozed_until")} > now()`;
  return is === "open" ? sql`and ${column("status")} <> 'resolved'` : sql`and ${column("status")} = ${is}`;
}

/** The queries of the search box. Each begins at the index, newest first. */
export function createSearchRepository(db: Executor) {
  const indexed = ({ teamId, userId }: Viewer, type: SourceType, words: string) => sql`
    p.team_id = ${teamId} and p.source_type = ${sql.raw(`'${type}'`)} and (p.visible_to is null or p.visible_to = ${userId})
    ${words ? sql`and p.words @@ ${teamQuery(teamId, prefixQuery(words))}` : sql``}`;
  const hits = async (type: SearchHit["type"], query: SQL): Promise<SearchHit[]> => {
    const { rows } = await db.execute<HitRow>(query);
    return rows.map((row) => ({ type, ...row, date: row.date && new Date(row.date).toISOString() }));
  };
  const sender = (name: string) =>
    sql`(${containing(sql`m.sender`, name)} or ${containing(sql`m.sender_address`, name)})`;

  const inNamedArea = ({ teamId }: Viewer, area: string | null) =>
    area
      ? sql`and p.source_id in (select i.source_id from areas a join area_items i on i.area_id = a.id
          where a.team_id = ${teamId} and a.deleted_at is null and starts_with(${plain(sql`a.name`)}, ${plain(sql`${area}::text`)})
            and i.state <> 'removed')`
      : sql``;

  return {
    tasks(
      viewer: Viewer,
      { words, from, channel, is, area }: SearchQuery,
      due: { from: Date | null; before: Date } | null,
    ) {
      return hits(
        "task",
        sql`
        select t.id, t.title, concat_ws(', ', case t.status when 'new' then null else replace(t.status, '_', ' ') end,
            nullif(trim(concat(u.first_name, ' ', u.last_name)), '')) as detail,
          t.due_date as date, t.message_channel as channel
        from passages p join tasks t on t.id = p.source_id left join users u on u.id = t.assignee_id
          ${from ? sql`join messages m on m.id = t.message_id and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${viewer.userId})` : sql``}
        where ${indexed(viewer, "task", words)} ${inNamedArea(viewer, area)} and t.deleted_at is null
          ${from ? sql`and ${sender(from)}` : sql``}
          ${channel ? sql`and t.message_channel = ${channel}` : sql``}
          ${inState("t", is)}
          ${due ? sql`and t.status <> 'resolved' and t.due_date < ${due.before}` : sql``}
          ${due?.from ? sql`and t.due_date >= ${due.from}` : sql``}
        order by t.status = 'resolved', p.written_at desc limit ${perGroup}`,
      );
    },

    messages(viewer: Viewer, { words, from, channel, is, area }: SearchQuery) {
      const narrowed = from || channel || is;
      return hits(
        "message",
        sql`
        select m.id, coalesce(nullif(trim(m.subject), ''), left(m.content, 80)) as title, m.sender as detail,
          m.created_at as date, m.channel
        from (
          select p.source_id, p.written_at from passages p where ${indexed(viewer, "message", words)}
            ${inNamedArea(viewer, area)}
          ${narrowed ? sql`` : sql`order by p.written_at desc limit ${perGroup}`}
        ) p join messages m on m.id = p.source_id
        where m.deleted_at is null and (m.visible_to is null or m.visible_to = ${viewer.userId})
          ${from ? sql`and ${sender(from)}` : sql``}
          ${channel ? sql`and m.channel = ${channel}` : sql``}
          ${inState("m", is)}
        order by p.written_at desc limit ${perGroup}`,
      );
    },

    meetings(viewer: Viewer, { words, area }: SearchQuery) {
      return hits(
        "meeting",
        sql`
        select m.id, m.title, '' as detail, m.created_at as date, null as channel
        from passages p join meetings m on m.id = p.source_id
        where ${indexed(viewer, "meeting", words)} ${inNamedArea(viewer, area)} and m.deleted_at is null
        group by m.id, p.written_at
        order by p.written_at desc limit ${perGroup}`,
      );
    },

    /** Which of the messages, tasks and meetings belong to an area of the team. */
    async heldBy(teamId: string, areaId: string, ids: string[]): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select i.source_id as id from areas a join area_items i on i.area_id = a.id
        where a.id = ${areaId} and a.team_id = ${teamId} and i.state <> 'removed'
          and i.source_id = any(${sql.param(ids)}::uuid[])`);
      return rows.map(({ id }) => id);
    },

    /** People who wrote a message, whose names or addresses contain every word; the latest first. */
    people(viewer: Viewer, words: string) {
      const named = words.split(" ").map((word) => sender(word));
      const { teamId, userId } = viewer;
      return hits(
        "person",
        sql`
        with newest as materialized (
          select p.source_id, p.written_at from (
            select * from passages where team_id = ${teamId} and (visible_to is null or visible_to = ${userId})
            order by written_at desc limit ${forPeople.looked}) p
          where ${indexed(viewer, "message", words)} limit ${forPeople.most})
        select lower(coalesce(m.sender_address, m.sender)) as id, (array_agg(m.sender order by m.created_at desc))[1] as title,
          coalesce(max(m.sender_address), '') as detail, max(m.created_at) as date, null as channel
        from (
          select source_id from newest union (
            select p.source_id from passages p
            where (select count(*) from newest) < ${forPeople.enough} and ${indexed(viewer, "message", words)}
            order by p.written_at desc limit ${forPeople.most})
        ) p join messages m on m.id = p.source_id
        where m.deleted_at is null and (m.visible_to is null or m.visible_to = ${viewer.userId})
          and ${sql.join(named, sql` and `)}
        group by 1 order by 4 desc limit ${mostPeople}`,
      );
    },
  };
}
