import { createHash } from "node:crypto";
import type { Mailbox } from "./mailbox";

/** An email that was read: its UID, and the hash that identifies it in another folder. */
export type KnownMail = [uid: number, mark: string];

/** Number of latest emails watched per folder. */
const watched = 500;
/** Number of emails per folder whose return is watched, after they were flagged as deleted. */
const watchedDeleted = 200;
/** Number of latest emails searched per trash folder. */
const lastBinned = 200;

/** Eight characters of the Message-ID's hash, to keep the stored cursor small. */
const markOf = (messageId: string): string =>
  createHash("sha256").update(messageId).digest("base64url").slice(0, 8);

/** The Message-ID at the start of an email's external id; empty if it has none. */
export const messageIdIn = (externalId: string): string => externalId.slice(0, externalId.lastIndexOf("#"));

/** Adds emails to the watched ones. Skips those without a Message-ID, because they can't be recognized. */
export function watch(known: KnownMail[], read: { uid: number; messageId: string | null }[]): KnownMail[] {
  const added = read.flatMap(({ uid, messageId }): KnownMail[] => {
    return messageId ? [[uid, markOf(messageId)]] : [];
  });
  const reread = new Set(added.map(([uid]) => uid));
  const others = known.filter(([uid]) => !reread.has(uid));
  return [...others, ...added].sort(([a], [b]) => a - b).slice(-watched);
}

/**
 * Finds watched emails that left the open folder. Counts them as deleted if they are flagged as deleted or
 * found in a trash folder. All others were moved, for example to an archive, or can't be distinguished from
 * moved ones.
 */
export async function findDepartures(
  mailbox: Mailbox,
  known: KnownMail[],
  bins: string[],
): Promise<{ deleted: number[]; flagged: number[]; known: KnownMail[] }> {
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return { deleted: [], flagged: [], known };
  const present = new Set(await mailbox.search({ uid: `${first[0]}:${last[0]}`, deleted: false }));
  const left = known.filter(([uid]) => !present.has(uid));
  if (left.length === 0) return { deleted: [], flagged: [], known };
  const marked = new Set(await mailbox.search({ uid: left.map(([uid]) => uid).join(",") }));
  const binned = marked.size < left.length ? await marksIn(mailbox, bins) : new Set<string>();
  return {
    deleted: left.filter(([uid, mark]) => marked.has(uid) || binned.has(mark)).map(([uid]) => uid),
    flagged: left.flatMap(([uid]) => (marked.has(uid) ? [uid] : [])),
    known: known.filter(([uid]) => present.has(uid)),
  };
}

/** Adds emails that are flagged as deleted, and keeps the latest. */
export const noteDeleted = (deleted: number[], flagged: number[]): number[] =>
  [...new Set([...deleted, ...flagged])].sort((a, b) => a - b).slice(-watchedDeleted);

/** Finds emails in the open folder that are no longer flagged as deleted, newest first. */
export async function findRestored(mailbox: Mailbox, deleted: number[]): Promise<number[]> {
  if (deleted.length === 0) return [];
  const back = await mailbox.search({ uid: deleted.join(","), deleted: false, draft: false });
  return back.reverse();
}

async function marksIn(mailbox: Mailbox, bins: string[]): Promise<Set<string>> {
  const marks = new Set<string>();
  for (const path of bins) {
    const { mails } = await mailbox.open(path);
    for (const messageId of await mailbox.lastMessageIds(mails, lastBinned)) marks.add(markOf(messageId));
  }
  return marks;
}
