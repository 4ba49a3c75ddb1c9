import { sql } from "drizzle-orm";
import type { Executor } from "../../../../server/database";
import type { Viewer } from "../../passage-repository";
import { always, findable } from "../voices-repository";

/** Meetings that are looked through for a title, the newest. */
const looked = 500;

/** The query for a meeting that a question names by its title. */
export function createMeetingRepository(db: Executor) {
  return {
    /** The latest meetings that can be found, newest first. */
    async latest(viewer: Viewer): Promise<{ id: string; title: string }[]> {
      const { rows } = await db.execute<{ id: string; title: string }>(sql`
        select m.id, m.title from meetings m
        where m.team_id = ${viewer.teamId} and m.deleted_at is null and exists (
          select from passages p where ${findable("meeting", viewer, always)} and p.source_id = m.id)
        order by m.created_at desc, m.id limit ${looked}`);
      return rows;
    },
  };
}
