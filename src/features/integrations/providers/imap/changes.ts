import { z } from "zod";
import { day } from "../../../../shared/durations";
import { messageIdOf } from "../../../mail/inspect-mail";
import { maxMailBytes } from "../../../mail/raw-mail";
import { failuresBefore } from "../../sync/quarantine";
import { isRecheckDue } from "../../sync/recheck";
import { type Cursor, type FetchedPage, type FoundMail, ProviderFailure, type Session } from "../provider";
import { findDepartures, findRestored, noteDeleted, watch } from "./departures";
import { locationOf, readLocation } from "./locations";
import type { Folders, Mailbox, MailFacts } from "./mailbox";
import { recheckFolders } from "./recheck";
import { toUidSet, UidRanges, upTo } from "./uid-ranges";

/** Limits of one page: emails, and their total bytes. */
const page = { mails: 50, bytes: maxMailBytes };
/** Maximum age of an email that is moved into a folder later, even if the first read covered less time. */
const recent = 30 * day;

/**
 * How far a folder has been read. UIDs are valid while `uidValidity` is unchanged. Source: RFC 9051, section
 * 2.3.1.1
 */
const FolderCursor = z.object({
  uidValidity: z.string(),
  /** The greatest UID seen. Emails up to it are read, except those in `unread`. */
  uid: z.int(),
  unread: UidRanges.default([]),
  /** Recent emails that are flagged as deleted but still there, so that they return when the flag goes. */
  deleted: z.array(z.int()).default([]),
  known: z.array(z.tuple([z.int(), z.string()])),
});
type FolderCursor = z.infer<typeof FolderCursor>;

/**
 * The position to resume from, per folder path. Folders are read from `since` (ISO 8601). `checked`: last
 * recheck for emails that disappeared without a trace.
 */
const CursorState = z.object({
  since: z.iso.datetime(),
  folders: z.record(z.string(), FolderCursor),
  checked: z.iso.datetime().default(() => new Date().toISOString()),
});
type CursorState = z.infer<typeof CursorState>;

/**
 * The start of a mailbox without a cursor. An old `checked` makes a recheck due, so lost emails are found
 * too.
 */
const startAt = (since: Date): CursorState => ({
  since: since.toISOString(),
  folders: {},
  checked: new Date(0).toISOString(),
});

/**
 * Fetches new emails from the inbox and the sent folder, and deletions there.
 *
 * @throws ProviderFailure `cursor_lost` when the server has re-indexed a folder (changed its UIDVALIDITY).
 */
export async function fetchImap(
  mailbox: Mailbox,
  session: Pick<Session, "stored" | "failures" | "quarantine">,
  cursor: Cursor | null,
  sinceDate: Date,
): Promise<FetchedPage> {
  const { since, folders, checked } = cursor ? CursorState.parse(cursor) : startAt(sinceDate);
  const { read, bins, kept } = await mailbox.folders();
  const fetched = {
    messages: [],
    mails: [] as FoundMail[],
    removed: [],
    emptied: [] as string[],
    more: false,
  };
  const next: Record<string, FolderCursor> = {};
  const careful = session.failures >= failuresBefore;
  // One email at a time shows which one makes the check fail. It is then set aside.
  const room = { ...page, mails: careful ? 1 : page.mails };
  for (const folder of read) {
    const before = folders[folder.path];
    const earliest = Math.min(Date.parse(since), before ? Date.now() - recent : Number.POSITIVE_INFINITY);
    const reader = { mailbox, folder, since: new Date(earliest), bins, room, careful, session };
    const found = await fetchFolder(reader, before).catch(unlessOnly(folder));
    const unreadable = `folder ${folder.path}`;
    if (!found) {
      // The server refuses this one folder. The others continue, and the next check tries it again.
      session.quarantine.keep(unreadable, `The server doesn't let Zippy read the folder “${folder.path}”.`);
      if (before) next[folder.path] = before;
      continue;
    }
    session.quarantine.forget(unreadable);
    fetched.mails.push(...found.mails);
    fetched.emptied.push(...found.emptied);
    fetched.more ||= found.more;
    next[folder.path] = found.cursorState;
  }
  const cursorState = { since, folders: next };
  if (fetched.more || !isRecheckDue(checked)) return { ...fetched, cursor: { ...cursorState, checked } };
  // Store new emails first, so that a failing recheck never delays them.
  if (fetched.mails.length + fetched.emptied.length > 0)
    return { ...fetched, more: true, cursor: { ...cursorState, checked } };
  const found = await recheckFolders(mailbox, session, kept);
  return { ...fetched, ...found, cursor: { ...cursorState, checked: new Date().toISOString() } };
}

interface Reader {
  mailbox: Mailbox;
  folder: Folders["read"][number];
  /** Emails that arrived earlier are skipped. */
  since: Date;
  bins: string[];
  /** Space left on the page. */
  room: { mails: number; bytes: number };
  /** Earlier checks failed, so emails are read one by one. */
  careful: boolean;
  session: Pick<Session, "quarantine">;
}

interface FolderPage {
  mails: FoundMail[];
  emptied: string[];
  cursorState: FolderCursor;
  more: boolean;
}

/** Without the inbox, nothing new arrives, so its failure is a failure of the account. */
const unlessOnly =
  ({ sent }: Folders["read"][number]) =>
  (error: unknown): null => {
    if (sent && (error as { responseStatus?: unknown }).responseStatus === "NO") return null;
    throw error;
  };

/** Reads one page of a folder, newest first. */
async function fetchFolder(reader: Reader, before: FolderCursor | undefined): Promise<FolderPage> {
  const { mailbox, folder, room, bins } = reader;
  const { uidValidity } = await mailbox.open(folder.path);
  if (before && before.uidValidity !== uidValidity)
    throw new ProviderFailure("cursor_lost", "The mailbox was re-indexed; Zippy is reading it again.");
  const start = before ?? { uidValidity, uid: 0, unread: [], deleted: [], known: [] };
  const restored = await findRestored(mailbox, start.deleted);
  const cursorState = await addNew(reader, start);
  const unread = await unreadMails(reader, cursorState.unread);
  const returned = restored.filter((uid) => !unread.includes(uid));
  const again = quarantinedIn(reader, uidValidity).filter((uid) => !unread.includes(uid));
  const uids = [...unread, ...returned, ...again].filter((uid) => !isQuarantined(reader, uidValidity, uid));
  const considered = uids.slice(0, room.mails);
  const facts = await mailbox.facts(considered);
  const present = new Set(facts.map(({ uid }) => uid));
  for (const uid of considered)
    if (!present.has(uid)) reader.session.quarantine.forget(locationOf(folder.path, uidValidity, uid));
  const chosen = fitting(facts, room);
  const stopped = facts[chosen.length]?.uid ?? uids[considered.length];
  const found = await fetchMails(reader, uidValidity, chosen);
  const mails = found.map(({ mail }) => mail);
  const known = watch(cursorState.known, found);
  const taken = new Set(chosen.map(({ uid }) => uid));
  const read = {
    ...cursorState,
    unread: stopped === undefined || !unread.includes(stopped) ? [] : upTo(cursorState.unread, stopped),
    // A restored email that didn't fit is found again next time.
    deleted: cursorState.deleted.filter((uid) => !taken.has(uid)),
    known,
  };
  if (stopped !== undefined) return { mails, emptied: [], cursorState: read, more: true };
  const departed = await findDepartures(mailbox, known, bins);
  return {
    mails,
    emptied: departed.deleted.map((uid) => locationOf(folder.path, uidValidity, uid)),
    cursorState: {
      ...read,
      known: departed.known,
      deleted: noteDeleted(read.deleted, departed.flagged),
    },
    more: false,
  };
}

/** Adds the emails that have arrived to those still to be read. */
async function addNew({ mailbox, since }: Reader, cursor: FolderCursor): Promise<FolderCursor> {
  const range = `${cursor.uid + 1}:*`;
  // Servers answer "n:*" with the last email even if its UID is below n.
  const after = (uids: number[]) => uids.filter((uid) => uid > cursor.uid);
  const arrived = after(await mailbox.search({ uid: range, draft: false, since: dayBefore(since) }));
  const newest = arrived.at(-1);
  if (newest === undefined) return cursor;
  const flagged = after(await mailbox.search({ uid: range, deleted: true, since: dayBefore(since) }));
  return {
    ...cursor,
    uid: newest,
    unread: [...cursor.unread, [cursor.uid + 1, newest]],
    deleted: noteDeleted(cursor.deleted, flagged),
  };
}

/** UIDs still to be read, newest first. */
async function unreadMails({ mailbox, since }: Reader, unread: UidRanges): Promise<number[]> {
  if (unread.length === 0) return [];
  const uids = await mailbox.search({
    uid: toUidSet(unread),
    since: dayBefore(since),
    deleted: false,
    draft: false,
  });
  return uids.reverse();
}

/** Servers search by whole days, in their own time zone. */
const dayBefore = (since: Date): Date => new Date(since.getTime() - day);

/** Returns the first emails that fit the page. Counts large ones only up to the size we read. */
function fitting(facts: MailFacts[], room: Reader["room"]): MailFacts[] {
  const chosen: MailFacts[] = [];
  for (const mail of facts) {
    const bytes = Math.min(mail.size, maxMailBytes);
    if (bytes > room.bytes) break;
    room.bytes -= bytes;
    room.mails--;
    chosen.push(mail);
  }
  return chosen;
}

/** UIDs of emails in the open folder that the server failed on and that are to be tried again. */
function quarantinedIn({ folder, session }: Reader, uidValidity: string): number[] {
  return session.quarantine.due.flatMap(({ id }) => {
    const location = readLocation(id);
    return location?.path === folder.path && location.uidValidity === uidValidity ? [location.uid] : [];
  });
}

const isQuarantined = ({ folder, session }: Reader, uidValidity: string, uid: number): boolean =>
  session.quarantine.isQuarantined(locationOf(folder.path, uidValidity, uid));

/** Reads emails. One that the server fails on, or that ends the connection, is set aside. */
async function sourcesOf(
  { mailbox, folder, session, careful }: Reader,
  uidValidity: string,
  uids: number[],
  retried: ReadonlySet<number>,
): Promise<Map<number, Buffer>> {
  const isSuspect = (uid: number) => careful || retried.has(uid);
  const found = new Map(await mailbox.sources(uids.filter((uid) => !isSuspect(uid))));
  for (const uid of uids.filter(isSuspect)) {
    const read = () =>
      mailbox.sources([uid]).catch((cause: unknown) => {
        throw new ProviderFailure("refused", "The mail server fails on this email.", { cause });
      });
    const location = locationOf(folder.path, uidValidity, uid);
    const sources = await session.quarantine.attempt(location, read, { seldom: true });
    for (const [one, bytes] of sources ?? []) found.set(one, bytes);
  }
  return found;
}

async function fetchMails(
  reader: Reader,
  uidValidity: string,
  chosen: MailFacts[],
): Promise<{ uid: number; messageId: string | null; mail: FoundMail }[]> {
  const { folder, since } = reader;
  const retried = new Set(quarantinedIn(reader, uidValidity));
  // What was set aside was recent enough when it arrived.
  const isWanted = ({ uid, receivedAt }: MailFacts) => !receivedAt || receivedAt >= since || retried.has(uid);
  const wanted = chosen.filter(isWanted);
  const uids = wanted.map(({ uid }) => uid);
  const sources = await sourcesOf(reader, uidValidity, uids, retried);
  return wanted.flatMap(({ uid, size, receivedAt }) => {
    const bytes = sources.get(uid);
    if (!bytes) return [];
    const location = locationOf(folder.path, uidValidity, uid);
    const messageId = messageIdOf(bytes);
    return [{ uid, messageId, mail: { bytes, size, receivedAt, location, sent: folder.sent } }];
  });
}
