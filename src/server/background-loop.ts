import { randomUUID } from "node:crypto";
import type { Notifications } from "./notifications";
import { reasonOf } from "./query-failure";

/** The longest pause of any loop (milliseconds). Tests shorten it instead of waiting. */
export const pauses = { longest: Number.POSITIVE_INFINITY };

/**
 * Runs a piece of work repeatedly, for work that finds its next rows itself: after the pause the last run asked
 * for, and earlier on notification. For single pieces of work see jobs.ts.
 *
 * @param wakeOn - the channel whose notifications wake it; without one, it only pauses.
 * @param work - resolves to the pause until the next run (milliseconds).
 * @returns `look`, which runs it now, and a function that stops the loop after the current run.
 */
export async function startLoop({
  name,
  wakeOn,
  work,
  log,
}: {
  name: string;
  wakeOn?: { notifications: Notifications; channel: string };
  work: (signal: AbortSignal) => Promise<number>;
  log: (line: string) => void;
}): Promise<{ look: () => void; stop: () => Promise<void> }> {
  const stopping = new AbortController();
  let woken = false;
  let wake: () => void = () => undefined;
  const look = () => {
    woken = true;
    wake();
  };
  await wakeOn?.notifications.on(wakeOn.channel, look);
  wakeOn?.notifications.onReconnect(look);

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      const rest = await work(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) log(`${name}: ${reasonOf(error)}`);
        return afterFailure;
      });
      if (woken || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(rest, pauses.longest));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const done = loop();
  return {
    look,
    async stop() {
      stopping.abort();
      look();
      await done;
    },
  };
}

/** Milliseconds. */
const afterFailure = 1000;

/** Limits of the pause between two claims (milliseconds). The longest covers claims left by a crash. */
const betweenClaims = { shortest: 20, longest: 15_000 };

/**
 * Claims rows as they become due, and works on several at a time. Any number of processes share the work, because each
 * row is claimed by one.
 *
 * @param claim - claims at most `free` rows. `runId` identifies who owns the claim; `running` are this process's rows.
 * @param nextDue - milliseconds until another row is due; undefined if none is waiting.
 * @returns a function that stops the loop after the current rows.
 */
export async function startClaimLoop<Row>({
  name,
  wakeOn,
  atATime,
  claim,
  nextDue,
  work,
  log,
}: {
  name: string;
  wakeOn: { notifications: Notifications; channel: string };
  atATime: number;
  claim: (runId: string, free: number, running: Row[]) => Promise<Row[]>;
  nextDue: (running: Row[]) => Promise<number | undefined>;
  work: (row: Row, signal: AbortSignal) => Promise<unknown>;
  log: (line: string) => void;
}): Promise<() => Promise<void>> {
  const running = new Map<Promise<unknown>, Row>();

  function start(row: Row, signal: AbortSignal): void {
    const run = work(row, signal)
      .catch((error: unknown) => log(`${name}: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(run);
        loop.look();
      });
    running.set(run, row);
  }

  const loop = await startLoop({
    name,
    wakeOn,
    log,
    async work(signal) {
      const { shortest, longest } = betweenClaims;
      const free = atATime - running.size;
      if (free > 0)
        for (const row of await claim(randomUUID(), free, [...running.values()])) start(row, signal);
      if (running.size >= atATime) return longest;
      const due = (await nextDue([...running.values()])) ?? longest;
      return Math.min(longest, Math.max(shortest, due));
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running.keys());
  };
}
