/** Longest wait after failures (seconds). */
const longestWait = 6 * 3600;

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

/**
 * When an account is asked again: after its interval, give or take a twentieth, so that accounts that were connected
 * together do not stay in step.
 */
export function nextAfterSuccess(interval: number, random: () => number = Math.random): Date {
  return inSeconds(interval * (0.95 + random() * 0.1));
}

/** Least time between two checks (seconds). Source: specification, section 9. */
const leastWait = 60;

/** When a check goes on that has come some way before the provider asked to wait: as soon as it may. */
export const nextAfterPause = (retryAfterSeconds = 0): Date =>
  inSeconds(Math.max(leastWait, retryAfterSeconds));

/**
 * When an account is tried again after failures in a row: the interval, doubled with every failure, at most six hours;
 * never before the provider wants it.
 */
export function nextAfterFailure(interval: number, failures: number, retryAfterSeconds = 0): Date {
  const wait = Math.min(longestWait, interval * 2 ** Math.min(failures - 1, 20));
  return inSeconds(Math.max(wait, retryAfterSeconds));
}
