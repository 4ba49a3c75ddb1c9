import { startClaimLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { type Notifications, notify } from "../../../server/notifications";
import type { ConnectionRow } from "../repository";
import { createScheduleRepository } from "./schedule-repository";
import { roomOf, slotOf } from "./slots";
import type { SyncResult } from "./sync-account";

/** Notified when an account has become due. */
const channel = "zippy_sync";
/** Accounts one process syncs at a time, over all slots. They mostly wait for the network. */
const atATime = 60;

/** Makes the worker processes look for due accounts now. */
export const wakeSync = (tx: Executor): Promise<void> => notify(tx, channel);

/**
 * Syncs every connected account at its own interval while the process runs. Works with any number of
 * processes, because each account is claimed by one.
 *
 * @returns a function that stops the loop after the current runs.
 */
export function startSyncLoop({
  db,
  notifications,
  sync,
  log,
}: {
  db: Executor;
  notifications: Notifications;
  sync: (row: ConnectionRow, signal: AbortSignal) => Promise<SyncResult>;
  log: (line: string) => void;
}): Promise<() => Promise<void>> {
  const schedule = createScheduleRepository(db);
  return startClaimLoop({
    name: "sync",
    wakeOn: { notifications, channel },
    atATime,
    claim: (runId, free, running) => schedule.claimDue(runId, free, bySlot(running)),
    nextDue: (running) => schedule.nextDue(fullSlots(running)),
    work: sync,
    log,
  });
}

function bySlot(running: ConnectionRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const slot of running.map(slotOf)) counts[slot] = (counts[slot] ?? 0) + 1;
  return counts;
}

const fullSlots = (running: ConnectionRow[]): string[] =>
  Object.entries(bySlot(running)).flatMap(([slot, count]) => (count >= roomOf(slot) ? slot : []));
