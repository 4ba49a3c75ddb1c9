import { z } from "zod";
import type { Quarantine } from "../../sync/quarantine";
import { findEmptied, listedFrom, listLocations, type MissingMessage, recheckFrom } from "../../sync/recheck";
import type { Session } from "../provider";
import { binsOf, isGone } from "./departures";
import type { Graph } from "./graph";

/** Source: learn.microsoft.com/graph/api/user-list-messages, which lists the mails of all folders, bins among them. */
const ListedMessages = z.object({
  value: z.array(z.object({ id: z.string(), parentFolderId: z.string() })),
  "@odata.nextLink": z.string().optional(),
});
/** Of up to 1,000. */
const pageSize = 500;

/**
 * Finds mails that were deleted or thrown away while Graph kept no account of it.
 *
 * @param after - places up to this one were asked about.
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
