import { integrationTexts } from "../texts";

const steps = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
] as const;

/**
 * Formats how long ago a check was. Source: specification, section 9.
 *
 * @param seconds - null if there was none.
 * @returns "42 seconds ago", then minutes, hours, days; "Never".
 */
export function timeSince(seconds: number | null): string {
  if (seconds === null) return integrationTexts.never;
  const [length, unit] = steps.find(([least]) => seconds >= least) ?? [1, "second"];
  const count = Math.floor(seconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}

/** Formats when the next check is, relative to `now` (milliseconds): "in 4 minutes". */
export function timeUntil(instant: string, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(instant) - now) / 1000));
  if (seconds < 5) return "now";
  return `in ${timeSince(seconds).replace(" ago", "")}`;
}
