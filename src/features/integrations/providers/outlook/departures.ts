import { z } from "zod";
import { type Graph, Missing } from "./graph";

/** Where a mail that left its folder counts as deleted. */
const bins = ["deleteditems", "junkemail"];

const Folder = z.object({ id: z.string() });
const Presence = z.object({ parentFolderId: z.string() });

/** The path of a mail. */
export const pathOf = (id: string): string => `/v1.0/me/messages/${encodeURIComponent(id)}`;

/** Tells bins from other folders by their ids, which are asked for once, when somebody wants to know. */
export function binsOf(graph: Pick<Graph, "json">): (folderId: string) => Promise<boolean> {
  let known: Promise<Set<string>> | undefined;
  return async (folderId) => {
    known ??= Promise.all(bins.map((name) => idOf(graph, name))).then(
      (ids) => new Set(ids.filter((id) => id !== undefined)),
    );
    return (await known).has(folderId);
  };
}

/** The id of a folder by Graph's own name of it; undefined: the mailbox has none. */
async function idOf(graph: Pick<Graph, "json">, name: string): Promise<string | undefined> {
  const folder = await graph.json(`/v1.0/me/mailFolders/${name}?$select=id`).catch(unlessMissing);
  return folder === undefined ? undefined : Folder.parse(folder).id;
}

/** Whether a mail that left its folder is deleted; else it was only moved, such as into an archive. */
export async function isGone(
  graph: Pick<Graph, "json">,
  id: string,
  isBin: (folderId: string) => Promise<boolean>,
): Promise<boolean> {
  const mail = await graph.json(`${pathOf(id)}?$select=parentFolderId`).catch(unlessMissing);
  // Only what is said of the mail itself counts: a folder that is not there is no reason to remove it.
  return mail === undefined || isBin(Presence.parse(mail).parentFolderId);
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Missing)) throw error;
}
