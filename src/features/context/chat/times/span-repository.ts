import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import { teamQuery } from "../../../search/words-repository";
import type { FoundPassage, Viewer } from "../../passage-repository";
import { always, findable, type Voice } from "../voices-repository";

type Span = Voice["span"];
type SpanSource = { type: "message" | "meeting"; id: string };

/** Messages and meetings of a span that are looked through, the newest. */
const looked = 2000;
/** The most of several spans that a question may mean. */
const mostFilled = 3;

const toPassages = (rows: SpanSource[]): FoundPassage[] => rows.map((row) => ({ ...row, position: 0 }));
const inSpan = (viewer: Viewer, span: Span): SQL => findable(["message", "meeting"], viewer, span);

/** The queries for what was written in a stretch of time. */
export function createSpanRepository(db: Executor) {
  const sources = async (query: SQL) => toPassages((await db.execute<SpanSource>(query)).rows);

  return {
    /** Of the spans, the first few in which something was written that the viewer may read. */
    async filled<T extends { from: Date; before: Date }>(viewer: Viewer, spans: T[]): Promise<T[]> {
      const instants = (of: "from" | "before") => sql.param(spans.map((span) => span[of].toISOString()));
      const { rows } = await db.execute<{ at: string }>(sql`
        select s.at from unnest(${instants("from")}::timestamptz[], ${instants("before")}::timestamptz[])
          with ordinality s(since, until, at)
        where exists (select from passages p
          where ${inSpan(viewer, always)} and p.written_at >= s.since and p.written_at < s.until)
        order by s.at limit ${mostFilled}`);
      return rows.flatMap(({ at }) => spans[Number(at) - 1] ?? []);
    },

    /** How many messages and meetings there are. */
    async count(viewer: Viewer, span: Span): Promise<{ messages: number; meetings: number }> {
      const { rows } = await db.execute<{ messages: string; meetings: string }>(sql`
        select count(*) filter (where p.source_type = 'message') as messages,
          count(distinct p.source_id) filter (where p.source_type = 'meeting') as meetings
        from passages p where ${inSpan(viewer, span)}`);
      return { messages: Number(rows[0]?.messages), meetings: Number(rows[0]?.meetings) };
    },

    /** Meetings and the last message of each conversation, newest first; what was sent to many comes last. */
    async latest(viewer: Viewer, span: Span, limit: number): Promise<FoundPassage[]> {
      return sources(sql`
        with newest as materialized (
          select p.source_type, p.source_id, p.written_at from passages p
          where ${inSpan(viewer, span)} order by p.written_at desc limit ${looked}),
        last as (
          select distinct on (coalesce(m.thread_key, n.source_id::text)) n.*, coalesce(m.bulk, false) as bulk
          from newest n left join messages m on m.id = n.source_id and m.team_id = ${viewer.teamId}
          order by coalesce(m.thread_key, n.source_id::text), n.written_at desc)
        select source_type as type, source_id as id from last
        order by bulk, written_at desc, source_id limit ${limit}`);
    },

    /** Meetings, and messages that have one of the words, newest first. */
    async having(viewer: Viewer, span: Span, words: string[], limit: number): Promise<FoundPassage[]> {
      const asked = sql.join(
        words.map((word) => sql`search_word(${word})`),
        sql` || `,
      );
      return sources(sql`
        with newest as materialized (
          select p.source_type, p.source_id, p.written_at, p.words from passages p
          where ${inSpan(viewer, span)} order by p.written_at desc limit ${looked})
        select source_type as type, source_id as id from newest
        where source_type = 'meeting' or words @@ ${teamQuery(viewer.teamId, sql`(${asked})`)}
        group by source_type, source_id order by max(written_at) desc, source_id limit ${limit}`);
    },

    /** What was written last before a span, and first after it. */
    async beside(viewer: Viewer, { from, before }: { from: Date; before: Date }): Promise<FoundPassage[]> {
      const one = (span: Span, order: SQL) => sql`(
        select p.source_type as type, p.source_id as id from passages p
        where ${inSpan(viewer, span)} order by p.written_at ${order} limit 1)`;
      return sources(sql`${one({ from: null, before: from }, sql`desc`)} union all
        ${one({ from: before, before: null }, sql`asc`)}`);
    },
  };
}
