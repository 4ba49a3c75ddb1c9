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
 * Says when a task is due, for a reader: "5:30 PM" today, else "Sat, Nov 28", with the year if it is another one. One
 * for many tasks, because creating a format costs far more than using it.
 *
 * @param timeZone - IANA.
 */
export function dueTexts(now: Date, timeZone: string): (due: Date) => string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  const date = { weekday: "short", month: "short", day: "numeric" } as const;
  const [time, thisYear, otherYear] = [
    format({ timeStyle: "short" }),
    format(date),
    format({ ...date, year: "numeric" }),
  ];
  const today = localTime(now, timeZone).date;
  return (due) => {
    const on = localTime(due, timeZone).date;
    if (on === today) return time.format(due);
    return (on.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(due);
  };
}
