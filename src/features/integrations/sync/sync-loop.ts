import { randomUUID } from "node:crypto";
import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { type Notifications, notify } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import type { ConnectionRow } from "../repository";
import { createScheduleRepository } from "./schedule-repository";
import { roomOf, slotOf } from "./slots";
import type { SyncResult } from "./sync-account";

/** Notified when an account has become due. */
const channel = "zippy_sync";
/** Accounts one process syncs at a time, over all slots. They mostly wait for the network. */
const atATime = 60;
/** Limits of the pause between two looks (milliseconds). The longest covers claims left by a crash. */
const sleep = { shortest: 20, longest: 15_000 };

/** Makes the worker processes look for due accounts now. */
export const wakeSync = (tx: Executor): Promise<void> => notify(tx, channel);

/**
 * Syncs every connected account at its own interval while the process runs. Works with any number of
 * processes, because each account is claimed by one.
 *
 * @returns a function that stops the loop after the current runs.
 */
export async function startSyncLoop({
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
  const running = new Map<Promise<unknown>, string>();
  const bySlot = (): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const slot of running.values()) counts[slot] = (counts[slot] ?? 0) + 1;
    return counts;
  };

  function start(row: ConnectionRow, signal: AbortSignal): void {
    const run = sync(row, signal)
      .catch((error: unknown) => log(`sync: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(run);
        loop.look();
      });
    running.set(run, slotOf(row));
  }

  const loop = await startLoop({
    name: "sync",
    wakeOn: { notifications, channel },
    log,
    async work(signal) {
      const free = atATime - running.size;
      // Each run has its own id, which identifies the owner of a claim.
      if (free > 0)
        for (const row of await schedule.claimDue(randomUUID(), free, bySlot())) start(row, signal);
      if (running.size >= atATime) return sleep.longest;
      const full = Object.entries(bySlot()).flatMap(([slot, count]) => (count >= roomOf(slot) ? slot : []));
      const due = (await schedule.nextDue(full)) ?? sleep.longest;
      return Math.min(sleep.longest, Math.max(sleep.shortest, due));
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running.keys());
  };
}
