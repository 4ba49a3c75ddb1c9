import { purgeAreas } from "../features/areas/service";
import { purgeAuditLog } from "../features/audit/service";
import { purgeSessions } from "../features/auth/service";
import { purgePaymentEvents } from "../features/billing/service";
import { purgeCorrections } from "../features/corrections/service";
import { purgeUploads } from "../features/imports/uploads";
import { purgeMessages } from "../features/inbox/service";
import { purgeIntegrations } from "../features/integrations/service";
import { purgeJournal, undoDays } from "../features/journal/service";
import { purgeToolCalls } from "../features/mcp/service";
import { purgeAudio } from "../features/meetings/audio";
import { purgeMeetings } from "../features/meetings/service";
import { purgeNotifications } from "../features/notifications/service";
import { purgeDeliveries } from "../features/outgoing/service";
import { purgeOutsideCalls } from "../features/privacy/service";
import { purgeComments } from "../features/tasks/comments/service";
import { purgeTasks } from "../features/tasks/service";
import type { Blobs } from "../server/blobs";
import type { Executor } from "../server/database";
import { forgetRates } from "../server/http/rate-limit";
import type { JobHandler } from "../server/jobs";
import { day } from "../shared/durations";
import { retentionQueue } from "./queues";

/** Permanently deletes what can no longer be undone, and what has expired or belongs to nobody. */
export function retentionJob(db: Executor, blobs: Blobs): JobHandler {
  return {
    queue: retentionQueue.name,
    retryLimit: retentionQueue.retryLimit,
    concurrency: 1,
    schedule: "17 3 * * *",
    async run() {
      const before = new Date(Date.now() - undoDays * day);
      await runAll([
        () => purgeTasks(db, before),
        () => purgeComments(db, before),
        () => purgeMessages(db, before),
        () => purgeMeetings(db, before),
        () => purgeAudio(db, blobs, new Date(Date.now() - day)),
        () => purgeCorrections(db, before),
        () => purgeAreas(db, before),
        () => purgeJournal(db, before),
        () => purgeNotifications(db, before),
        () => purgeUploads(db, blobs),
        () => purgeOutsideCalls(db),
        () => purgeDeliveries(db, before),
        () => purgeToolCalls(db, before),
        () => purgeIntegrations(db),
        () => purgeSessions(db),
        () => purgeAuditLog(db),
        () => purgePaymentEvents(db),
        () => forgetRates(db),
      ]);
    },
  };
}

/** Runs every part, even if one fails, and then fails with all their errors. */
export async function runAll(parts: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} parts of the retention failed`);
}
