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
import {
  enter,
  isRefusal,
  isThrottle,
  type OpenFolder,
  readHalves,
  reindexed,
  UnreadError,
} from "./read-halves";
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
  const room = { ...page };
  const failures: unknown[] = [];
  let held: unknown;
  for (const folder of read) {
    const before = folders[folder.path];
    const earliest = Math.min(Date.parse(since), before ? Date.now() - recent : Number.POSITIVE_INFINITY);
    // One email may be why the whole folder couldn't be read.
    const careful = session.failures >= failuresBefore || isUnreadable(session, folder.path);
    const reader = { mailbox, folder, since: new Date(earliest), bins, room, careful, session };
    try {
      const found = await fetchFolder(reader, before);
      session.quarantine.forget(unreadable(folder.path));
      fetched.mails.push(...found.mails);
      fetched.emptied.push(...found.emptied);
      fetched.more ||= found.more;
      next[folder.path] = found.cursorState;
    } catch (error) {
      if (!(await passFolder(reader, error))) held ??= error;
      failures.push(error);
      if (before) next[folder.path] = before;
    }
  }
  // If no folder can be read, the account fails, and not a folder.
  if (failures.length === read.length) throw failures[0];
  const cursorState = { since, folders: next };
  const isFull = fetched.mails.length + fetched.emptied.length > 0;
  // Store new emails first, so that a failing folder or recheck never delays them.
  if (fetched.more || (isFull && (held !== undefined || isRecheckDue(checked))))
    return { ...fetched, more: true, cursor: { ...cursorState, checked } };
  if (held !== undefined) throw held;
  if (!isRecheckDue(checked)) return { ...fetched, cursor: { ...cursorState, checked } };
  const found = await recheck(mailbox, session, kept);
  return { ...fetched, ...found, cursor: { ...cursorState, checked: new Date().toISOString() } };
}

const unreadable = (path: string): string => `folder ${path}`;

function isUnreadable({ quarantine }: Pick<Session, "quarantine">, path: string): boolean {
  const id = unreadable(path);
  return quarantine.isQuarantined(id) || quarantine.due.some((one) => one.id === id);
}

/**
 * Leaves out a folder that the server fails on, so that the others continue. The next check tries it again.
 *
 * @returns false if this makes the check fail once the others are read: without the inbox, nothing new arrives, so it
 * is only left out if that has happened several times.
 * @throws the error if it may concern more than the folder.
 */
async function passFolder(
  { mailbox, folder: { path, sent }, session, careful }: Reader,
  error: unknown,
): Promise<boolean> {
  const isRefused = isRefusal(error);
  const isOfEmail = error instanceof UnreadError;
  if (isThrottle(error) || (error instanceof ProviderFailure && !isOfEmail)) throw error;
  if (!isOfEmail && !isRefused && !careful) throw error;
  await mailbox.revive();
  if (isOfEmail || (!sent && !careful)) return false;
  session.quarantine.keep(
    unreadable(path),
    isRefused
      ? `The server doesn't let Zippy read the folder “${path}”.`
      : `The server doesn't answer when Zippy reads the folder “${path}”.`,
  );
  return true;
}

/** Looks for emails that disappeared without a trace. If that always fails, it is set aside. */
async function recheck(
  mailbox: Mailbox,
  session: Pick<Session, "stored" | "quarantine">,
  kept: string[],
): Promise<Partial<FetchedPage>> {
  const found = await session.quarantine.attempt("recheck", async () => {
    await mailbox.revive();
    return recheckFolders(mailbox, session, kept).catch((cause: unknown) => {
      if (isThrottle(cause)) throw cause;
      const sentence = "The mail server fails when Zippy looks for emails that were moved or deleted.";
      throw new ProviderFailure("unavailable", sentence, { cause });
    });
  });
  return found ?? {};
}

interface Reader {
  mailbox: Mailbox;
  folder: Folders["read"][number];
  /** Emails that arrived earlier are skipped. */
  since: Date;
  bins: string[];
  /** Space left on the page. */
  room: { mails: number; bytes: number };
  /** Earlier checks failed, so what makes them fail is looked for. */
  careful: boolean;
  session: Pick<Session, "quarantine">;
}

interface FolderPage {
  mails: FoundMail[];
  emptied: string[];
  cursorState: FolderCursor;
  more: boolean;
}

/** Reads one page of a folder, newest first. */
async function fetchFolder(reader: Reader, before: FolderCursor | undefined): Promise<FolderPage> {
  const { mailbox, folder, room } = reader;
  const { uidValidity } = await mailbox.open(folder.path);
  const isSame = before?.uidValidity === uidValidity;
  // Courier renumbers a folder each time it is opened, until an email is in it.
  if (before && !isSame && before.uid > 0) throw reindexed();
  const start = (isSame && before) || { uidValidity, uid: 0, unread: [], deleted: [], known: [] };
  const restored = await findRestored(mailbox, start.deleted);
  const cursorState = await addNew(reader, start);
  const unread = await unreadMails(reader, cursorState.unread);
  const returned = restored.filter((uid) => !unread.includes(uid));
  const again = quarantinedIn(reader, uidValidity).filter((uid) => !unread.includes(uid));
  const uids = [...unread, ...returned, ...again].filter((uid) => !isQuarantined(reader, uidValidity, uid));
  const considered = uids.slice(0, room.mails);
  const open: OpenFolder = { ...reader, path: folder.path, uidValidity };
  const retried = new Set(quarantinedIn(reader, uidValidity));
  const facts = inOrder(considered, await readHalves(open, considered, retried, mailbox.facts));
  const present = new Set(facts.map(({ uid }) => uid));
  for (const uid of considered)
    if (!present.has(uid) && !isQuarantined(reader, uidValidity, uid))
      reader.session.quarantine.forget(locationOf(folder.path, uidValidity, uid));
  const chosen = fitting(facts, room);
  const stopped = facts[chosen.length]?.uid ?? uids[considered.length];
  const found = await fetchMails(reader, open, chosen, retried);
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
  const departed = await departuresOf(reader, open, known);
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

/** In the order of the UIDs. */
const inOrder = (uids: number[], facts: MailFacts[]): MailFacts[] => {
  const byUid = new Map(facts.map((one) => [one.uid, one]));
  return uids.flatMap((uid) => byUid.get(uid) ?? []);
};

async function fetchMails(
  { mailbox, folder, since }: Reader,
  open: OpenFolder,
  chosen: MailFacts[],
  retried: ReadonlySet<number>,
): Promise<{ uid: number; messageId: string | null; mail: FoundMail }[]> {
  // What was set aside was recent enough when it arrived.
  const isWanted = ({ uid, receivedAt }: MailFacts) => !receivedAt || receivedAt >= since || retried.has(uid);
  const wanted = chosen.filter(isWanted);
  const uids = wanted.map(({ uid }) => uid);
  const sources = new Map(
    await readHalves(open, uids, retried, async (part) => [...(await mailbox.sources(part))]),
  );
  return wanted.flatMap(({ uid, size, receivedAt }) => {
    const bytes = sources.get(uid);
    if (!bytes) return [];
    const location = locationOf(folder.path, open.uidValidity, uid);
    const messageId = messageIdOf(bytes);
    return [{ uid, messageId, mail: { bytes, size, receivedAt, location, sent: folder.sent } }];
  });
}

/**
 * Finds emails that left the folder. If the server fails on that, for example on a trash folder, it is noted for Health
 * and tried with the next check, and the emails that arrived aren't held up.
 */
async function departuresOf(
  { mailbox, bins, careful, session }: Reader,
  open: OpenFolder,
  known: FolderCursor["known"],
): Promise<Awaited<ReturnType<typeof findDepartures>>> {
  const id = `departures ${open.path}`;
  try {
    const departed = await findDepartures(mailbox, known, bins);
    session.quarantine.forget(id);
    return departed;
  } catch (error) {
    if (isThrottle(error) || (!isRefusal(error) && !careful)) throw error;
    await enter(open);
    session.quarantine.keep(id, `The server fails when Zippy looks for emails deleted from “${open.path}”.`);
    return { deleted: [], flagged: [], known };
  }
}
