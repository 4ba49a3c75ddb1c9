import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { ofTeam } from "../repository";
import { messages } from "../tables";

/** How many of an import's messages ask for something: since a given time, and before it. */
export interface AskingCounts {
  recent: number;
  older: number;
}

/** One import of a team. */
export interface ImportRef {
  teamId: string;
  importId: string;
}

const ofImport = (teamId: string, importId: string): SQL | undefined =>
  and(ofTeam(teamId), eq(messages.importId, importId));

/** What would require action if no message were left to All Messages. The column `requires_action` has the real value. */
const asks = sql`((status = 'new' and has_task) or (priority = 'high' and status <> 'resolved'))`;

/** The queries about the age of imported messages. */
export function createArchiveRepository(db: Executor) {
  return {
    /** Counts the messages of an import that ask for something. */
    async countAsking({ teamId, importId }: ImportRef, since: Date): Promise<AskingCounts> {
      const [row] = await db
        .select({
          recent: sql<number>`(count(*) filter (where ${messages.createdAt} >= ${since}))::int`,
          older: sql<number>`(count(*) filter (where ${messages.createdAt} < ${since}))::int`,
        })
        .from(messages)
        .where(and(ofImport(teamId, importId), asks));
      return row ?? { recent: 0, older: 0 };
    },

    /**
     * Moves an import's messages from before a given time to All Messages, and its later ones to Requires
     * Action.
     *
     * @param before - null: moves none to All Messages.
     * @returns how many messages changed their view.
     */
    async leaveToAll({ teamId, importId }: ImportRef, before: Date | null): Promise<number> {
      const left = before ? sql`${messages.createdAt} < ${before}` : sql`false`;
      const { rows } = await db.execute<{ moved: number }>(sql`
        with moved as (
          update ${messages} set left_to_all = ${left}
          where ${ofImport(teamId, importId)} and left_to_all <> (${left})
          returning ${asks} as asks
        )
        select count(*) filter (where asks)::int as moved from moved`);
      return rows[0]?.moved ?? 0;
    },
  };
}
