import type { JobHandler } from "../../server/jobs";
import { endPaymentsQueue, reconcileQueue, retainQueue, syncPaymentsQueue } from "./queues";
import type { BillingService } from "./service";

/** Asks the payment provider for one team's subscription, after it reported a change. */
export function syncPaymentsJob(billing: BillingService): JobHandler<{ teamId: string }> {
  return {
    queue: syncPaymentsQueue.name,
    retryLimit: syncPaymentsQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId }) => billing.sync(teamId),
  };
}

/** Asks the payment provider for every subscription, in case a report of it was lost. */
export function reconcileJob(billing: BillingService): JobHandler {
  return {
    queue: reconcileQueue.name,
    retryLimit: reconcileQueue.retryLimit,
    concurrency: 1,
    schedule: "23 * * * *",
    run: (_data, signal) => billing.reconcile(signal),
  };
}

/** Warns owners before their data is deleted, and deletes it, once an hour. */
export function retainJob(enforce: () => Promise<void>): JobHandler {
  return {
    queue: retainQueue.name,
    retryLimit: retainQueue.retryLimit,
    concurrency: 1,
    schedule: "53 * * * *",
    run: enforce,
  };
}

/** Cancels the subscription of a team that was deleted, so that nobody pays for nothing. */
export function endPaymentsJob(billing: BillingService): JobHandler<{ teamId: string }> {
  return {
    queue: endPaymentsQueue.name,
    retryLimit: endPaymentsQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId }) => billing.endPayments(teamId),
  };
}
