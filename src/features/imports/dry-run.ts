import type { Executor } from "../../server/database";
import type { MailInspector } from "../inbox/reading/parser-pool";
import { importedMessages } from "../inbox/storing/account-messages";
import type { MailInspection } from "../mail/inspect-mail";
import { normalizeAddress } from "../mail/mail-address";
import { locationOf, type RawMail } from "../mail/raw-mail";
import type { Sender } from "./contract";
import type { NamedFile } from "./reading/archive-batch";
import { type ReaderOptions, readApart } from "./reading/read-apart";
import { SenderCount } from "./sender-count";

/** What files contain, before anything is stored. Counts are messages; `found` = `new` + `duplicate`. */
export interface Counts {
  found: number;
  new: number;
  duplicate: number;
  /** Messages that are partly or completely unreadable. */
  damaged: number;
  /** The first thousand, for damaged messages and unreadable files. */
  problems: { where: string; reason: string }[];
  /** Assumptions and omissions, as sentences. */
  notes: string[];
  /** Senders in files that don't name their owner. */
  people: Sender[];
}

const keptProblems = 1000;

/** Who the files are counted for. `timeZone` applies to times without a zone. */
export interface CountFor {
  teamId: string;
  ownerAddress: string;
  timeZone: string;
  /** Whether a sender is probably the owner. */
  isLikelyOwner: (sender: Sender) => boolean;
}

/** How far a count is. */
export interface CountProgress extends Pick<Counts, "found" | "new" | "duplicate" | "damaged"> {
  /** Bytes of the files that have been read so far. */
  read: number;
}

/** Only tests set the reader's options. */
interface CountTools extends ReaderOptions {
  db: Executor;
  inspector: MailInspector;
}

/**
 * Reads the files and counts what an import would store. Workers read and inspect; this thread only adds up.
 *
 * @param onProgress - is called after each batch, which waits for it; what it throws ends the count.
 * @throws AppError with a sentence if a file takes too long or too much memory.
 */
export async function countMessages(
  { db, inspector, ...options }: CountTools,
  { teamId, ownerAddress, timeZone, isLikelyOwner }: CountFor,
  files: NamedFile[],
  onProgress: (progress: CountProgress) => Promise<void> = async () => undefined,
): Promise<Counts> {
  const counts: Counts = { found: 0, new: 0, duplicate: 0, damaged: 0, problems: [], notes: [], people: [] };
  const list = (where: string, reason: string): void => {
    if (counts.problems.length < keptProblems) counts.problems.push({ where, reason });
  };
  const senders = new SenderCount(ownerAddress);
  const seen = new Set<string>();
  const inspect = async (batch: RawMail[]): Promise<MailInspection[]> => {
    const mails = (await inspector.inspect(batch.filter(({ chat }) => !chat))).values();
    return batch.map(({ chat }) => chat ?? (mails.next().value as MailInspection));
  };
  const reading = { files, ownerAddress: normalizeAddress(ownerAddress), timeZone, skip: 0 };
  for await (const { mails, read, problems, damaged, notes } of readApart(reading, options)) {
    const fresh: string[] = [];
    for (const [index, { externalId, problem }] of (await inspect(mails)).entries()) {
      const mail = mails[index] as RawMail;
      counts.found++;
      senders.add(mail);
      if (problem) {
        counts.damaged++;
        list(locationOf(mail.position), problem);
      }
      if (seen.has(externalId)) counts.duplicate++;
      else fresh.push(externalId);
      seen.add(externalId);
    }
    counts.damaged += damaged;
    for (const { where, reason } of problems) list(where, reason);
    counts.notes.push(...notes);
    if (fresh.length > 0) {
      const known = await importedMessages(db, teamId, fresh);
      counts.duplicate += known.size;
      counts.new += fresh.length - known.size;
    }
    await onProgress({ ...counts, read });
  }
  counts.people = senders.unknown(isLikelyOwner);
  counts.notes.push(...senders.notes());
  return counts;
}
