import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { inArea } from "../../areas/area-sources-repository";
import { teamQuery } from "../../search/words-repository";
import type { Viewer } from "../passage-repository";

/** A message, and who wrote it. */
export interface VoicedMessage {
  id: string;
  sender: string;
  address: string | null;
}

/**
 * A name is looked for among a team's newest messages, and in the index for older ones. Sorting all messages with a
 * common word would take longest, so the index is only asked if few of the newest have the words.
 */
const looked = 2000;
const few = 100;

export function createVoicesRepository(db: Executor) {
  return {
    /**
     * The latest messages that the viewer may read, newest first, and older ones that have all words of a name, for
     * example in their sender's address.
     */
    async latest(
      { teamId, userId, areaId }: Viewer,
      words: string[],
      { from, before }: { from: Date | null; before: Date | null },
    ): Promise<VoicedMessage[]> {
      const findable = sql`p.team_id = ${teamId} and (p.visible_to is null or p.visible_to = ${userId})
        and p.source_type = 'message' ${areaId ? sql`and p.source_id in (${inArea(areaId)})` : sql``}
        ${from ? sql`and p.written_at >= ${from.toISOString()}` : sql``}
        ${before ? sql`and p.written_at < ${before.toISOString()}` : sql``}`;
      const asked = sql`(${sql.join(
        words.map((word) => sql`search_word(${word})`),
        sql` && `,
      )})`;
      const query = teamQuery(teamId, asked);
      const { rows } = await db.execute<{ id: string; sender: string; sender_address: string | null }>(sql`
        with newest as materialized (
          select p.source_id, p.written_at, p.words from passages p where ${findable}
          order by p.written_at desc limit ${looked}),
        named as (
          select p.source_id, p.written_at from passages p
          where numnode(${asked}) > 0 and (select count(*) from newest where words @@ ${query}) < ${few}
            and p.words @@ ${query} and ${findable}
          order by p.written_at desc limit ${looked})
        select m.id, m.sender, m.sender_address
        from (select source_id, written_at from newest union select source_id, written_at from named) p
        join messages m on m.id = p.source_id
        where m.team_id = ${teamId} and m.deleted_at is null and (m.visible_to is null or m.visible_to = ${userId})
        order by p.written_at desc, m.id`);
      return rows.map(({ id, sender, sender_address: address }) => ({ id, sender, address }));
    },
  };
}
