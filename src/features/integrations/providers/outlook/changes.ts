import { z } from "zod";
import { maxMailBytes } from "../../../imports/service";
import { inParallel } from "../../in-parallel";
import { type FoundMail, readMail } from "../../mail-message";
import type { Changes, Cursor, Fetched, Session } from "../../provider";
import { type Graph, Missing } from "./graph";

/** Entries per page, and mails fetched at a time: Graph allows four requests at once for one mailbox. */
const pageSize = 50;
const atATime = 4;
/** The folders that correspondence stands in, by Graph's own names. */
const folders = ["inbox", "sentitems"] as const;
/** Where a mail that left its folder counts as deleted. */
const bins = ["deleteditems", "junkemail"];

/** Per folder the address to go on from; null: from `since` (ISO 8601). `turn`: the folder to read next. */
const Place = z.object({
  since: z.string(),
  links: z.object({ inbox: z.string().nullable(), sentitems: z.string().nullable() }),
  turn: z.union([z.literal(0), z.literal(1)]),
});
type Place = z.infer<typeof Place>;

/** Source: learn.microsoft.com/graph/api/message-delta */
const Page = z.object({
  value: z.array(
    z.object({
      id: z.string(),
      receivedDateTime: z.string().nullish(),
      isDraft: z.boolean().nullish(),
      "@removed": z.object({ reason: z.string() }).nullish(),
    }),
  ),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
type Entry = z.infer<typeof Page>["value"][number];

const Folder = z.object({ id: z.string() });
const Standing = z.object({ parentFolderId: z.string() });

/**
 * What is new in inbox and sent mail, one page of one folder at a time. With a time to start from, Graph answers with
 * at most the latest 5,000 mails of a folder.
 *
 * @throws ProviderFailure `cursor_lost` when Graph has forgotten the place.
 */
export async function fetchOutlook(
  graph: Graph,
  session: Pick<Session, "address" | "standing">,
  cursor: Cursor | null,
  since: Date,
): Promise<Fetched> {
  const place: Place = cursor
    ? Place.parse(cursor)
    : { since: since.toISOString(), links: { inbox: null, sentitems: null }, turn: 0 };
  const folder = folders[place.turn];
  const page = Page.parse(
    await graph.json(place.links[folder] ?? firstLink(folder, place.since), { pageSize }),
  );
  const changes = await readEntries(graph, session, page.value, folder === "sentitems");
  const link = page["@odata.nextLink"] ?? page["@odata.deltaLink"] ?? place.links[folder];
  const ended = page["@odata.nextLink"] === undefined;
  return {
    ...changes,
    cursor: {
      since: place.since,
      links: { ...place.links, [folder]: link },
      turn: ended ? (place.turn + 1) % folders.length : place.turn,
    },
    more: !ended || place.turn < folders.length - 1,
  };
}

function firstLink(folder: string, since: string): string {
  const query = new URLSearchParams({
    $select: "receivedDateTime,isDraft",
    $filter: `receivedDateTime ge ${since}`,
  });
  return `/v1.0/me/mailFolders/${folder}/messages/delta?${query}`;
}

async function readEntries(
  graph: Graph,
  session: Pick<Session, "address" | "standing">,
  entries: Entry[],
  sent: boolean,
): Promise<Changes> {
  const changes: Changes & { emptied: string[] } = { messages: [], removed: [], emptied: [] };
  const isBin = binsOf(graph);
  // Most changes are no news: a mail was read, or marked.
  const standing = await session.standing(entries.map(({ id }) => id));
  await inParallel(entries, atATime, async (entry) => {
    if (entry["@removed"]) {
      if (await isGone(graph, entry.id, isBin)) changes.emptied.push(entry.id);
      return;
    }
    if (entry.isDraft || standing.has(entry.id)) return;
    const mail = await readMime(graph, entry, sent);
    if (mail) changes.messages.push(readMail(mail, session.address));
  });
  return changes;
}

/** Null: it has gone meanwhile. */
async function readMime(
  graph: Graph,
  { id, receivedDateTime }: Entry,
  sent: boolean,
): Promise<FoundMail | null> {
  try {
    const bytes = await graph.bytes(`${pathOf(id)}/$value`, { atMost: maxMailBytes });
    return { bytes, receivedAt: receivedDateTime ? new Date(receivedDateTime) : null, place: id, sent };
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
}

/** A mail that left its folder is deleted or was only moved, such as into an archive. */
async function isGone(
  graph: Graph,
  id: string,
  isBin: (folderId: string) => Promise<boolean>,
): Promise<boolean> {
  try {
    const { parentFolderId } = Standing.parse(await graph.json(`${pathOf(id)}?$select=parentFolderId`));
    return await isBin(parentFolderId);
  } catch (error) {
    if (error instanceof Missing) return true;
    throw error;
  }
}

/** Asks for the ids of the bins once, when the first mail has left its folder. */
function binsOf(graph: Graph): (folderId: string) => Promise<boolean> {
  let known: Promise<string[]> | undefined;
  return async (folderId) => {
    known ??= Promise.all(
      bins.map(async (name) => Folder.parse(await graph.json(`/v1.0/me/mailFolders/${name}?$select=id`)).id),
    );
    return (await known).includes(folderId);
  };
}

const pathOf = (id: string): string => `/v1.0/me/messages/${encodeURIComponent(id)}`;
