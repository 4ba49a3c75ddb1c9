import type { Executor } from "../../../server/database";
import { keptMessages } from "../../inbox/ingest";
import type { StoredMessage, StoredSelection } from "../providers/provider";
import type { ConnectionRow } from "../repository";
import { createLocationRepository } from "./location-repository";

/**
 * What an account has brought that is still in the inbox, and where it is at its source; newest first.
 *
 * @param since - what was sent before is left out.
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
