import pMap from "p-map";
import { z } from "zod";
import { maxMailBytes } from "../../../mail/raw-mail";
import type { Quarantine, QuarantineEntry } from "../../sync/quarantine-entry";
import { recheckFrom, unlessRefused } from "../../sync/recheck";
import type { Changes, Cursor, FetchedPage, FoundMail, Session } from "../provider";
import { binsOf, isGone, pathOf } from "./departures";
import { filedAway, findFiled } from "./filed";
import { type Graph, MissingError } from "./graph";
import { recheckMailbox } from "./recheck";

/** Entries per page, and emails fetched at a time. Graph allows four concurrent requests per mailbox. */
const pageSize = 50;
const atATime = 4;
/** The folders with correspondence, by Graph's well-known names. */
const folders = ["inbox", "sentitems"] as const;

const PerFolder = z.object({ inbox: z.string().nullable(), sentitems: z.string().nullable() });
const inNoFolder = { inbox: null, sentitems: null };

/**
 * The position to resume from. `links`: next URL per folder; null starts from `since` (ISO 8601). `turn`: the
 * folder to read next. `recheck`: location after which to look for deletions that happened while the position
 * was lost, once both folders are read. `quarantine`: emails that Graph fails on, retried once both folders
 * are read. `oldest`: when the oldest email that the first round has returned so far was received; null after
 * that round. `older`: the next URL of the emails that the first round left out. `filedSince`: after this time, emails
 * in other folders haven't been counted (ISO 8601); null until both folders are read.
 */
const CursorState = z.object({
  since: z.string(),
  links: PerFolder,
  turn: z.union([z.literal(0), z.literal(1)]),
  recheck: z.string().nullable().default(null),
  oldest: PerFolder.default(inNoFolder),
  older: PerFolder.default(inNoFolder),
  filedSince: z.string().nullable().default(null),
});
type CursorState = z.infer<typeof CursorState>;

/** Source: learn.microsoft.com/graph/api/message-delta, and graph/api/mailfolder-list-messages */
const Entry = z.object({
  id: z.string(),
  receivedDateTime: z.string().nullish().catch(null),
  isDraft: z.boolean().nullish().catch(null),
  webLink: z
    .url({ protocol: /^https$/ })
    .nullish()
    .catch(null),
  "@removed": z.unknown().optional(),
});
type Entry = z.infer<typeof Entry>;

/** `nameless`: how many entries have no id. They can't be read, and don't affect the others. */
const Page = z
  .object({
    value: z.array(z.unknown()),
    "@odata.nextLink": z.string().optional(),
    "@odata.deltaLink": z.string().optional(),
  })
  .transform(({ value, ...links }) => {
    const entries = value.flatMap((one) => Entry.safeParse(one).data ?? []);
    return { ...links, value: entries, nameless: value.length - entries.length };
  });

/**
 * Fetches what is new in the inbox and sent mail, one page of one folder at a time. With a start time, Graph's changes
 * begin with at most the latest 5,000 emails of a folder. Those before are listed once there is nothing new to read.
 *
 * @throws ProviderFailure `cursor_lost` when Graph no longer knows the position.
 */
export async function fetchOutlook(
  graph: Graph,
  session: Pick<Session, "present" | "stored" | "quarantine">,
  cursor: Cursor | null,
  since: Date,
): Promise<FetchedPage> {
  const cursorState: CursorState = cursor ? CursorState.parse(cursor) : await startAt(session, since);
  const { quarantine } = session;
  if (cursorState.recheck !== null && cursorState.turn === 0 && cursorState.links.sentitems !== null) {
    const { emptied, after } = await unlessRefused(
      recheckMailbox(graph, session, cursorState.recheck, quarantine),
    );
    const cursor = { ...cursorState, recheck: after };
    return { messages: [], removed: [], emptied, cursor, more: true };
  }
  const folder = folders[cursorState.turn];
  const page = Page.parse(
    await graph.json(cursorState.links[folder] ?? firstLink(folder, cursorState.since), { pageSize }),
  );
  const again = quarantine.due;
  const changes = await fetchEntries({ graph, session, quarantine }, page.value, folder === "sentitems");
  changes.ignored = Array<string>(page.nameless).fill("an email that Outlook lists without an id");
  const link = page["@odata.nextLink"] ?? page["@odata.deltaLink"] ?? cursorState.links[folder];
  const ended = page["@odata.nextLink"] === undefined;
  const next = {
    ...cursorState,
    ...afterFirstRound(cursorState, folder, page.value, ended),
    links: { ...cursorState.links, [folder]: link },
    turn: ended ? (cursorState.turn + 1) % folders.length : cursorState.turn,
  };
  if (!ended || cursorState.turn < folders.length - 1 || cursorState.recheck !== null)
    return { ...changes, cursor: next, more: true };
  await retryEntries({ graph, session, quarantine }, again, changes);
  const older = await fetchOlder({ graph, session, quarantine }, next.older, page.value, changes);
  const filed = await findFiled(graph, session, next.filedSince);
  return {
    ...changes,
    ignored: [...changes.ignored, ...Array<string>(filed.count).fill(filedAway)],
    cursor: { ...next, older, filedSince: filed.since },
    more: folders.some((one) => older[one] !== null),
  };
}

/** Follows how far back the first round of a folder goes. At its end, what is older remains to be listed. */
function afterFirstRound(
  { links, oldest, older, since }: CursorState,
  folder: (typeof folders)[number],
  entries: Entry[],
  ended: boolean,
): Pick<CursorState, "oldest" | "older"> {
  const before = oldest[folder];
  if (links[folder] !== null && before === null) return { oldest, older };
  const times = entries.flatMap(({ receivedDateTime }) => receivedDateTime ?? []);
  const earliest = [...times, ...(before ? [before] : [])].sort()[0] ?? null;
  if (!ended) return { oldest: { ...oldest, [folder]: earliest ?? new Date().toISOString() }, older };
  const rest = earliest && olderLink(folder, since, earliest);
  return { oldest: { ...oldest, [folder]: null }, older: { ...older, [folder]: rest } };
}

/** Adds a page of each folder's older emails. @returns where the next pages are. */
async function fetchOlder(
  reading: Reading,
  older: CursorState["older"],
  alreadyRead: Entry[],
  changes: MailChanges,
): Promise<CursorState["older"]> {
  const next = { ...older };
  const read = new Set(alreadyRead.map(({ id }) => id));
  for (const folder of folders) {
    const link = older[folder];
    if (link === null) continue;
    const page = Page.parse(await reading.graph.json(link, { pageSize }));
    const left = page.value.filter(({ id }) => !read.has(id));
    changes.mails.push(...(await fetchEntries(reading, left, folder === "sentitems")).mails);
    next[folder] = page["@odata.nextLink"] ?? null;
  }
  return next;
}

/** The emails of a folder that were received up to a time, newest first. */
function olderLink(folder: string, since: string, until: string): string {
  const query = new URLSearchParams({
    $select: "receivedDateTime,isDraft,webLink",
    $filter: `receivedDateTime ge ${since} and receivedDateTime le ${until}`,
    $orderby: "receivedDateTime desc",
  });
  return `/v1.0/me/mailFolders/${folder}/messages?${query}`;
}

/** Starts without a position. Goes back far enough to find every recent change, and to receive later ones. */
async function startAt(session: Pick<Session, "stored">, since: Date): Promise<CursorState> {
  const from = recheckFrom();
  const known = await session.stored(from);
  return {
    since: new Date(Math.min(since.getTime(), from.getTime())).toISOString(),
    links: { inbox: null, sentitems: null },
    turn: 0,
    recheck: known.length > 0 ? "" : null,
    oldest: inNoFolder,
    older: inNoFolder,
    filedSince: null,
  };
}

function firstLink(folder: string, since: string): string {
  const query = new URLSearchParams({
    $select: "receivedDateTime,isDraft,webLink",
    $filter: `receivedDateTime ge ${since}`,
  });
  return `/v1.0/me/mailFolders/${folder}/messages/delta?${query}`;
}

type MailChanges = Changes & { mails: FoundMail[]; emptied: string[] };

interface Reading {
  graph: Graph;
  session: Pick<Session, "present">;
  quarantine: Quarantine;
}

async function fetchEntries(
  { graph, session, quarantine }: Reading,
  entries: Entry[],
  sent: boolean,
): Promise<MailChanges> {
  const changes: MailChanges = { messages: [], mails: [], removed: [], emptied: [] };
  const isBin = binsOf(graph);
  // Most entries are emails that were only read or flagged.
  const present = await session.present(entries.map(({ id }) => id));
  await pMap(
    entries,
    async (entry) => {
      if (entry["@removed"]) {
        if (await quarantine.attempt(entry.id, () => isGone(graph, entry.id, isBin)))
          changes.emptied.push(entry.id);
        return;
      }
      if (entry.isDraft || present.has(entry.id)) return;
      const mail = await quarantine.attempt(entry.id, () => fetchMime(graph, entry, sent), { sent });
      if (mail) changes.mails.push(mail);
    },
    { concurrency: atATime },
  );
  return changes;
}

/** Retries quarantined emails. Each may be deleted, still new, or already stored. */
async function retryEntries(
  { graph, session, quarantine }: Reading,
  again: readonly QuarantineEntry[],
  changes: MailChanges,
): Promise<void> {
  const isBin = binsOf(graph);
  const present = await session.present(again.map(({ id }) => id));
  await pMap(
    again,
    async ({ id, details }) => {
      const mail = await quarantine.attempt(id, async () => {
        if (await isGone(graph, id, isBin)) changes.emptied.push(id);
        else if (!present.has(id)) return fetchMime(graph, { id }, details.sent === true);
        return null;
      });
      if (mail) changes.mails.push(mail);
    },
    { concurrency: atATime },
  );
}

/** Null if the email is gone by now. */
async function fetchMime(
  graph: Graph,
  { id, receivedDateTime, webLink }: Entry,
  sent: boolean,
): Promise<FoundMail | null> {
  try {
    const bytes = await graph.bytes(`${pathOf(id)}/$value`, { atMost: maxMailBytes });
    return {
      bytes,
      receivedAt: receivedDateTime ? new Date(receivedDateTime) : null,
      location: id,
      sent,
      ...(webLink && { webUrl: webLink }),
    };
  } catch (error) {
    if (error instanceof MissingError) return null;
    throw error;
  }
}
