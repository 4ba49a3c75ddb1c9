import type { Blobs } from "../../server/blobs";
import type { Executor } from "../../server/database";
import { knownMessages } from "../inbox/service";
import { inspectRawMail } from "./inspect-mail";
import { placeOf } from "./raw-mail";
import { readFiles } from "./read-files";
import type { StoredFile } from "./tables";

/** What files hold, before anything is stored. Counts are mails; `found` = `new` + `duplicate`. */
export interface Counts {
  found: number;
  new: number;
  duplicate: number;
  damaged: number;
  /** The first thousand, damaged mails and unreadable files alike. */
  problems: { where: string; reason: string }[];
}

/** Mails looked up in the database at once. */
const batchSize = 1000;
const keptProblems = 1000;

/** Reads the files and counts what an import of them would store. */
export async function countMails(
  db: Executor,
  blobs: Blobs,
  teamId: string,
  files: StoredFile[],
): Promise<Counts> {
  const counts: Counts = { found: 0, new: 0, duplicate: 0, damaged: 0, problems: [] };
  const note = (problem: { where: string; reason: string }): void => {
    if (counts.problems.length < keptProblems) counts.problems.push(problem);
  };
  const seen = new Set<string>();
  let batch: string[] = [];
  const lookUp = async (): Promise<void> => {
    const known = await knownMessages(db, teamId, batch);
    counts.duplicate += known.size;
    counts.new += batch.length - known.size;
    batch = [];
  };
  for await (const mail of readFiles(blobs, files, note)) {
    const { externalId, problem } = inspectRawMail(mail);
    counts.found++;
    if (problem) {
      counts.damaged++;
      note({ where: placeOf(mail.position), reason: problem });
    }
    if (seen.has(externalId)) counts.duplicate++;
    else {
      seen.add(externalId);
      batch.push(externalId);
      if (batch.length === batchSize) await lookUp();
    }
  }
  await lookUp();
  return counts;
}
