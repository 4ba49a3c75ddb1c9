import { z } from "zod";
import type { Graph } from "./graph";

/** Source: learn.microsoft.com/graph/api/user-list-messages */
const ListedMails = z.object({
  value: z.array(z.object({ id: z.string(), parentFolderId: z.string() })),
  "@odata.nextLink": z.string().optional(),
});
/** Graph allows up to 1,000. */
const pageSize = 500;

/** Where the emails of all folders, including trash and junk, are listed. */
export function allMailsLink(filter: string): string {
  const query = new URLSearchParams({
    $select: "id,parentFolderId",
    $filter: filter,
    $top: String(pageSize),
  });
  return `/v1.0/me/messages?${query}`;
}

/** Reads a page of such a list. @returns `next`: the next page's link; undefined at the end. */
export async function listMails(graph: Pick<Graph, "json">, link: string) {
  const { value: mails, "@odata.nextLink": next } = ListedMails.parse(await graph.json(link));
  return { mails, next };
}
