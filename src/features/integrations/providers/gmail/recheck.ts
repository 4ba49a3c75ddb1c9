import type { Quarantine } from "../../sync/quarantine-entry";
import { findEmptied, listedFrom, listLocations, type MissingMessage, recheckFrom } from "../../sync/recheck";
import type { Session } from "../provider";
import type { Mailbox } from "./mailbox";

/**
 * The largest page Gmail offers. Source:
 * developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/list
 */
const pageSize = 500;

/**
 * Finds emails that were deleted, trashed or marked as spam while history was unavailable.
 *
 * @param after - the last location that was already checked.
 */
export async function recheckMailbox(
  mailbox: Pick<Mailbox, "list" | "stands">,
  session: Pick<Session, "stored">,
  after: string,
  quarantine: Quarantine,
): Promise<MissingMessage> {
  const from = recheckFrom();
  const stored = await session.stored(from);
  const since = Math.floor(listedFrom(from).getTime() / 1000);
  const listed = await listLocations(async (pageToken) => {
    const { messages = [], nextPageToken } = await mailbox.list(since, pageToken, pageSize);
    return { locations: messages.flatMap(({ id }) => id ?? []), next: nextPageToken ?? undefined };
  });
  const isEmpty = async (location: string) =>
    (await quarantine.attempt(location, () => mailbox.stands(location))) === false;
  return findEmptied(stored, listed, after, isEmpty);
}
