import type { Executor } from "../../../server/database";
import { keptMessages } from "../../inbox/storing/account-messages";
import type { StoredMessage, StoredSelection } from "../providers/provider";
import type { ConnectionRow } from "../repository";
import { createLocationRepository } from "./location-repository";

/**
 * An account's messages that are still in the inbox, with their locations at the source; newest first.
 *
 * @param since - messages sent earlier are skipped.
 * @param which - default: all.
 */
export async function storedMessages(
  db: Executor,
  { accountId, teamId, provider }: Pick<ConnectionRow, "accountId" | "teamId" | "provider">,
  since: Date,
  which?: StoredSelection,
): Promise<StoredMessage[]> {
  const kept = await keptMessages(db, { teamId, accountId, channel: provider }, since, which);
  const locations = await createLocationRepository(db).of(
    { accountId, teamId },
    kept.map(({ externalId }) => externalId),
  );
  return kept.map((message) => ({ ...message, locations: locations.get(message.externalId) ?? [] }));
}
