import type { Notifications } from "./notifications";
import { reasonOf } from "./query-failure";

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
        const timer = setTimeout(resolve, rest);
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
