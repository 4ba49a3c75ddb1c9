import { createHash } from "node:crypto";
import type { Mailbox } from "./mailbox";

/** A mail that was read: its UID, and what it is recognised by in another folder. */
export type KnownMail = [uid: number, mark: string];

/** How many mails of a folder are watched, the latest. */
const watched = 500;
/** How many of the latest mails of a bin are looked at. */
const lastBinned = 200;

/** Eight characters of a Message-ID's hash: many are kept. */
const markOf = (messageId: string): string =>
  createHash("sha256").update(messageId).digest("base64url").slice(0, 8);

/** The Message-ID that the external id of a mail begins with; empty: it has none. */
export const messageIdIn = (externalId: string): string => externalId.slice(0, externalId.lastIndexOf("#"));

/** Adds mails to those that are watched; one without a Message-ID cannot be recognised. */
export function watch(
  known: KnownMail[],
  read: { uid: number; message: { externalId: string } }[],
): KnownMail[] {
  const added = read.flatMap(({ uid, message: { externalId } }): KnownMail[] => {
    const messageId = messageIdIn(externalId);
    return messageId ? [[uid, markOf(messageId)]] : [];
  });
  return [...known, ...added].slice(-watched);
}

/**
 * What became of watched mails that left the open folder. Deleted are those marked so and those found in a bin; the
 * others were moved, such as into an archive, or cannot be told from moved ones.
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
