import type { Quarantine } from "../../sync/quarantine-entry";
import { findEmptied, listedFrom, listLocations, type MissingMessage, recheckFrom } from "../../sync/recheck";
import type { Session } from "../provider";
import { binsOf, isGone } from "./departures";
import type { Graph } from "./graph";
import { allMailsLink, listMails } from "./mail-list";

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
  const first = allMailsLink(`receivedDateTime ge ${listedFrom(from).toISOString()}`);
  const isBin = binsOf(graph);
  const listed = await listLocations(async (link) => {
    const page = await listMails(graph, link ?? first);
    const bins = await Promise.all(page.mails.map(({ parentFolderId }) => isBin(parentFolderId)));
    const present = page.mails.filter((_, at) => !bins[at]);
    return { locations: present.map(({ id }) => id), next: page.next };
  });
  const isEmpty = async (location: string) =>
    (await quarantine.attempt(location, () => isGone(graph, location, isBin))) === true;
  return findEmptied(stored, listed, after, isEmpty);
}
