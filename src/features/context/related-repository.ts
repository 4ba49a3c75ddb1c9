import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { day } from "../../shared/durations";
import type { Viewer } from "./passage-repository";

/** Who wrote a message. */
export interface Writer {
  /** The address in lower case; the name where there is none. */
  key: string;
  name: string;
  at: Date;
}

/** How far apart two messages of one person may be to count as related (milliseconds). */
const near = 30 * day;

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
      const from = new Date(at.getTime() - near);
      const until = new Date(at.getTime() + near);
      return idsOf(sql`
        select m.id from messages m
        where ${readable(viewer)} and ${writer} = ${key} and m.created_at between ${from} and ${until}
        order by m.created_at desc, m.id desc limit ${limit}`);
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
