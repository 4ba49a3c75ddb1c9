import { largestUnit } from "../../../../shared/wording";
import { integrationTexts } from "../texts";

/**
 * Formats how long ago a check was. Source: specification, section 9.
 *
 * @param seconds - null if there was none.
 * @returns "42 seconds ago", then minutes, hours, days; "Never".
 */
export function timeSince(seconds: number | null): string {
  return seconds === null ? integrationTexts.never : `${largestUnit(seconds * 1000)} ago`;
}

/** Formats when the next check is, relative to `now` (milliseconds): "in 4 minutes". */
export function timeUntil(instant: string, now: number): string {
  const ms = Math.max(0, Math.round((Date.parse(instant) - now) / 1000)) * 1000;
  return ms < 5000 ? "now" : `in ${largestUnit(ms)}`;
}
