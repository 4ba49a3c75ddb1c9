import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";

/**
 * Runs a piece of work repeatedly: on notification, and after the pause the last run asked for.
 *
 * @param work - resolves to the pause until the next run (milliseconds).
 * @returns `look`, which runs it now, and a function that stops the loop after the current run.
 */
export async function startLoop({
  name,
  notifications,
  channel,
  work,
  log,
}: {
  name: string;
  notifications: Notifications;
  channel: string;
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
  await notifications.on(channel, look);
  notifications.onReconnect(look);

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = false;
      const rest = await work(stopping.signal).catch((error: unknown) => {
        log(`${name}: ${reasonOf(error)}`);
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
