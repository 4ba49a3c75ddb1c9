import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";

/** The queries of messages over the month's limit, which are stored and wait for their analysis. */
export function createHeldRepository(db: Executor) {
  return {
    /** Takes the analyses of messages away that came over the limit. */
    async hold(teamId: string, ids: string[]): Promise<void> {
      if (ids.length === 0) return;
      await db.execute(sql`
        update messages set over_limit = true, ai_analysis = null, engine_analysis = null, has_task = false, priority = 'low'
        where team_id = ${teamId} and id = any(${sql.param(ids)}::uuid[])`);
    },

    /** Lets the oldest messages be analyzed that were sent in a span of time. @returns how many. */
    async release(
      teamId: string,
      { since, until, limit }: { since: Date; until: Date; limit: number | null },
    ): Promise<number> {
      const { rows } = await db.execute(sql`
        update messages set over_limit = false
        where team_id = ${teamId} and id in (
          select id from messages
          where team_id = ${teamId} and over_limit and created_at >= ${since} and created_at < ${until}
          order by created_at, id limit ${limit === null ? sql`all` : limit})
        returning id`);
      return rows.length;
    },

    /** The teams that have some. */
    async teams(): Promise<string[]> {
      const { rows } = await db.execute<{ team_id: string }>(
        sql`select distinct team_id from messages where over_limit`,
      );
      return rows.map(({ team_id }) => team_id);
    },
  };
}
