import type { Executor } from "../../server/database";
import type { JobHandler, Jobs } from "../../server/jobs";
import { analyzeWaiting } from "./analyze-waiting";
import { createCountsRepository } from "./counts/counts-repository";
import { analyzeQueue, countsQueue, reanalyzeQueue, refineQueue, releaseQueue } from "./queues";
import { reanalyze } from "./reanalysis/reanalyze";
import type { RefineOutcome } from "./refinement/refine";
import type { RefineJob, RefineJobs } from "./refinement/refine-sending";
import { type HeldMeter, releaseAllHeld, releaseHeld } from "./release-held";

/** Analyzes a team's messages that have no analysis. */
export function analyzeJob(db: Executor, jobs: RefineJobs): JobHandler<{ teamId: string }> {
  return {
    queue: analyzeQueue.name,
    retryLimit: analyzeQueue.retryLimit,
    concurrency: 1,
    async run({ teamId }, signal) {
      await analyzeWaiting(db, teamId, signal, jobs);
      // What a stop has interrupted is tried again; otherwise nobody would analyze the rest.
      signal.throwIfAborted();
    },
  };
}

/** Lets held messages be analyzed: of one team whose plan changed, or of all, because a month may have begun. */
export function releaseJob(
  db: Executor,
  jobs: Pick<Jobs, "send">,
  meter: HeldMeter,
): JobHandler<{ teamId?: string }> {
  return {
    queue: releaseQueue.name,
    retryLimit: releaseQueue.retryLimit,
    concurrency: 1,
    schedule: "2 * * * *",
    run: ({ teamId }) => (teamId ? releaseHeld(db, jobs, meter, teamId) : releaseAllHeld(db, jobs, meter)),
  };
}

/** Analyzes a team's open messages again after the engine changed. */
export function reanalyzeJob(db: Executor): JobHandler<{ teamId: string }> {
  return {
    queue: reanalyzeQueue.name,
    retryLimit: reanalyzeQueue.retryLimit,
    concurrency: 1,
    async run({ teamId }, signal) {
      await reanalyze(db, teamId, signal);
      signal.throwIfAborted();
    },
  };
}

/** Has the language model review one message. Only a few run at a time because services limit requests. */
export function refineJob(
  refineMessage: (job: RefineJob, signal: AbortSignal) => Promise<RefineOutcome>,
): JobHandler<RefineJob> {
  return {
    queue: refineQueue.name,
    retryLimit: refineQueue.retryLimit,
    concurrency: 2,
    async run(job, signal) {
      await refineMessage(job, signal);
    },
  };
}

/** Keeps the rows few that counts of messages are the sum of. */
export function countsJob(db: Executor): JobHandler<Record<string, never>> {
  return {
    queue: countsQueue.name,
    retryLimit: countsQueue.retryLimit,
    concurrency: 1,
    schedule: "* * * * *",
    run: () => createCountsRepository(db).addUp(),
  };
}
