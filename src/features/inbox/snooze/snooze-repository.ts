import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { type MessageRow, ofTeam } from "../repository";
import { messages } from "../tables";

/** A message whose snooze has ended. */
export interface WokenMessage extends Record<string, unknown> {
  id: string;
  teamId: string;
  /** Nobody waits for it any more. */
  settled: boolean;
}

const woken = sql`returning woken.id, woken.team_id as "teamId",
  (woken.deleted_at is not null or woken.status = 'resolved') as settled`;

export function createSnoozeRepository(db: Executor) {
  return {
    /**
     * Changes a message that the caller has found in this team.
     *
     * @param until - null: wakes it.
     * @param by - who is told when it comes back; undefined: the same person as before.
     */
    async set(teamId: string, id: string, until: Date | null, by?: string): Promise<MessageRow> {
      const [row] = await db
        .update(messages)
        .set({ snoozedUntil: until, ...(by && { snoozedBy: by }) })
        .where(and(ofTeam(teamId), eq(messages.id, id)))
        .returning();
      return row as MessageRow;
    },

    /** Ends the snoozes that are over, of all teams. */
    async wakeDue(): Promise<WokenMessage[]> {
      const { rows } = await db.execute<WokenMessage>(sql`
        update messages woken set snoozed_until = null where snoozed_until <= now() ${woken}`);
      return rows;
    },

    /** Ends the snoozes of the earlier messages of the conversations that these new messages belong to. */
    async wakeThreadsOf(teamId: string, newIds: string[]): Promise<WokenMessage[]> {
      const { rows } = await db.execute<WokenMessage>(sql`
        update messages woken set snoozed_until = null
        from messages reply
        where reply.team_id = ${teamId} and reply.id = any(${sql.param(newIds)}::uuid[])
          and reply.thread_key is not null and not reply.from_owner
          and woken.team_id = ${teamId} and woken.thread_key = reply.thread_key
          and woken.snoozed_until is not null and woken.created_at < reply.created_at
          and woken.visible_to is not distinct from reply.visible_to ${woken}`);
      return rows;
    },

    /** The earlier messages of the conversations that these new messages of others belong to. */
    async repliedTo(teamId: string, newIds: string[]): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select distinct earlier.id from messages reply
        join messages earlier on earlier.team_id = reply.team_id and earlier.thread_key = reply.thread_key
          and earlier.created_at < reply.created_at
        where reply.team_id = ${teamId} and reply.id = any(${sql.param(newIds)}::uuid[])
          and reply.thread_key is not null and not reply.from_owner
          and exists (select from tasks where tasks.team_id = ${teamId} and tasks.message_id = earlier.id
            and tasks.snoozed_until is not null)`);
      return rows.map(({ id }) => id);
    },
  };
}
