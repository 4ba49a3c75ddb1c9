import type { Executor } from "../../server/database";
import type { TeamEvent } from "../../shared/live-event";
import { createMessageRepository } from "./repository";

/**
 * Events for open screens when messages change: one for the team, and one for each person with private
 * messages. Others must not see even the id of a private message.
 */
export async function eventsOf(
  tx: Executor,
  teamId: string,
  type: "new_message" | "message_updated",
  messageIds: string[],
): Promise<TeamEvent[]> {
  const rows = await createMessageRepository(tx).oneForEachReader(teamId, messageIds);
  return rows.map(({ id, visibleTo, count }) => ({
    ...{ type, id, onlyFor: visibleTo },
    ...(count === 1 && { single: true as const }),
  }));
}
