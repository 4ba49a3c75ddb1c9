import type { Executor } from "../../server/database";
import type { JobHandler } from "../../server/jobs";
import { analyzeWaiting } from "./analyze-waiting";
import { analyzeQueue, reanalyzeQueue, refineQueue } from "./queues";
import { reanalyze } from "./reanalysis/reanalyze";
import type { RefineOutcome } from "./refinement/refine";
import type { RefineJob, RefineJobs } from "./refinement/refine-sending";

/** Analyzes a team's messages that have no analysis. */
export function analyzeJob(db: Executor, jobs: RefineJobs): JobHandler<{ teamId: string }> {
  return {
    queue: analyzeQueue.name,
    retryLimit: analyzeQueue.retryLimit,
    concurrency: 1,
    async run({ teamId }, signal) {
      await analyzeWaiting(db, teamId, signal, jobs);
    },
  };
}

/** Analyzes a team's open messages again after the engine changed. */
export function reanalyzeJob(db: Executor): JobHandler<{ teamId: string }> {
  return {
    queue: reanalyzeQueue.name,
    retryLimit: reanalyzeQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId }, signal) => reanalyze(db, teamId, signal),
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
