import { purgeAuditLog } from "../features/audit/service";
import { purgeSessions } from "../features/auth/service";
import { purgeCorrections } from "../features/corrections/service";
import { purgeMessages } from "../features/inbox/service";
import { purgeIntegrations } from "../features/integrations/service";
import { undoDays } from "../features/journal/service";
import { purgeOutsideCalls } from "../features/privacy/service";
import { purgeTasks } from "../features/tasks/service";
import type { Executor } from "../server/database";
import { forgetRates } from "../server/http/rate-limit";
import type { JobHandler } from "../server/jobs";
import { day } from "../shared/durations";
import { retentionQueue } from "./queues";

/** Permanently deletes what can no longer be undone, and what has expired: sessions, counted addresses. */
export function retentionJob(db: Executor): JobHandler {
  return {
    queue: retentionQueue.name,
    retryLimit: retentionQueue.retryLimit,
    concurrency: 1,
    schedule: "17 3 * * *",
    async run() {
      const before = new Date(Date.now() - undoDays * day);
      await purgeTasks(db, before);
      await purgeMessages(db, before);
      await purgeCorrections(db, before);
      await purgeOutsideCalls(db);
      await purgeIntegrations(db);
      await purgeSessions(db);
      await purgeAuditLog(db);
      await forgetRates(db);
    },
  };
}
