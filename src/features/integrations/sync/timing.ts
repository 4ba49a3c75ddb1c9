import { longestWait } from "../../../server/planned-checks";

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/**
 * Next check after a success: the interval, plus or minus a twentieth, so that accounts connected together
 * drift apart.
 */
export function nextAfterSuccess(interval: number, random: () => number = Math.random): Date {
  return inSeconds(interval * (0.95 + random() * 0.1));
}

/** Shortest time between two checks (seconds). Source: specification, section 9. */
const leastWait = 60;

/** Next check after partial progress: as soon as the provider allows it. */
export const nextAfterPause = (retryAfterSeconds = 0): Date =>
  inSeconds(Math.max(leastWait, retryAfterSeconds));

/**
 * Next check after consecutive failures: the interval, doubled with every failure, up to six hours. Never
 * before the provider allows it.
 */
export function nextAfterFailure(interval: number, failures: number, retryAfterSeconds = 0): Date {
  const wait = Math.min(longestWait, interval * 2 ** Math.min(failures - 1, 20));
  return inSeconds(Math.max(wait, retryAfterSeconds));
}
