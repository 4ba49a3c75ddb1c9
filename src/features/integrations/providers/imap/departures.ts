import { createHash } from "node:crypto";
import type { Mailbox } from "./mailbox";

/** An email that was read: its UID, and the hash that identifies it in another folder. */
export type KnownMail = [uid: number, mark: string];

/** Number of latest emails watched per folder. */
const watched = 500;
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
  return [...known, ...added].slice(-watched);
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
): Promise<{ deleted: number[]; known: KnownMail[] }> {
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return { deleted: [], known };
  const present = new Set(await mailbox.search({ uid: `${first[0]}:${last[0]}`, deleted: false }));
  const left = known.filter(([uid]) => !present.has(uid));
  if (left.length === 0) return { deleted: [], known };
  const marked = new Set(await mailbox.search({ uid: left.map(([uid]) => uid).join(",") }));
  const binned = marked.size < left.length ? await marksIn(mailbox, bins) : new Set<string>();
  return {
    deleted: left.filter(([uid, mark]) => marked.has(uid) || binned.has(mark)).map(([uid]) => uid),
    known: known.filter(([uid]) => present.has(uid)),
  };
}

async function marksIn(mailbox: Mailbox, bins: string[]): Promise<Set<string>> {
  const marks = new Set<string>();
  for (const path of bins) {
    const { mails } = await mailbox.open(path);
    for (const messageId of await mailbox.lastMessageIds(mails, lastBinned)) marks.add(markOf(messageId));
  }
  return marks;
}
