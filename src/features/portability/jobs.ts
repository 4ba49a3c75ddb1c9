import type { JobHandler } from "../../server/jobs";
import type { DeletionService } from "./deletion";

export const deletionQueue = { name: "deletions", retryLimit: 3 };

/** Deletes for good what is due, every hour. */
export function deletionJob(deletion: Pick<DeletionService, "purgeDue">): JobHandler {
  return {
    queue: deletionQueue.name,
    retryLimit: deletionQueue.retryLimit,
    concurrency: 1,
    schedule: "41 * * * *",
    run: (_data, signal) => deletion.purgeDue(signal),
  };
}
