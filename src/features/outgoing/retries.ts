import { hour, minute } from "../../shared/durations";

/**
 * Waits before the attempts after the first (milliseconds), as the Standard Webhooks specification proposes: three
 * days in all.
 */
const waits = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/**
 * How long to wait after a failed attempt (milliseconds).
 *
 * @param attempts - made so far, from 1.
 * @param chance - from 0 to 1; waits differ by a tenth, so that a receiver that returns isn't met by all at once.
 * @returns undefined: no more attempts.
 */
export function waitAfter(attempts: number, chance = Math.random()): number | undefined {
  const wait = waits[attempts - 1];
  return wait === undefined ? undefined : Math.round(wait * (0.95 + chance / 10));
}
