import { counted } from "./counted";
import { day, hour, minute } from "./durations";

/** A text with a capital at its beginning. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A size as a limit names it: "500 MB" or "20 GB", rounded down. */
export function sizeWords(bytes: number): string {
  const megabytes = Math.floor(bytes / 1024 ** 2);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
}

const steps = [
  [day, "day"],
  [hour, "hour"],
  [minute, "minute"],
] as const;

/**
 * Says a length of time in its largest unit.
 *
 * @param ms - milliseconds.
 * @returns such as "42 seconds", "1 minute", "23 hours" and "9,304 days". Source of the units: specification, section 9.
 */
export function largestUnit(ms: number): string {
  const [length, unit] = steps.find(([least]) => ms >= least) ?? [1000, "second"];
  return counted(Math.floor(ms / length), unit);
}
