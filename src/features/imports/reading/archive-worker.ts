import { setTimeout as sleep } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { giveWay } from "../../../server/workers/priority";
import { packMails } from "../../inbox/reading/read-mail";
import { type RawMail, sizeOf } from "../../mail/raw-mail";
import type { Reading } from "../formats/chat-message";
import type { ArchiveAnswer, ArchiveRequest, Findings } from "./archive-batch";
import { readFiles } from "./read-files";

// This worker thread unpacks archives and splits them into messages. Strangers wrote them, and splitting may take long.

/** Mails per batch. A batch is parsed at once and stored in one transaction. */
const batchMails = 200;
/** Maximum bytes per batch, which keeps memory flat when mails are large. */
const batchBytes = 8 * 1024 * 1024;
/** How long an answer waits for a full batch (milliseconds). */
const patience = 500;
const keptProblems = 1000;
const keptNotes = 100;

/** Several read at a time, and people's calls come first. Lower, a busy machine would let a file seem to take too long. */
const niceness = 5;
// Elsewhere, this would slow down the whole process.
if (process.platform === "linux") giveWay(niceness);

let read: (() => Promise<ArchiveAnswer>) | undefined;
parentPort?.on("message", async (message: ArchiveRequest | "next") => {
  if (message !== "next") {
    read = reader(message);
    return;
  }
  const answer = await read?.();
  if (answer) parentPort?.postMessage(answer, [answer.bytes]);
});

/** @returns a function that reads on. */
function reader({
  files,
  skip,
  current,
  timeZone,
  ownerAddress,
}: ArchiveRequest): () => Promise<ArchiveAnswer> {
  let bytesRead = 0;
  /** A part may be read twice, but counts once. */
  const positions = new Map<object, number>();
  let found: Findings = { problems: [], damaged: 0, notes: [] };
  const kept = { problems: 0, notes: 0 };
  const reading: Reading = {
    timeZone,
    ownerAddress,
    note(sentence) {
      if (kept.notes++ < keptNotes) found.notes.push(sentence);
    },
    report(problem) {
      found.damaged += problem.damaged ?? 0;
      if (kept.problems++ < keptProblems) found.problems.push(problem);
    },
    reached(part, bytes) {
      const before = positions.get(part) ?? 0;
      if (bytes <= before) return;
      positions.set(part, bytes);
      bytesRead += bytes - before;
    },
  };
  const onFile = (index: number) => {
    current[0] = index;
  };
  const batches = inBatches(readFiles(files, reading, onFile), skip);
  let next: Promise<IteratorResult<RawMail[]>> | undefined;
  return async () => {
    next ??= batches.next();
    const batch = await Promise.race([next, sleep(patience)]);
    if (batch) next = undefined;
    const mails = packMails(batch?.value ?? []);
    const answer = { ...mails, ...found, read: bytesRead, done: batch?.done ?? false };
    found = { problems: [], damaged: 0, notes: [] };
    return answer;
  };
}

/** Leaves out the first `skip` messages, which an earlier run has stored. */
async function* inBatches(mails: AsyncIterable<RawMail>, skip: number): AsyncGenerator<RawMail[], undefined> {
  let batch: RawMail[] = [];
  let bytes = 0;
  let index = 0;
  for await (const mail of mails) {
    if (index++ < skip) continue;
    batch.push(mail);
    bytes += sizeOf(mail);
    if (batch.length >= batchMails || bytes >= batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
