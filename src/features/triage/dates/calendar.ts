import { day as dayMs, minute as minuteMs } from "../../../shared/durations";

/** A day without a time or zone, as the number of days since 1 January 1970. */
export type Day = number;

/** Hours and minutes on a clock. */
export interface Clock {
  hour: number;
  minute: number;
}

/** @param month - 1 to 12. Returns null for a date that doesn't exist. */
export function dayOf(year: number, month: number, date: number): Day | null {
  const time = Date.UTC(year, month - 1, date);
  const made = new Date(time);
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? time / dayMs : null;
}

export const yearOf = (day: Day) => new Date(day * dayMs).getUTCFullYear();
/** 1 to 12. */
export const monthOf = (day: Day) => new Date(day * dayMs).getUTCMonth() + 1;
/** 1 to 31. */
export const dateOf = (day: Day) => new Date(day * dayMs).getUTCDate();
/** 0 Monday to 6 Sunday, because the week starts on Monday. */
export const weekdayOf = (day: Day) => (((day + 3) % 7) + 7) % 7;
/** The Monday of its week. */
export const mondayOf = (day: Day): Day => day - weekdayOf(day);

/** The next day with this weekday after `day`. */
export const ahead = (day: Day, wanted: number): Day => day + (((wanted - weekdayOf(day) + 6) % 7) + 1);

/** The last day of the month `offset` months after that of `day`. */
export function monthEnd(day: Day, offset = 0): Day {
  return Date.UTC(yearOf(day), monthOf(day) + offset, 0) / dayMs;
}

/** The first day of the month `offset` months after that of `day`. */
export function monthStart(day: Day, offset = 0): Day {
  return Date.UTC(yearOf(day), monthOf(day) - 1 + offset, 1) / dayMs;
}

/** The same date some months later, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  return Math.min(monthStart(day, months) + dateOf(day) - 1, monthEnd(day, months));
}

/** The nth working day (Monday to Friday) after `day`; ignores holidays. */
export function addWorkingDays(day: Day, count: number): Day {
  let at = day;
  for (let left = Math.min(count, 400); left > 0; ) {
    at++;
    if (weekdayOf(at) < 5) left--;
  }
  return at;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    return null; // an unknown zone name must not stop the analysis; UTC is used
  }
}

/** Minutes the zone's clocks are ahead of UTC at an instant; 0 for an unknown zone. */
function offsetMinutes(instant: number, timeZone: string): number {
  if (timeZone === "UTC") return 0;
  const format = formatFor(timeZone);
  if (!format) return 0;
  // "MM/DD/YYYY, HH:MM"; formatToParts takes three times as long.
  const shown = format.format(instant);
  const figure = (from: number, to: number) => Number(shown.slice(from, to));
  const local = Date.UTC(figure(6, 10), figure(0, 2) - 1, figure(3, 5), figure(12, 14), figure(15, 17));
  return Math.round((local - Math.floor(instant / minuteMs) * minuteMs) / minuteMs);
}

/** The day and time in a zone at an instant. */
export function localTime(instant: Date, timeZone: string): { day: Day; clock: Clock } {
  const shifted = instant.getTime() + offsetMinutes(instant.getTime(), timeZone) * minuteMs;
  const day = Math.floor(shifted / dayMs);
  const minutes = Math.floor((shifted - day * dayMs) / minuteMs);
  return { day, clock: { hour: Math.floor(minutes / 60), minute: minutes % 60 } };
}

/**
 * The instant of a day and time in a zone. A time skipped by a clock change is read as if the clocks hadn't changed. For
 * a repeated time, the first one counts.
 */
export function instantOf(day: Day, clock: Clock, timeZone: string): Date {
  const local = day * dayMs + (clock.hour * 60 + clock.minute) * minuteMs;
  const at = (offset: number) => local - offset * minuteMs;
  const before = offsetMinutes(local - dayMs, timeZone);
  const after = offsetMinutes(local + dayMs, timeZone);
  if (before === after || offsetMinutes(at(before), timeZone) === before) return new Date(at(before));
  return new Date(at(offsetMinutes(at(after), timeZone) === after ? after : before));
}
