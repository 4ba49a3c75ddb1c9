import type { Executor } from "../../../server/database";
import type { Jobs } from "../../../server/jobs";
import { refineQueue } from "../queues";

/** Older messages are history when they come: they are not sent to a language model (days). */
const refinedDays = 7;

/** Whether a message is young enough to be sent, as its sender dated it. */
export const isRecent = (sentAt: Date): boolean => sentAt.getTime() >= Date.now() - refinedDays * 86_400_000;

/** Longer than two requests of the longest kind: a job that takes longer was lost in a crash (seconds). */
const expireAfter = 900;

/** One message to ask about; `waits`: how often the service had no time for it. */
export interface RefineJob {
  teamId: string;
  messageId: string;
  waits?: number;
}

/** What a job queue must offer for messages to be sent to the language model. */
export type RefineJobs = Pick<Jobs, "sendAll" | "has">;

/** Has the language model asked about messages, in the caller's transaction; nothing while none is configured. */
export async function sendToRefinement(
  tx: Executor,
  jobs: RefineJobs,
  teamId: string,
  ids: string[],
): Promise<void> {
  if (!jobs.has(refineQueue.name)) return;
  await sendJobs(
    tx,
    jobs,
    ids.map((messageId) => ({ teamId, messageId })),
  );
}

/** @param startAfter - seconds from now. */
export function sendJobs(tx: Executor, jobs: RefineJobs, list: RefineJob[], startAfter = 0): Promise<void> {
  return jobs.sendAll(tx, refineQueue.name, list, { startAfter, expireAfter });
}
