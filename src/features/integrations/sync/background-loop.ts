import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";

/**
 * Does a piece of work again and again for as long as the process works: when it is told to on a channel, and by itself
 * after the time the last piece said.
 *
 * @param work - resolves to how long there is nothing to do (milliseconds).
 * @returns `look` to do it now, and what stops it once the piece under way has ended.
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
