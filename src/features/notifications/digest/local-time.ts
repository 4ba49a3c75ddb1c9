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

/**
 * When a task is due, for the reader: "5:30 PM" today, else "Sat, Nov 28", with the year if it is another one.
 *
 * @param timeZone - IANA.
 */
export function dueText(due: Date, now: Date, timeZone: string): string {
  const [at, today] = [localTime(due, timeZone).date, localTime(now, timeZone).date];
  const options: Intl.DateTimeFormatOptions =
    at === today
      ? { timeStyle: "short" }
      : {
          ...{ weekday: "short", month: "short", day: "numeric" },
          ...(at.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }),
        };
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone }).format(due);
}
