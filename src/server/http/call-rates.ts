import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import { minute } from "../../shared/durations";

/** Counts calls for all processes; see `countCalls` in rate-limit.ts. */
export type CountCalls = (
  key: string,
  windowMs: number,
  calls: number,
) => Promise<{ current: number; ttl: number }>;

/** One caller's calls in one minute, as this process knows them. */
interface Window {
  /** Minutes since the epoch. */
  minute: number;
  /** Calls of all processes, as of the last time they were added up. */
  known: number;
  /** Calls of this process since then. */
  fresh: number;
  addedUpAt: number;
  adding: boolean;
}

interface CallRateOptions {
  /** Calls per minute of one caller. */
  max: number;
  /** What calls, as the key of its counter and as the sentence begins that refuses it. */
  caller: { key: string; words: string };
  /** Calls of one minute from which a process notifies the others; fewer cost no write. */
  notifyFrom?: number;
  countCalls: CountCalls;
}

/** How often a process adds its calls to those of the others (milliseconds). */
const addUpEvery = 1000;
/** Windows kept in memory before the ended ones are dropped. */
const mostWindows = 10_000;

/**
 * Limits the calls of each caller per minute. Each process counts its own calls in memory and adds them to those
 * of all processes once a second, because a write before every call would double its time. So several
 * processes together may exceed the limit by what they serve in a second, and by what each keeps to itself.
 *
 * All processes count the same minutes of the clock. If a minute began with a caller's first call or write, each would
 * add calls from before it, and refuse a caller who keeps to the limit.
 */
export function createCallRates({ max, caller, notifyFrom = 0, countCalls }: CallRateOptions) {
  const windows = new Map<string, Window>();
  const limit = `${caller.words} may make ${max.toLocaleString("en-US")} calls a minute`;

  function addUp(id: string, window: Window, now: number): void {
    const calls = window.fresh;
    window.fresh = 0;
    window.known += calls;
    window.addedUpAt = now;
    window.adding = true;
    const left = (window.minute + 1) * minute - now;
    // Two counters in turns: one is over long before its turn comes again.
    countCalls(`${caller.key}-${id}-${window.minute % 2}`, left, calls)
      .then(({ current }) => {
        window.known = current;
      })
      // This process's own count still limits it.
      .catch(() => undefined)
      .finally(() => {
        window.adding = false;
      });
  }

  /** Counts calls, all or none. @returns undefined if they may go on; otherwise after how long the next may (ms). */
  function count(id: string, now: number, calls = 1): number | undefined {
    const thisMinute = Math.floor(now / minute);
    let window = windows.get(id);
    if (window?.minute !== thisMinute) {
      if (windows.size >= mostWindows)
        for (const [other, ended] of windows) if (ended.minute !== thisMinute) windows.delete(other);
      window = { minute: thisMinute, known: 0, fresh: 0, addedUpAt: 0, adding: false };
      windows.set(id, window);
    }
    const total = window.known + window.fresh + calls;
    if (total > max) return (thisMinute + 1) * minute - now;
    window.fresh += calls;
    if (!window.adding && total > notifyFrom && now - window.addedUpAt >= addUpEvery) addUp(id, window, now);
    return undefined;
  }

  return {
    count,

    /**
     * Counts the calls of one request, all or none.
     *
     * @throws AppError `too_many_requests`; `too_large` for more than a whole minute has, which would never do.
     */
    require(id: string, now = Date.now(), calls = 1): void {
      if (calls > max)
        throw new AppError(
          "too_large",
          `${limit}, and this request has ${calls.toLocaleString("en-US")}. Send fewer at a time.`,
        );
      const wait = count(id, now, calls);
      if (wait === undefined) return;
      const retryAfter = Math.ceil(wait / 1000);
      throw new AppError("too_many_requests", `${limit}. Try again in ${counted(retryAfter, "second")}.`, {
        retryAfter,
      });
    },
  };
}
