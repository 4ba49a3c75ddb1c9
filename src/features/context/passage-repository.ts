import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { inArea } from "../areas/area-sources-repository";
import { teamQuery } from "../search/words-repository";
import type { SourceType } from "./contract";

/** Who searches, and where. */
export interface Viewer {
  teamId: string;
  userId: string;
  /** Only what belongs to this area. */
  areaId?: string | undefined;
  /** Only what was written then. */
  span?: TimeSpan | undefined;
  /** Only these sources, by their ids. */
  only?: string[] | undefined;
}

/** A stretch of time; null: without a beginning or an end. */
export interface TimeSpan {
  from: Date | null;
  before: Date | null;
}

/** A word of a question, and how many of the team's passages contain it, up to {@link countedUpTo}. */
export interface CountedWord {
  word: string;
  count: number;
}

/** A passage that contains some of the words. */
export interface FoundPassage {
  type: SourceType;
  id: string;
  position: number;
}

/** Looking a word up stops here: a word in so many passages tells little about any of them. */
export const countedUpTo = 400;

/** Counting a team's passages stops here; more of them make no word rarer. */
const totalUpTo = 20_000;

/** A word in more of the newest passages than this needs no lookup, which is what takes longest for common words. */
const sample = { looked: 300, with: 15 };

/** Passages that are looked through for words which are all common: those with most of them, and the newest. */
const lookedThrough = 400;

/** Limits a column to a span of time. */
export const within = (column: SQL, { from, before }: TimeSpan): SQL => sql`
  ${from ? sql`and ${column} >= ${from.toISOString()}` : sql``}
  ${before ? sql`and ${column} < ${before.toISOString()}` : sql``}`;

/** What this person may find in this team. The team's key in the words narrows the index; the columns decide. */
const findable = ({ teamId, userId, areaId, span, only }: Viewer): SQL =>
  sql`p.team_id = ${teamId} and (p.visible_to is null or p.visible_to = ${userId})
    ${areaId ? sql`and p.source_id in (${inArea(areaId)})` : sql``} ${span ? within(sql`p.written_at`, span) : sql``}
    ${only ? sql`and p.source_id = any(${sql.param(only)}::uuid[])` : sql``}`;

/** The queries of the index. */
export function createPassageRepository(db: Executor) {
  const narrowed = (types?: SourceType[]) =>
    types ? sql`and p.source_type = any(${sql.param(types)}::text[])` : sql``;
  const columns = sql`p.source_type, p.source_id, p.position, p.written_at, p.words`;

  return {
    /**
     * Looks words up: counts each, and finds the passages with the rare ones, those with the rarest words first,
     * then the newest. Leaves out words that are too common to be in the index at all.
     *
     * @param total - how many passages there are.
     * @param common - words that need no lookup; they only count for the order.
     */
    async lookUp(
      viewer: Viewer,
      { words, common, total, types, limit }: Lookup,
    ): Promise<{ counted: CountedWord[]; found: FoundPassage[] }> {
      // One statement, because each waits for the one before. Each word gets its team's key once, not for every passage.
      const { rows } = await db.execute<FoundRow & { counted: [string, number][] }>(sql`
        with newest as materialized (
          select p.words from passages p where ${findable(viewer)}
          order by p.written_at desc limit ${total > sample.looked * 10 ? sample.looked : 0}),
        known as materialized (
          select word, ${teamQuery(viewer.teamId, sql`query`)} as query from (
            select word, search_word(word) as query from unnest(${sql.param(words)}::text[]) w(word)) w
          where numnode(query) > 0),
        asked as materialized (
          select k.*, (select count(*) from newest n where n.words @@ k.query) > ${sample.with} as often from known k),
        held as (
          select a.word, p.* from asked a cross join lateral (
            select ${columns} from passages p
            where not a.often and p.words @@ a.query and ${findable(viewer)} ${narrowed(types)}
            limit ${countedUpTo}) p),
        counted as (
          select a.word, a.query, case when a.often then ${countedUpTo}
            else (select count(*) from held h where h.word = a.word) end as count from asked a
          union all
          select w.word, ${teamQuery(viewer.teamId, sql`search_word(w.word)`)}, ${countedUpTo} from unnest(${sql.param(common)}::text[]) w(word)),
        weighed as (
          select query, count, ln(1 + (${total} + 0.5) / (0.5 +
            case when count < ${countedUpTo} then count else greatest(count, ${total} / 4.0) end)) as weight
          from counted where count > 0),
        candidates as (
          select distinct on (h.source_id, h.position) h.* from held h
          join counted c on c.word = h.word and c.count < ${countedUpTo}),
        found as (
          select c.source_type, c.source_id, c.position
          from candidates c join weighed w on c.words @@ w.query
          group by c.source_type, c.source_id, c.position, c.written_at
          order by sum(w.weight) desc, c.written_at desc limit ${limit})
        select (select jsonb_agg(jsonb_build_array(word, count)) from counted) as counted, found.*
        from (select) one left join found on true`);
      return {
        counted: (rows[0]?.counted ?? []).map(([word, count]) => ({ word, count })),
        found: toFound(rows),
      };
    },

    /** How many passages the team has, up to {@link totalUpTo}. */
    async total({ teamId, span, only }: Viewer): Promise<number> {
      const { rows } = await db.execute<{ count: string }>(sql`
        select count(*) as count from (
          select from passages where team_id = ${teamId} ${span ? within(sql`written_at`, span) : sql``}
            ${only ? sql`and source_id = any(${sql.param(only)}::uuid[])` : sql``}
          limit ${totalUpTo}) counted`);
      return Number(rows[0]?.count ?? 0);
    },

    /**
     * Passages with words that are all common: those with all of them or all but one, and the newest. First those
     * with the most words, then the newest.
     */
    async findCommon(
      viewer: Viewer,
      words: string[],
      { types, limit }: { types?: SourceType[] | undefined; limit: number },
    ): Promise<FoundPassage[]> {
      const queries = words.map((word) => teamQuery(viewer.teamId, sql`search_word(${word})`));
      const sets = [queries, ...(words.length > 2 ? words.map((_, left) => queries.toSpliced(left, 1)) : [])];
      const having = sets.map(
        (some) => sql`(select ${columns} from passages p
          where (select count(*) from newest where words @@ (${sql.join(queries, sql` && `)})) < ${limit}
            and p.words @@ (${sql.join(some, sql` && `)})
            and ${findable(viewer)} ${narrowed(types)} limit ${Math.ceil(lookedThrough / sets.length)})`,
      );
      const { rows } = await db.execute<FoundRow>(sql`
        with newest as materialized (
          select ${columns} from passages p where ${findable(viewer)} ${narrowed(types)}
          order by p.written_at desc limit ${lookedThrough})
        select source_type, source_id, position from (
          select distinct on (source_id, position) * from (
            select * from newest union all ${sql.join(having, sql` union all `)}) looked
          where words @@ (${sql.join(queries, sql` || `)})) found
        order by ${sql.join(
          queries.map((query) => sql`(words @@ ${query})::int`),
          sql` + `,
        )} desc, written_at desc limit ${limit}`);
      return toFound(rows);
    },
  };
}

type FoundRow = { source_type: SourceType | null; source_id: string; position: number };

const toFound = (rows: FoundRow[]): FoundPassage[] =>
  rows.flatMap(({ source_type: type, source_id: id, position }) => (type ? [{ type, id, position }] : []));

interface Lookup {
  words: string[];
  common: string[];
  total: number;
  types?: SourceType[] | undefined;
  limit: number;
}
