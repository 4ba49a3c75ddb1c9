import { minute } from "../../shared/durations";

/** Counts calls for all processes; see `countCalls` in server/http/rate-limit.ts. */
export type CountCalls = (
  key: string,
  windowMs: number,
  calls: number,
) => Promise<{ current: number; ttl: number }>;

/** One minute of one token, as far as this process knows it. */
interface Window {
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** Calls of all processes, as of the last time they were added up. */
  known: number;
  /** Calls of this process since then. */
  fresh: number;
  addedUpAt: number;
  adding: boolean;
}

/** How often a process adds its calls to those of the others (milliseconds). */
const addUpEvery = 1000;
/** Windows kept in memory before the ended ones are dropped. */
const mostWindows = 10_000;

/**
 * Limits the calls of each token per minute. Each process counts its own calls in memory and adds them to those
 * of all processes once a second, because a write before every call would double its time. So several
 * processes together may exceed the limit by what they serve in a second.
 */
export function createTokenRates({ max, countCalls }: { max: number; countCalls: CountCalls }) {
  const windows = new Map<string, Window>();

  function addUp(tokenId: string, window: Window, now: number): void {
    const calls = window.fresh;
    window.fresh = 0;
    window.known += calls;
    window.addedUpAt = now;
    window.adding = true;
    countCalls(`token-${tokenId}`, minute, calls)
      .then(({ current, ttl }) => {
        window.known = current;
        window.endsAt = now + Math.min(ttl, minute);
      })
      // This process's own count still limits it.
      .catch(() => undefined)
      .finally(() => {
        window.adding = false;
      });
  }

  return {
    /** Counts one call. @returns undefined if it may go on; otherwise after how long the next one may (ms). */
    count(tokenId: string, now: number): number | undefined {
      let window = windows.get(tokenId);
      // One that ends later than a minute from now is from before the clock went back.
      if (!window || window.endsAt <= now || window.endsAt > now + minute) {
        if (windows.size >= mostWindows)
          for (const [id, { endsAt }] of windows) if (endsAt <= now) windows.delete(id);
        window = { endsAt: now + minute, known: 0, fresh: 0, addedUpAt: 0, adding: false };
        windows.set(tokenId, window);
      }
      if (window.known + window.fresh >= max) return window.endsAt - now;
      window.fresh++;
      if (!window.adding && now - window.addedUpAt >= addUpEvery) addUp(tokenId, window, now);
      return undefined;
    },
  };
}
