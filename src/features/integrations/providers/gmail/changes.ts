import type { gmail_v1 } from "@googleapis/gmail";
import pMap from "p-map";
import { z } from "zod";
import type { Quarantine } from "../../sync/quarantine-entry";
import { recheckFrom, unlessRefused } from "../../sync/recheck";
import { type Cursor, type FetchedPage, type FoundMail, ProviderFailure, type Session } from "../provider";
import { leftOut, type Mailbox, MissingError } from "./mailbox";
import { recheckMailbox } from "./recheck";

/**
 * Emails fetched per page. Each costs 20 of the 6,000 quota units that a mailbox may spend per minute, for
 * projects created since May 2026. A failed page is fetched again as a whole. Source:
 * developers.google.com/workspace/gmail/api/reference/quota
 */
const pageSize = 50;
const atATime = 6;

/**
 * The position to resume from: either in the list of emails since a time (Unix seconds), or in the history.
 * While listing, `historyId` is from before the list started, so nothing falls between the two. `recheck`:
 * location after which to look for deletions that happened while history was unavailable.
 */
const CursorState = z.object({
  historyId: z.string(),
  since: z.int().nullable(),
  pageToken: z.string().nullable(),
  recheck: z.string().nullable().default(null),
});
type CursorState = z.infer<typeof CursorState>;

/**
 * Fetches what is new in a mailbox. Source: developers.google.com/workspace/gmail/api/guides/sync
 *
 * @throws ProviderFailure `cursor_lost` when Gmail's history doesn't reach back to the cursor.
 */
export async function fetchGmail(
  mailbox: Mailbox,
  session: Pick<Session, "present" | "stored" | "quarantine">,
  cursor: Cursor | null,
  since: Date,
): Promise<FetchedPage> {
  const cursorState = cursor ? CursorState.parse(cursor) : await startAt(mailbox, session, since);
  const { quarantine } = session;
  if (cursorState.since === null && cursorState.recheck !== null) {
    const { emptied, after } = await unlessRefused(
      recheckMailbox(mailbox, session, cursorState.recheck, quarantine),
    );
    const cursor = { ...cursorState, recheck: after };
    return { messages: [], removed: [], emptied, cursor, more: true };
  }
  const { ids, next } =
    cursorState.since === null
      ? await fetchHistory(mailbox, cursorState)
      : await readList(mailbox, cursorState);
  // Listed emails exist, so known ones can be skipped. Emails in the history may be gone by now.
  const present = cursorState.since === null ? new Set<string>() : await session.present(ids);
  const more = next.pageToken !== null || (cursorState.since !== null && next.since === null);
  const again = more ? [] : quarantine.due.map(({ id }) => id);
  const wanted = new Set([...ids.filter((id) => !present.has(id)), ...again]);
  const changes = await fetchMails(mailbox, [...wanted], quarantine);
  return { ...changes, cursor: next, more };
}

/** Starts without history. Goes back far enough to find every recent change, not only new emails. */
async function startAt(
  mailbox: Mailbox,
  session: Pick<Session, "stored">,
  since: Date,
): Promise<CursorState> {
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

interface MailList {
  ids: string[];
  next: CursorState;
}

async function readList(mailbox: Mailbox, cursorState: CursorState): Promise<MailList> {
  const { messages = [], nextPageToken } = await mailbox.list(
    cursorState.since ?? 0,
    cursorState.pageToken ?? undefined,
    pageSize,
  );
  const ids = messages.flatMap(({ id }) => id ?? []);
  const next = nextPageToken
    ? { ...cursorState, pageToken: nextPageToken }
    : { ...cursorState, since: null, pageToken: null };
  return { ids, next };
}

async function fetchHistory(mailbox: Mailbox, cursorState: CursorState): Promise<MailList> {
  const page = await mailbox
    .history(cursorState.historyId, cursorState.pageToken ?? undefined, pageSize)
    .catch(lost);
  const ids = [...new Set((page.history ?? []).flatMap(touchedBy))];
  const next = page.nextPageToken
    ? { ...cursorState, pageToken: page.nextPageToken }
    : { ...cursorState, historyId: page.historyId ?? cursorState.historyId, pageToken: null };
  return { ids, next };
}

/** Ids of emails that a history record may have added or removed. The user's own labels change nothing. */
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

/** Fetches the current state of emails. History only tells us which ones to look at. */
async function fetchMails(
  mailbox: Mailbox,
  ids: string[],
  quarantine: Quarantine,
): Promise<Omit<FetchedPage, "cursor" | "more">> {
  const mails: FoundMail[] = [];
  const emptied: string[] = [];
  await pMap(
    ids,
    async (id) => {
      const mail = await quarantine.attempt(id, () => mailbox.mail(id));
      if (mail === undefined) return;
      if (mail) mails.push(mail);
      else emptied.push(id);
    },
    { concurrency: atATime },
  );
  return { messages: [], mails, removed: [], emptied };
}

function lost(error: unknown): never {
  if (!(error instanceof MissingError)) throw error;
  throw new ProviderFailure("cursor_lost", "Gmail can't tell what has changed since the last check.", {
    cause: error,
  });
}
