import type { Executor } from "../../server/database";
import type { JobHandler } from "../../server/jobs";
import { analyseWaiting } from "./analyse-waiting";
import { analyseQueue } from "./queues";

/** Tries the engine again on a team's messages that have no analysis. */
export function analyseJob(db: Executor): JobHandler<{ teamId: string }> {
  return {
    queue: analyseQueue.name,
    retryLimit: analyseQueue.retryLimit,
    concurrency: 1,
    async run({ teamId }, signal) {
      await analyseWaiting(db, teamId, signal);
    },
  };
}
