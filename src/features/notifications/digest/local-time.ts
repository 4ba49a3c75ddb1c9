import { wallTimeIn } from "../../../shared/local-time";

/** A moment as the clock and the calendar of a time zone show it. */
export interface LocalTime {
  /** Such as 2026-11-22, which sorts by time. */
  date: string;
  /** From 0 to 23. */
  hour: number;
}

/** @param timeZone - IANA, such as Europe/Berlin. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const wall = new Date(wallTimeIn(timeZone, at));
  return { date: wall.toISOString().slice(0, 10), hour: wall.getUTCHours() };
}

/**
 * Whether a day's digest is due: from its hour on, once per calendar day. An hour that the clocks skip counts as the
 * next one, and an hour that comes twice counts once.
 *
 * @param lastDay - the last day that is done; null: none.
 */
export function isDigestDue(
  { hour, lastDay }: { hour: number; lastDay: string | null },
  now: LocalTime,
): boolean {
  return now.hour >= hour && (lastDay === null || lastDay < now.date);
}
