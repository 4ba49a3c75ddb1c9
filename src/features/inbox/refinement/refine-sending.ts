import type { Executor } from "../../../server/database";
import type { Jobs } from "../../../server/jobs";
import { day } from "../../../shared/durations";
import { refineQueue } from "../queues";

/** Messages older than this when they arrive are history and not sent to a language model (days). */
const refinedDays = 7;

/** Whether a message is recent enough to be sent, by its sender's date. */
export const isRecent = (sentAt: Date): boolean => sentAt.getTime() >= Date.now() - refinedDays * day;

/** Longer than two of the longest requests: a job that takes longer was lost in a crash (seconds). */
const expireAfter = 900;

/** One message to ask about. `waits`: how often the service was too busy. */
export interface RefineJob {
  teamId: string;
  messageId: string;
  waits?: number;
}

/** What sending messages to the language model needs from a job queue. */
export type RefineJobs = Pick<Jobs, "sendAll" | "has">;

/** Queues messages for the language model in the caller's transaction; does nothing if none is configured. */
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
