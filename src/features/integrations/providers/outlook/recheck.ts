import { z } from "zod";
import type { Quarantine } from "../../sync/quarantine-entry";
import { findEmptied, listedFrom, listLocations, type MissingMessage, recheckFrom } from "../../sync/recheck";
import type { Session } from "../provider";
import { binsOf, isGone } from "./departures";
import type { Graph } from "./graph";

/**
 * Lists emails of all folders, including trash and junk. Source:
 * learn.microsoft.com/graph/api/user-list-messages
 */
const ListedMessages = z.object({
  value: z.array(z.object({ id: z.string(), parentFolderId: z.string() })),
  "@odata.nextLink": z.string().optional(),
});
/** Graph allows up to 1,000. */
const pageSize = 500;

/**
 * Finds emails that were deleted or trashed while the position was lost.
 *
 * @param after - the last location that was already checked.
 */
export async function recheckMailbox(
  graph: Pick<Graph, "json">,
  session: Pick<Session, "stored">,
  after: string,
  quarantine: Quarantine,
): Promise<MissingMessage> {
  const from = recheckFrom();
  const stored = await session.stored(from);
  const query = new URLSearchParams({
    $select: "id,parentFolderId",
    $filter: `receivedDateTime ge ${listedFrom(from).toISOString()}`,
    $top: String(pageSize),
  });
  const isBin = binsOf(graph);
  const listed = await listLocations(async (link) => {
    const page = ListedMessages.parse(await graph.json(link ?? `/v1.0/me/messages?${query}`));
    const bins = await Promise.all(page.value.map(({ parentFolderId }) => isBin(parentFolderId)));
    const present = page.value.filter((_, at) => !bins[at]);
    return { locations: present.map(({ id }) => id), next: page["@odata.nextLink"] };
  });
  const isEmpty = async (location: string) =>
    (await quarantine.attempt(location, () => isGone(graph, location, isBin))) === true;
  return findEmptied(stored, listed, after, isEmpty);
}
