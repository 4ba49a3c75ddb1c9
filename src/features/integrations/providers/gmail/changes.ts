import type { gmail_v1 } from "@googleapis/gmail";
import { z } from "zod";
import { inParallel } from "../../sync/in-parallel";
import { readMail } from "../../sync/mail-message";
import { type Aside, openAside, SetAside } from "../../sync/quarantine";
import { recheckFrom, unlessRefused } from "../../sync/recheck";
import { type Changes, type Cursor, type Fetched, ProviderFailure, type Session } from "../provider";
import { leftOut, type Mailbox, Missing } from "./mailbox";
import { recheckMailbox } from "./recheck";

/**
 * Mails fetched per page. Each costs 20 of the 6,000 units that a mailbox may spend in a minute, in projects made since May
 * 2026; a page is read whole or again. Source: developers.google.com/workspace/gmail/api/reference/quota
 */
const pageSize = 50;
const atATime = 6;

/**
 * Where to go on: in the list of mails since a time (Unix seconds), or in the history. `historyId` of the former is from
 * before the list was begun, so that nothing falls between the two. `recheck`: what was deleted while history was lost is
 * still looked for, after this place. `aside`: mails that Gmail fails on, asked for again once history was read.
 */
const Place = z.object({
  historyId: z.string(),
  since: z.int().nullable(),
  pageToken: z.string().nullable(),
  recheck: z.string().nullable().default(null),
  aside: SetAside.default([]),
});
type Place = z.infer<typeof Place>;

/**
 * What is new in a mailbox. Source: developers.google.com/workspace/gmail/api/guides/sync
 *
 * @throws ProviderFailure `cursor_lost` when Gmail no longer knows the history from there on.
 */
export async function fetchGmail(
  mailbox: Mailbox,
  session: Pick<Session, "address" | "standing" | "stored" | "failures">,
  cursor: Cursor | null,
  since: Date,
): Promise<Fetched> {
  const place = cursor ? Place.parse(cursor) : await startAt(mailbox, session, since);
  const aside = openAside(place.aside, session.failures);
  if (place.since === null && place.recheck !== null) {
    const { emptied, after } = await unlessRefused(recheckMailbox(mailbox, session, place.recheck, aside));
    const cursor = { ...place, recheck: after, aside: aside.kept };
    return { messages: [], removed: [], emptied, cursor, more: true };
  }
  const { ids, next } =
    place.since === null ? await readHistory(mailbox, place) : await readList(mailbox, place);
  // A list names what is there; history may mean that it is there no longer.
  const standing = place.since === null ? new Set<string>() : await session.standing(ids);
  const more = next.pageToken !== null || (place.since !== null && next.since === null);
  const again = more ? [] : aside.kept.map(({ id }) => id);
  const wanted = new Set([...ids.filter((id) => !standing.has(id)), ...again]);
  const changes = await readMails(mailbox, [...wanted], session.address, aside);
  return { ...changes, cursor: { ...next, aside: aside.kept }, more };
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
    aside: [],
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
    : { ...place, historyId: page.historyId ?? place.historyId, pageToken: null };
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
async function readMails(
  mailbox: Mailbox,
  ids: string[],
  ownAddress: string | null,
  aside: Aside,
): Promise<Changes> {
  const changes: Changes & { emptied: string[] } = { messages: [], removed: [], emptied: [] };
  await inParallel(ids, atATime, async (id) => {
    const mail = await aside.attempt(id, () => mailbox.mail(id));
    if (mail === undefined) return;
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
