import { overdueBefore } from "../../../tasks/overdue";
import {
  type Day,
  dayOf,
  instantOf,
  localTime,
  mondayOf,
  monthStart,
  yearOf,
} from "../../../triage/dates/calendar";

export type SaidWhen =
  | "today"
  | "yesterday"
  | "the day before yesterday"
  | "this week"
  | "last week"
  | "this month"
  | "last month"
  | "this year"
  | "last year";

export type DueWhen =
  | "overdue"
  | "today"
  | "tomorrow"
  | "this week"
  | "next week"
  | "in the next 7 days"
  | "this month"
  | "next month";

/** The first day of a span, and the first after its last one. */
export type Days = readonly [first: Day, next: Day];

/** The first instant of a span of days in a time zone, and the first after it. */
export function instantsOf([first, next]: Days, timeZone: string): { from: Date; before: Date } {
  const startOf = (day: Day) => instantOf(day, { hour: 0, minute: 0 }, timeZone);
  return { from: startOf(first), before: startOf(next) };
}

/** The same of days that words name; null: unbounded. */
export function spanOf(
  when: DueWhen | SaidWhen,
  now: Date,
  timeZone: string,
): { from: Date | null; before: Date } {
  if (when === "overdue") return { from: null, before: overdueBefore(now.getTime()) };
  return instantsOf(daysOf(when, localTime(now, timeZone).day), timeZone);
}

/** The days that words name. */
export function daysOf(when: Exclude<DueWhen, "overdue"> | SaidWhen, today: Day): Days {
  const monday = mondayOf(today);
  const newYear = (ago: number): Day => dayOf(yearOf(today) - ago, 1, 1)!;
  switch (when) {
    case "today":
      return [today, today + 1];
    case "yesterday":
      return [today - 1, today];
    case "the day before yesterday":
      return [today - 2, today - 1];
    case "last week":
      return [monday - 7, monday];
    case "last month":
      return [monthStart(today, -1), monthStart(today)];
    case "last year":
      return [newYear(1), newYear(0)];
    case "tomorrow":
      return [today + 1, today + 2];
    case "this week":
      return [monday, monday + 7];
    case "next week":
      return [monday + 7, monday + 14];
    case "in the next 7 days":
      return [today, today + 7];
    case "this month":
      return [monthStart(today), monthStart(today, 1)];
    case "next month":
      return [monthStart(today, 1), monthStart(today, 2)];
    case "this year":
      return [newYear(0), newYear(-1)];
  }
}
