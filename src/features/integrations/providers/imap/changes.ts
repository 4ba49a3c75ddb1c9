import { z } from "zod";
import { maxMailBytes, tooLarge } from "../../../mail/raw-mail";
import { readMail } from "../../sync/mail-message";
import { isRecheckDue } from "../../sync/recheck";
import { type Cursor, type Fetched, ProviderFailure, type ProviderMessage, type Session } from "../provider";
import { findDepartures, watch } from "./departures";
import { locationOf } from "./locations";
import type { Folders, Mailbox, MailFacts } from "./mailbox";
import { recheckFolders } from "./recheck";

/** What one page may hold: mails, and their bytes together. */
const page = { mails: 50, bytes: maxMailBytes };
const day = 86_400_000;
/** How old a mail may be that is moved into a folder later, however short the time is that was read first. */
const recent = 30 * day;

/** How far a folder was read. UIDs hold as long as `uidValidity` stays the same. Source: RFC 9051, section 2.3.1.1 */
const FolderCursor = z.object({
  uidValidity: z.string(),
  uid: z.int(),
  known: z.array(z.tuple([z.int(), z.string()])),
});
type FolderCursor = z.infer<typeof FolderCursor>;

/**
 * Where to go on, by the paths of the folders; they were read from `since` (ISO 8601) on. `checked`: when mails that left
 * them without a trace were last looked for.
 */
const CursorState = z.object({
  since: z.iso.datetime(),
  folders: z.record(z.string(), FolderCursor),
  checked: z.iso.datetime().default(() => new Date().toISOString()),
});
type CursorState = z.infer<typeof CursorState>;

/** Nothing is known of the mailbox, or nothing any more: what was read before is looked for as well. */
const startAt = (since: Date): CursorState => ({
  since: since.toISOString(),
  folders: {},
  checked: new Date(0).toISOString(),
});

/**
 * What is new in the inbox and in the folder of sent mail, and what was deleted there.
 *
 * @throws ProviderFailure `cursor_lost` when the server has numbered a folder anew.
 */
export async function fetchImap(
  mailbox: Mailbox,
  session: Pick<Session, "address" | "stored">,
  cursor: Cursor | null,
  sinceDate: Date,
): Promise<Fetched> {
  const { since, folders, checked } = cursor ? CursorState.parse(cursor) : startAt(sinceDate);
  const { read, bins, kept } = await mailbox.folders();
  const fetched = { messages: [] as ProviderMessage[], removed: [], emptied: [] as string[], more: false };
  const next: Record<string, FolderCursor> = {};
  const room = { ...page };
  for (const folder of read) {
    const before = folders[folder.path];
    const earliest = Math.min(Date.parse(since), before ? Date.now() - recent : Number.POSITIVE_INFINITY);
    const reader = {
      mailbox,
      folder,
      since: new Date(earliest),
      ownAddress: session.address,
      bins,
      room,
    };
    const found = await fetchFolder(reader, before);
    fetched.messages.push(...found.messages);
    fetched.emptied.push(...found.emptied);
    fetched.more ||= found.more;
    next[folder.path] = found.cursorState;
  }
  const cursorState = { since, folders: next };
  if (fetched.more || !isRecheckDue(checked)) return { ...fetched, cursor: { ...cursorState, checked } };
  // What is new is stored first: a recheck that breaks off, whatever the reason, must not keep it.
  if (fetched.messages.length + fetched.emptied.length > 0)
    return { ...fetched, more: true, cursor: { ...cursorState, checked } };
  const found = await recheckFolders(mailbox, session, kept);
  return { ...fetched, ...found, cursor: { ...cursorState, checked: new Date().toISOString() } };
}

interface Reader {
  mailbox: Mailbox;
  folder: Folders["read"][number];
  /** What reached the mailbox before is left out. */
  since: Date;
  ownAddress: string | null;
  bins: string[];
  /** What the page still has room for. */
  room: { mails: number; bytes: number };
}

interface FolderPage {
  messages: ProviderMessage[];
  emptied: string[];
  cursorState: FolderCursor;
  more: boolean;
}

async function fetchFolder(reader: Reader, before: FolderCursor | undefined): Promise<FolderPage> {
  const { mailbox, folder, since, room, bins } = reader;
  const { uidValidity } = await mailbox.open(folder.path);
  if (before && before.uidValidity !== uidValidity)
    throw new ProviderFailure("cursor_lost", "The mail server has numbered its mails anew.");
  const cursorState = before ?? { uidValidity, uid: 0, known: [] };
  const uids = await newMails(mailbox, cursorState.uid, since);
  const considered = uids.slice(0, room.mails);
  const facts = await mailbox.facts(considered);
  const chosen = fitting(facts, room);
  const stopped = facts[chosen.length]?.uid ?? uids[considered.length];
  const mails = await fetchMails(reader, uidValidity, chosen);
  const messages = mails.map(({ message }) => message);
  const known = watch(cursorState.known, mails);
  const read = {
    ...cursorState,
    uid: stopped === undefined ? (uids.at(-1) ?? cursorState.uid) : stopped - 1,
    known,
  };
  if (stopped !== undefined) return { messages, emptied: [], cursorState: read, more: true };
  const departed = await findDepartures(mailbox, known, bins);
  return {
    messages,
    emptied: departed.deleted.map((uid) => locationOf(folder.path, uidValidity, uid)),
    cursorState: { ...read, known: departed.known },
    more: false,
  };
}

/** UIDs after one. A server answers "n:*" with its last mail even where that comes before n, and knows days only. */
async function newMails(mailbox: Mailbox, after: number, since: Date): Promise<number[]> {
  const uids = await mailbox.search({
    uid: `${after + 1}:*`,
    since: new Date(since.getTime() - day),
    deleted: false,
    draft: false,
  });
  return uids.filter((uid) => uid > after);
}

/** The first mails that the page has room for. Of a mail, no more than its beginning counts: no more is read. */
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

async function fetchMails(
  { mailbox, folder, since, ownAddress }: Reader,
  uidValidity: string,
  chosen: MailFacts[],
): Promise<{ uid: number; message: ProviderMessage }[]> {
  const wanted = chosen.filter(({ receivedAt }) => !receivedAt || receivedAt >= since);
  const sources = await mailbox.sources(wanted.map(({ uid }) => uid));
  return wanted.flatMap(({ uid, size, receivedAt }) => {
    const bytes = sources.get(uid);
    if (!bytes) return [];
    const location = locationOf(folder.path, uidValidity, uid);
    const message = readMail({ bytes, receivedAt, location, sent: folder.sent }, ownAddress);
    return [{ uid, message: size > maxMailBytes ? { ...message, problem: tooLarge(size) } : message }];
  });
}
