import { z } from "zod";
import { maxMailBytes } from "../../../imports/service";
import { inParallel } from "../../sync/in-parallel";
import { type FoundMail, readMail } from "../../sync/mail-message";
import { type Aside, openAside, SetAside } from "../../sync/quarantine";
import { recheckFrom, unlessRefused } from "../../sync/recheck";
import type { Changes, Cursor, Fetched, Session } from "../provider";
import { binsOf, isGone, pathOf } from "./departures";
import { type Graph, Missing } from "./graph";
import { recheckMailbox } from "./recheck";

/** Entries per page, and mails fetched at a time: Graph allows four requests at once for one mailbox. */
const pageSize = 50;
const atATime = 4;
/** The folders that correspondence stands in, by Graph's own names. */
const folders = ["inbox", "sentitems"] as const;

/**
 * Per folder the address to go on from; null: from `since` (ISO 8601). `turn`: the folder to read next. `recheck`: once
 * both were read, what was deleted while the place was lost is looked for, after this one. `aside`: mails that Graph fails
 * on, asked for again once both were read.
 */
const Place = z.object({
  since: z.string(),
  links: z.object({ inbox: z.string().nullable(), sentitems: z.string().nullable() }),
  turn: z.union([z.literal(0), z.literal(1)]),
  recheck: z.string().nullable().default(null),
  aside: SetAside.default([]),
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

/**
 * What is new in inbox and sent mail, one page of one folder at a time. With a time to start from, Graph answers with
 * at most the latest 5,000 mails of a folder.
 *
 * @throws ProviderFailure `cursor_lost` when Graph has forgotten the place.
 */
export async function fetchOutlook(
  graph: Graph,
  session: Pick<Session, "address" | "standing" | "stored" | "failures">,
  cursor: Cursor | null,
  since: Date,
): Promise<Fetched> {
  const place: Place = cursor ? Place.parse(cursor) : await startAt(session, since);
  const aside = openAside(place.aside, session.failures);
  if (place.recheck !== null && place.turn === 0 && place.links.sentitems !== null) {
    const { emptied, after } = await unlessRefused(recheckMailbox(graph, session, place.recheck, aside));
    const cursor = { ...place, recheck: after, aside: aside.kept };
    return { messages: [], removed: [], emptied, cursor, more: true };
  }
  const folder = folders[place.turn];
  const page = Page.parse(
    await graph.json(place.links[folder] ?? firstLink(folder, place.since), { pageSize }),
  );
  const again = aside.kept;
  const changes = await readEntries({ graph, session, aside }, page.value, folder === "sentitems");
  const link = page["@odata.nextLink"] ?? page["@odata.deltaLink"] ?? place.links[folder];
  const ended = page["@odata.nextLink"] === undefined;
  const more = !ended || place.turn < folders.length - 1 || place.recheck !== null;
  if (!more) await readAgain({ graph, session, aside }, again, changes);
  return {
    ...changes,
    cursor: {
      ...place,
      links: { ...place.links, [folder]: link },
      turn: ended ? (place.turn + 1) % folders.length : place.turn,
      aside: aside.kept,
    },
    more,
  };
}

/** Without a place, whatever may have changed about the mails of the last weeks is looked for; their changes are told on. */
async function startAt(session: Pick<Session, "stored">, since: Date): Promise<Place> {
  const from = recheckFrom();
  const known = await session.stored(from);
  return {
    since: new Date(Math.min(since.getTime(), from.getTime())).toISOString(),
    links: { inbox: null, sentitems: null },
    turn: 0,
    recheck: known.length > 0 ? "" : null,
    aside: [],
  };
}

function firstLink(folder: string, since: string): string {
  const query = new URLSearchParams({
    $select: "receivedDateTime,isDraft",
    $filter: `receivedDateTime ge ${since}`,
  });
  return `/v1.0/me/mailFolders/${folder}/messages/delta?${query}`;
}

type Found = Changes & { emptied: string[] };

interface Reading {
  graph: Graph;
  session: Pick<Session, "address" | "standing">;
  aside: Aside;
}

async function readEntries(
  { graph, session, aside }: Reading,
  entries: Entry[],
  sent: boolean,
): Promise<Found> {
  const changes: Found = { messages: [], removed: [], emptied: [] };
  const isBin = binsOf(graph);
  // Most changes are no news: a mail was read, or marked.
  const standing = await session.standing(entries.map(({ id }) => id));
  await inParallel(entries, atATime, async (entry) => {
    if (entry["@removed"]) {
      if (await aside.attempt(entry.id, () => isGone(graph, entry.id, isBin))) changes.emptied.push(entry.id);
      return;
    }
    if (entry.isDraft || standing.has(entry.id)) return;
    const mail = await aside.attempt(entry.id, () => readMime(graph, entry, sent), sent);
    if (mail) changes.messages.push(readMail(mail, session.address));
  });
  return changes;
}

/** Asks again for what was set aside before: it may be gone by now, new still, or both of no account. */
async function readAgain({ graph, session, aside }: Reading, again: SetAside, changes: Found): Promise<void> {
  const isBin = binsOf(graph);
  const standing = await session.standing(again.map(({ id }) => id));
  await inParallel(again, atATime, async ({ id, sent }) => {
    const mail = await aside.attempt(id, async () => {
      if (await isGone(graph, id, isBin)) changes.emptied.push(id);
      else if (!standing.has(id)) return readMime(graph, { id }, sent);
      return null;
    });
    if (mail) changes.messages.push(readMail(mail, session.address));
  });
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
