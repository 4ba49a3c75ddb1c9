import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown } from "../../server/paging/known-row";
import type { PageAfter } from "../../shared/paging";
import type { ChannelFigures, FigureRow } from "./contract";
import type { RowQuery } from "./repository";

/** A page of rows that continues after one; `afterAt`: when that row counted, in case it no longer does. */
export interface RowsAfter extends PageAfter {
  afterAt?: string | undefined;
}

/** One row's part in a figure, by the person who made it count. */
export interface PersonSums {
  userId: string | null;
  count: number;
  withContext: number;
  minutes: number;
  median: number | null;
}

const iso = (column: SQL) =>
  sql<string>`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const median = sql`percentile_cont(0.5) within group (order by minutes)`;

/** Aggregates over the queries of `createFigureRows`, and their rows. */
export function createFigureRepository(db: Executor) {
  async function rows<T>(query: SQL): Promise<T[]> {
    return (await db.execute(query)).rows as T[];
  }

  async function one<T>(query: SQL): Promise<T> {
    const [row] = await rows<T>(query);
    if (!row) throw new Error("an aggregate returned no row");
    return row;
  }

  return {
    /** Every completion, latest first. */
    async moments(query: RowQuery): Promise<{ id: string; at: string }[]> {
      return rows(sql`select id, ${iso(sql`at`)} as at from (${query}) counted order by counted.at desc, id`);
    },

    /** Number of rows, of those with context, and sum of the minutes. */
    async sums(query: RowQuery): Promise<{ count: number; withContext: number; minutes: number }> {
      return one(sql`select count(*)::int as count, count(*) filter (where with_context)::int as "withContext",
        coalesce(sum(minutes), 0)::float8 as minutes from (${query}) counted`);
    },

    async sumsByType(query: RowQuery): Promise<{ type: string; count: number; minutes: number }[]> {
      return rows(sql`select type, count(*)::int as count, sum(minutes)::float8 as minutes
        from (${query}) counted group by type`);
    },

    async sumsByPerson(query: RowQuery): Promise<PersonSums[]> {
      return rows(sql`select user_id as "userId", count(*)::int as count,
          count(*) filter (where with_context)::int as "withContext",
          coalesce(sum(minutes), 0)::float8 as minutes, ${median} as median
        from (${query}) counted group by user_id`);
    },

    /** Number of rows in each stretch between two of these moments. */
    async countsBetween(query: RowQuery, moments: Date[]): Promise<number[]> {
      const edges = sql`${sql.param(moments.map((moment) => moment.toISOString()))}::timestamptz[]`;
      const found = await rows<{ stretch: number; count: number }>(sql`
        select width_bucket(at, ${edges}) as stretch, count(*)::int as count from (${query}) counted group by 1`);
      const counts = new Map(found.map(({ stretch, count }) => [stretch, count]));
      return moments.slice(1).map((_, n) => counts.get(n + 1) ?? 0);
    },

    /** Busiest channel first. */
    async byChannel(query: RowQuery): Promise<ChannelFigures[]> {
      return rows(sql`select channel, count(*)::int as received,
          count(*) filter (where needs_action)::int as "needingAction",
          count(*) filter (where status = 'resolved')::int as resolved, ${median} as "minutesToResolve"
        from (${query}) counted group by channel order by received desc, channel`);
    },

    /** A page of a figure's rows, latest first. */
    async page(query: RowQuery, { limit, offset, after, afterAt }: RowsAfter): Promise<FigureRow[]> {
      const knownAt = afterAt
        ? sql`${afterAt}::timestamptz`
        : sql`(select max(at) from shown where id = ${after})`;
      const following = sql`where shown.at < ${knownAt} or (shown.at = ${knownAt} and id > ${after})`;
      // To the millisecond, as callers see a row's moment and send it back.
      const found = await rows<FigureRow>(sql`with counted as (${query}),
          shown as (select id, type, title, date_trunc('milliseconds', counted.at) as at, minutes, with_context from counted)
        select id, type, title, ${iso(sql`shown.at`)} as at, minutes, with_context as "withContext"
        from shown ${after ? following : sql``}
        order by shown.at desc, id limit ${limit} offset ${after ? 0 : offset}`);
      // With its moment, a row that no longer counts will do.
      if (!afterAt)
        await requireKnown(
          db,
          found,
          { after },
          sql`select from (${query}) counted where id = ${after} limit 1`,
        );
      return found;
    },

    /** The received messages of one channel. */
    inChannel: (query: RowQuery, channel: string, state?: "needing_action" | "resolved"): RowQuery => {
      const states = { needing_action: sql`and needs_action`, resolved: sql`and status = 'resolved'` };
      return sql`select * from (${query}) received where channel = ${channel} ${state ? states[state] : sql``}`;
    },

    /** The rows that one person made count. */
    byPerson: (query: RowQuery, userId: string): RowQuery =>
      sql`select * from (${query}) counted where user_id = ${userId}`,
  };
}
