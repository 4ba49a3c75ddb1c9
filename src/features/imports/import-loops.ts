import { setTimeout as sleep } from "node:timers/promises";
import { startClaimLoop } from "../../server/background-loop";
import type { Executor } from "../../server/database";
import { type Notifications, notify } from "../../server/notifications";
import { reasonOf } from "../../server/query-failure";
import { createImportRepository, type WaitingImport, type WaitingWork } from "./repository";
import type { ImportRun } from "./run";

/** Notified when an upload waits for one of the two. */
const channels: Record<WaitingWork, string> = { count: "zippy_import_counts", import: "zippy_imports" };

/** Makes the worker processes look for waiting uploads, once the transaction commits. */
export const wakeImports = (tx: Executor, work: WaitingWork): Promise<void> => notify(tx, channels[work]);

/** How many of one process run at a time. */
interface Limits {
  all: number;
  /** Of one team, in all processes together. */
  ofTeam: number;
  /** How many stay free for teams that have none yet. */
  kept: number;
}

/**
 * A team may count a small archive beside a large one. Imports wait for the single writer anyway, so one of a team would
 * only slow down its other one.
 */
const limits: Record<WaitingWork, Limits> = {
  count: { all: 6, ofTeam: 2, kept: 3 },
  import: { all: 3, ofTeam: 1, kept: 0 },
};

/** How soon to look for what a crash interrupted, and to try again after a failure (milliseconds). */
const lookEvery = 3000;

interface Tools {
  db: Executor;
  notifications: Notifications;
  log: (line: string) => void;
}

/**
 * Counts or imports uploads while the process runs, several at a time. Teams take turns: one with many or large uploads
 * holds up only itself. What a crash interrupted starts again, because its lock is free then.
 *
 * @returns a function that stops what runs and resolves when it has stopped.
 */
export function startImportLoop(
  { db, notifications, log }: Tools,
  work: WaitingWork,
  run: ImportRun,
): Promise<() => Promise<void>> {
  const imports = createImportRepository(db);
  const { all, ofTeam, kept } = limits[work];
  const name = work === "count" ? "counts of imports" : "imports";
  return startClaimLoop<WaitingImport>({
    name,
    wakeOn: { notifications, channel: channels[work] },
    atATime: all,
    async claim(_, free, running) {
      const waiting = await imports.waiting(work, running, ofTeam);
      const first = waiting.filter(({ nth }) => nth === 1).slice(0, free);
      const others = waiting.filter(({ nth }) => nth > 1);
      return [...first, ...others.slice(0, Math.max(0, free - first.length - kept))];
    },
    nextDue: async () => lookEvery,
    async work({ teamId, id }, signal) {
      try {
        await run(teamId, id, signal);
      } catch (error) {
        log(`${name}: ${reasonOf(error)}`);
        // One that still waits would fail again and again.
        await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
      }
    },
    log,
  });
}
