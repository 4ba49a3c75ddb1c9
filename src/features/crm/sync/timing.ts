import { longestWait } from "../../../server/planned-checks";
import { hour, minute } from "../../../shared/durations";

/** Clocks differ, and a search finds a change only after a while: each sync reads this much again (milliseconds). */
export const overlap = 5 * 60_000;

/** How often a CRM without a list of deletions is read completely (milliseconds). */
export const fullPassEvery = 6 * hour;

/** Next sync after consecutive failures: the interval, doubled with each, but never before the CRM allows it. */
export function waitAfterFailure(interval: number, failures: number, retryAfterSeconds = 0): number {
  const wait = Math.min(longestWait, interval * 2 ** Math.min(failures - 1, 20));
  return Math.max(wait, retryAfterSeconds);
}

/** The interval, plus or minus a twentieth, so that connections made together drift apart (seconds). */
export const waitAfterSuccess = (interval: number, random: () => number = Math.random): number =>
  interval * (0.95 + random() * 0.1);

/**
 * How long a run in the background reads or writes before it gives way to the CRMs that wait (milliseconds). Without it,
 * a few slow or endless CRMs would keep all others from syncing. Tests shorten it.
 */
export const turn = { longest: minute };
