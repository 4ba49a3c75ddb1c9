import { day, hour } from "./durations";

/** A local time as a wall clock shows it. `month` is 1 to 12. */
export interface WallClock {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const mostKept = 20_000;
const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** A time in a file (milliseconds since 1970) as a date; null if no message can have it. */
export function claimedInstant(milliseconds: number): Date | null {
  const claimed = new Date(milliseconds);
  const year = claimed.getUTCFullYear();
  return year >= 1970 && year <= 2100 ? claimed : null;
}

/** True if this day and time exist in the calendar. */
export function exists({ year, month, day, hour, minute, second }: WallClock): boolean {
  const made = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1970 &&
    year <= 2100 &&
    made.getUTCMonth() === month - 1 &&
    made.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 61
  );
}

/**
 * Converts a local time in a zone to an instant.
 *
 * A time skipped by a clock change is read as if the clocks hadn't changed. For a repeated time, the first
 * one counts.
 */
export function instantIn(timeZone: string, at: WallClock): Date {
  const wall = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  const before = offsetAt(timeZone, wall - day);
  const after = offsetAt(timeZone, wall + day);
  const fits = [before, after].find((offset) => offsetAt(timeZone, wall - offset) === offset);
  return new Date(wall - (fits ?? before));
}

/** What the wall clock of a zone shows at an instant, as milliseconds as if it were UTC. */
export function wallTimeIn(timeZone: string, instant: Date): number {
  return instant.getTime() + offsetAt(timeZone, instant.getTime());
}

/** The calendar day in a zone at an instant, for example "2026-11-16". */
export function dayIn(timeZone: string, instant: Date): string {
  return new Date(wallTimeIn(timeZone, instant)).toISOString().slice(0, 10);
}

/**
 * Offset in milliseconds east of UTC. Cached per quarter of an hour, the finest step at which zones change.
 */
function offsetAt(timeZone: string, instant: number): number {
  if (timeZone === "UTC") return 0;
  const start = Math.floor(instant / (hour / 4)) * (hour / 4);
  const key = `${timeZone} ${start}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(start)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  if (offsets.size >= mostKept) offsets.clear();
  offsets.set(key, shown - start);
  return shown - start;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}
