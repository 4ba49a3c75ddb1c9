import { day as dayMs } from "../../shared/durations";
import { type Day, instantOf, localTime, mondayOf } from "../triage/dates/calendar";
import type { Period } from "./contract";

/** From an instant up to, but not including, another one. */
export interface TimeSpan {
  from: Date;
  to: Date;
}

/** The days that the screen counts over, in one time zone. */
export interface TimeSpans {
  /** Monday to Sunday, this week and the week before; each 23 to 25 hours long. */
  days: { name: string; span: TimeSpan; lastWeek: { name: string; span: TimeSpan } }[];
  week: TimeSpan;
  lastWeek: TimeSpan;
  /** What channels and members are counted over. */
  period: TimeSpan;
}

/** Days of the period `month`, including today. */
const daysInMonth = 30;

/** The calendar days around a moment as instants, so that a change of the clock moves no task to another day. */
export function timeSpans(now: Date, timeZone: string, period: Period): TimeSpans {
  const startOf = (day: Day) => instantOf(day, { hour: 0, minute: 0 }, timeZone);
  const spanOf = (day: Day, days = 1): TimeSpan => ({ from: startOf(day), to: startOf(day + days) });
  const today = localTime(now, timeZone).day;
  const monday = mondayOf(today);
  const week = spanOf(monday, 7);
  return {
    days: [0, 1, 2, 3, 4, 5, 6].map((n) => ({
      name: nameOf(monday + n),
      span: spanOf(monday + n),
      lastWeek: { name: nameOf(monday + n - 7), span: spanOf(monday + n - 7) },
    })),
    week,
    lastWeek: spanOf(monday - 7, 7),
    period: period === "week" ? week : spanOf(today - daysInMonth + 1, daysInMonth),
  };
}

/** Such as 2026-11-16. */
const nameOf = (day: Day): string => new Date(day * dayMs).toISOString().slice(0, 10);
