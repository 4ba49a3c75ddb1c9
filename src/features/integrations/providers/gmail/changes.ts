import type { gmail_v1 } from "@googleapis/gmail";
import { z } from "zod";
import { inParallel } from "../../in-parallel";
import { readMail } from "../../mail-message";
import { type Changes, type Cursor, type Fetched, ProviderFailure, type Session } from "../../provider";
import { recheckFrom, unlessRefused } from "../../recheck";
import { leftOut, type Mailbox, Missing } from "./mailbox";
import { recheckMailbox } from "./recheck";

/** Mails fetched per page; each costs 5 of the 250 units that one mailbox may spend per second. */
const pageSize = 50;
const atATime = 6;

/**
 * Where to go on: in the list of mails since a time (Unix seconds), or in the history. `historyId` of the former is from
 * before the list was begun, so that nothing falls between the two. `recheck`: what was deleted while history was lost is
 * still looked for, after this place.
 */
const Place = z.object({
  historyId: z.string(),
  since: z.int().nullable(),
  pageToken: z.string().nullable(),
  recheck: z.string().nullable().default(null),
});
type Place = z.infer<typeof Place>;

/**
 * What is new in a mailbox. Source: developers.google.com/workspace/gmail/api/guides/sync
 *
 * @throws ProviderFailure `cursor_lost` when Gmail no longer knows the history from there on.
 */
export async function fetchGmail(
  mailbox: Mailbox,
  session: Pick<Session, "address" | "standing" | "stored">,
  cursor: Cursor | null,
  since: Date,
): Promise<Fetched> {
  const place = cursor ? Place.parse(cursor) : await startAt(mailbox, session, since);
  if (place.since === null && place.recheck !== null) {
    const { emptied, after } = await unlessRefused(recheckMailbox(mailbox, session, place.recheck));
    return { messages: [], removed: [], emptied, cursor: { ...place, recheck: after }, more: true };
  }
  const { ids, next } =
    place.since === null ? await readHistory(mailbox, place) : await readList(mailbox, place);
  // A list names what is there; history may mean that it is there no longer.
  const standing = place.since === null ? new Set<string>() : await session.standing(ids);
  const wanted = ids.filter((id) => !standing.has(id));
  const changes = await readMails(mailbox, wanted, session.address);
  const more = next.pageToken !== null || (place.since !== null && next.since === null);
  return { ...changes, cursor: next, more };
}

/** Without history, whatever may have changed about the mails of the last weeks is looked for, not only what is new. */
async function startAt(mailbox: Mailbox, session: Pick<Session, "stored">, since: Date): Promise<Place> {
  const { historyId } = await mailbox.profile();
  const from = recheckFrom();
  const known = await session.stored(from);
  return {
    historyId: z.string().parse(historyId),
    since: Math.floor(Math.min(since.getTime(), from.getTime()) / 1000),
    pageToken: null,
    recheck: known.length > 0 ? "" : null,
  };
}

interface Found {
  ids: string[];
  next: Place;
}

async function readList(mailbox: Mailbox, place: Place): Promise<Found> {
  const { messages = [], nextPageToken } = await mailbox.list(
    place.since ?? 0,
    place.pageToken ?? undefined,
    pageSize,
  );
  const ids = messages.flatMap(({ id }) => id ?? []);
  const next = nextPageToken
    ? { ...place, pageToken: nextPageToken }
    : { ...place, since: null, pageToken: null };
  return { ids, next };
}

async function readHistory(mailbox: Mailbox, place: Place): Promise<Found> {
  const page = await mailbox.history(place.historyId, place.pageToken ?? undefined, pageSize).catch(lost);
  const ids = [...new Set((page.history ?? []).flatMap(touchedBy))];
  const next = page.nextPageToken
    ? { ...place, pageToken: page.nextPageToken }
    : { historyId: page.historyId ?? place.historyId, since: null, pageToken: null, recheck: null };
  return { ids, next };
}

/** The mails whose standing a piece of history may have changed; labels of one's own change nothing. */
function touchedBy({
  messagesAdded = [],
  messagesDeleted = [],
  labelsAdded = [],
  labelsRemoved = [],
}: gmail_v1.Schema$History): string[] {
  const moved = [...labelsAdded, ...labelsRemoved].filter(({ labelIds }) =>
    labelIds?.some((label) => leftOut.includes(label)),
  );
  return [...messagesAdded, ...messagesDeleted, ...moved].flatMap(({ message }) => message?.id ?? []);
}

/** How mails stand now: history is only believed about which of them to look at. */
async function readMails(mailbox: Mailbox, ids: string[], ownAddress: string | null): Promise<Changes> {
  const changes: Changes & { emptied: string[] } = { messages: [], removed: [], emptied: [] };
  await inParallel(ids, atATime, async (id) => {
    const mail = await mailbox.mail(id);
    if (mail) changes.messages.push(readMail(mail, ownAddress));
    else changes.emptied.push(id);
  });
  return changes;
}

function lost(error: unknown): never {
  if (!(error instanceof Missing)) throw error;
  throw new ProviderFailure("cursor_lost", "Gmail no longer knows what has changed since the last check.", {
    cause: error,
  });
}
