import type { Executor } from "../../server/database";
import type { TeamEvent } from "../../shared/live-event";
import { createMessageRepository } from "./repository";

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
  const rows = await createMessageRepository(tx).oneForEachReader(teamId, messageIds);
  return rows.map(({ id, visibleTo }) => ({ type, id, onlyFor: visibleTo }));
}
