import { sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { TeamEvent } from "../../shared/live-event";

/**
 * What open screens are told of messages: one event for the team and one for each person who alone sees some of them,
 * because not even the id of such a message is for the others.
 */
export async function eventsOf(
  tx: Executor,
  teamId: string,
  type: "new_message" | "message_updated",
  messageIds: string[],
): Promise<TeamEvent[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await tx.execute<{ id: string; visible_to: string | null }>(sql`
    select distinct on (visible_to) id, visible_to from messages
    where team_id = ${teamId} and id = any(${sql.param(messageIds)}::uuid[])
    order by visible_to`);
  return rows.map((row) => ({ type, id: row.id, onlyFor: row.visible_to }));
}
