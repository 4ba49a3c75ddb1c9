import { randomUUID } from "node:crypto";
import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { type Notifications, notify } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import { type CrmConnectionRow, createCrmRepository } from "../repository";

/** Notified when a CRM has become due. */
const channel = "zippy_crm";
/** CRMs one process syncs at a time. They mostly wait for the network. */
const atATime = 8;
/** Limits of the pause between two looks (milliseconds). The longest covers claims left by a crash. */
const sleep = { shortest: 20, longest: 15_000 };

/** Makes the worker processes look for due CRMs now. */
export const wakeCrmSync = (tx: Executor): Promise<void> => notify(tx, channel);

/**
 * Syncs every connected CRM at its own interval while the process runs (ADR 13).
 *
 * @returns a function that stops the loop after the current pages.
 */
export async function startCrmLoop({
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
  const running = new Set<Promise<unknown>>();

  function start(row: CrmConnectionRow, signal: AbortSignal): void {
    const run = sync(row, signal)
      .catch((error: unknown) => log(`CRM sync: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(run);
        loop.look();
      });
    running.add(run);
  }

  const loop = await startLoop({
    name: "CRM sync",
    wakeOn: { notifications, channel },
    log,
    async work(signal) {
      const free = atATime - running.size;
      if (free > 0) for (const row of await crms.claimDue(randomUUID(), free)) start(row, signal);
      if (running.size >= atATime) return sleep.longest;
      const due = (await crms.nextDue()) ?? sleep.longest;
      return Math.min(sleep.longest, Math.max(sleep.shortest, due));
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running);
  };
}
