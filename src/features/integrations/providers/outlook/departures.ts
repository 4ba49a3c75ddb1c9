import { z } from "zod";
import { type Graph, MissingError } from "./graph";

/** Folders in which an email counts as deleted. */
const bins = ["deleteditems", "junkemail"];

const Folder = z.object({ id: z.string() });
const Presence = z.object({ parentFolderId: z.string() });

/** The Graph path of an email. */
export const pathOf = (id: string): string => `/v1.0/me/messages/${encodeURIComponent(id)}`;

/** Returns a check for trash and junk folders by id. Fetches their ids on first use. */
export function binsOf(graph: Pick<Graph, "json">): (folderId: string) => Promise<boolean> {
  let known: Promise<Set<string>> | undefined;
  return async (folderId) => {
    known ??= Promise.all(bins.map((name) => idOf(graph, name))).then(
      (ids) => new Set(ids.filter((id) => id !== undefined)),
    );
    return (await known).has(folderId);
  };
}

/** The id of a folder by its well-known name; undefined if the mailbox doesn't have it. */
export async function idOf(graph: Pick<Graph, "json">, name: string): Promise<string | undefined> {
  const folder = await graph.json(`/v1.0/me/mailFolders/${name}?$select=id`).catch(unlessMissing);
  return folder === undefined ? undefined : Folder.parse(folder).id;
}

/** True if an email that left its folder was deleted; false if it only moved, for example to an archive. */
export async function isGone(
  graph: Pick<Graph, "json">,
  id: string,
  isBin: (folderId: string) => Promise<boolean>,
): Promise<boolean> {
  const mail = await graph.json(`${pathOf(id)}?$select=parentFolderId`).catch(unlessMissing);
  // Only a 404 for the email itself means it is gone. A missing folder doesn't.
  return mail === undefined || isBin(Presence.parse(mail).parentFolderId);
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof MissingError)) throw error;
}
