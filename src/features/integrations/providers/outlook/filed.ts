import { hour, minute } from "../../../../shared/durations";
import type { Session } from "../provider";
import { idOf } from "./departures";
import type { Graph } from "./graph";
import { allMailsLink, listMails } from "./mail-list";

/** Folders where mail is read, was thrown away, or isn't correspondence yet, by Graph's well-known names. */
const otherwiseKnown = ["inbox", "sentitems", "deleteditems", "junkemail", "drafts", "outbox"];
/** How often all folders are listed (milliseconds). */
const interval = hour;
/** An email is left alone until the checks of its folder must have read it (milliseconds). */
const settled = 10 * minute;
/** Most pages read per list. A mailbox that receives more isn't counted completely. */
const mostPages = 10;

/** What Health says of such an email. */
export const filedAway = "moved to another folder before Zippy read it, for example by a rule";

/**
 * Finds emails that went past the inbox: they are in another folder and were never read from there. The position of
 * the folders read doesn't name them.
 *
 * @param since - emails received up to this time were listed before (ISO 8601); null begins now.
 * @returns `since` of the next call.
 */
export async function findFiled(
  graph: Pick<Graph, "json">,
  session: Pick<Session, "present">,
  since: string | null,
): Promise<{ count: number; since: string }> {
  const until = new Date(Date.now() - settled).toISOString();
  if (since === null) return { count: 0, since: until };
  if (Date.parse(until) - Date.parse(since) < interval) return { count: 0, since };
  const unread = await listUnread(
    graph,
    session,
    `receivedDateTime gt ${since} and receivedDateTime le ${until}`,
  );
  const known = unread.length === 0 ? [] : await Promise.all(otherwiseKnown.map((name) => idOf(graph, name)));
  return { count: unread.filter((folder) => !known.includes(folder)).length, since: until };
}

/** The folders of the emails that no stored message came from. */
async function listUnread(
  graph: Pick<Graph, "json">,
  session: Pick<Session, "present">,
  filter: string,
): Promise<string[]> {
  const folders: string[] = [];
  let link: string | undefined = allMailsLink(filter);
  for (let read = 0; link && read < mostPages; read++) {
    const { mails, next } = await listMails(graph, link);
    const present = await session.present(mails.map(({ id }) => id));
    folders.push(...mails.filter(({ id }) => !present.has(id)).map(({ parentFolderId }) => parentFolderId));
    link = next;
  }
  return folders;
}
