import type { Executor } from "../../server/database";
import type { JobHandler } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { followCompanies } from "./service";

export const followQueue = { name: "follow-companies", retryLimit: 5 };

/** Lets areas follow the companies that are left after the records of a CRM were removed. */
export function followJob(db: Executor): JobHandler<{ teamId: string; connectionId: string }> {
  return {
    queue: followQueue.name,
    retryLimit: followQueue.retryLimit,
    concurrency: 1,
    async run({ teamId, connectionId }) {
      await followCompanies(db, teamId);
      await publish(db, { type: "crm_synced", teamId, id: connectionId });
    },
  };
}
