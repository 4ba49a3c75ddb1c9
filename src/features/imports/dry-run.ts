import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { importedMessages } from "../inbox/ingest";
import type { MailParser } from "../inbox/reading/parser-pool";
import { inspectRawMail } from "../mail/inspect-mail";
import { normalizeAddress } from "../mail/mail-address";
import { locationOf, type RawMail } from "../mail/raw-mail";
import type { Sender } from "./contract";
import { readFiles } from "./read-files";
import { SenderCount } from "./sender-count";
import type { StoredFile } from "./tables";

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

/** Messages per database lookup. */
const batchSize = 1000;
const keptProblems = 1000;
const keptNotes = 100;
/** Mails of more bytes are inspected in a worker thread, because it takes longer than 20 ms. */
const large = 512 * 1024;

/** Who the files are counted for. `timeZone` applies to times without a zone. */
export interface CountFor {
  teamId: string;
  ownerAddress: string;
  timeZone: string;
}

/** Reads the files and counts what an import would store. */
export async function countMessages(
  db: Executor,
  blobs: Blobs,
  parser: MailParser,
  { teamId, ownerAddress, timeZone }: CountFor,
  files: StoredFile[],
): Promise<Counts> {
  const counts: Counts = { found: 0, new: 0, duplicate: 0, damaged: 0, problems: [], notes: [], people: [] };
  const list = (where: string, reason: string): void => {
    if (counts.problems.length < keptProblems) counts.problems.push({ where, reason });
  };
  const senders = new SenderCount(ownerAddress);
  const seen = new Set<string>();
  let batch: string[] = [];
  const lookUp = async (): Promise<void> => {
    const known = await importedMessages(db, teamId, batch);
    counts.duplicate += known.size;
    counts.new += batch.length - known.size;
    batch = [];
  };
  const count = async (mail: RawMail): Promise<void> => {
    const [parsed] = !mail.chat && mail.bytes.length > large ? await parser.parse([mail]) : [];
    const { externalId, problem } = parsed ?? inspectRawMail(mail);
    counts.found++;
    senders.add(mail);
    if (problem) {
      counts.damaged++;
      list(locationOf(mail.position), problem);
    }
    if (seen.has(externalId)) counts.duplicate++;
    else {
      seen.add(externalId);
      batch.push(externalId);
    }
  };
  const reading = {
    ownerAddress: normalizeAddress(ownerAddress),
    timeZone,
    note(sentence: string) {
      if (counts.notes.length < keptNotes) counts.notes.push(sentence);
    },
    report({ where, reason, damaged = 0 }: { where: string; reason: string; damaged?: number }) {
      counts.damaged += damaged;
      list(where, reason);
    },
  };
  for await (const mail of readFiles(blobs, files, reading)) {
    await count(mail);
    if (batch.length === batchSize) await lookUp();
  }
  await lookUp();
  counts.people = senders.unknown();
  counts.notes.push(...senders.notes());
  return counts;
}
