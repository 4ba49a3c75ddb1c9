import { startClaimLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { type Notifications, notify } from "../../../server/notifications";
import { type CrmConnectionRow, createCrmRepository } from "../repository";

/** Notified when a CRM has become due. */
const channel = "zippy_crm";
/** CRMs one process syncs at a time. They mostly wait for the network. */
const atATime = 8;

/** Makes the worker processes look for due CRMs now. */
export const wakeCrmSync = (tx: Executor): Promise<void> => notify(tx, channel);

/**
 * Syncs every connected CRM at its own interval while the process runs (ADR 13).
 *
 * @returns a function that stops the loop after the current pages.
 */
export function startCrmLoop({
  db,
  notifications,
  sync,
  log,
}: {
  db: Executor;
  notifications: Notifications;
  sync: (row: CrmConnectionRow, signal: AbortSignal) => Promise<unknown>;
  log: (line: string) => void;
}): Promise<() => Promise<void>> {
  const crms = createCrmRepository(db);
  return startClaimLoop({
    name: "CRM sync",
    wakeOn: { notifications, channel },
    atATime,
    claim: (runId, free) => crms.claimDue(runId, free),
    nextDue: () => crms.nextDue(),
    work: sync,
    log,
  });
}
