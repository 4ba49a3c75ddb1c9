import { day as dayLength } from "../../../../shared/durations";
import { dayIn, instantIn, wallTimeIn } from "../../../../shared/local-time";
import type { Task } from "../../contract";

/** A day of the calendar, such as "2027-03-15", whatever the time zone. Days compare as texts. */
export type Day = string;

/** How much the calendar shows. */
export const spans = ["month", "week"] as const;
export type Span = (typeof spans)[number];

/** Enough for every month, so that its height doesn't change from month to month. */
const weeksOfMonth = 6;
const [earliest, latest] = ["1001-01-01", "9998-12-31"];

/** True if the calendar can show the day: ISO 8601 years have four digits. */
export function inReach(day: Day): boolean {
  return day >= earliest && day <= latest;
}

/** True if the text is a day of the calendar: "2027-02-30" isn't. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && inReach(text) && addDays(text, 0) === text;
}

export function addDays(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  return dayOf(Date.UTC(year, month - 1, date + count));
}

/** The same date some months later, or the last one of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** The first day of the month or week (from Monday) that a day is in. */
export function startOf(span: Span, day: Day): Day {
  if (span === "month") return `${day.slice(0, 7)}-01`;
  return addDays(day, -((atNoon(day).getUTCDay() + 6) % 7));
}

/** True if a day is in the month or week of another. */
export function sameSpan(span: Span, a: Day, b: Day): boolean {
  return startOf(span, a) === startOf(span, b);
}

/** The weeks that show a month or a week, each from Monday to Sunday. */
export function weeksOf(span: Span, day: Day): Day[][] {
  const monday = startOf("week", startOf(span, day));
  return Array.from({ length: span === "month" ? weeksOfMonth : 1 }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(monday, 7 * week + weekday)),
  );
}

/** When the shown weeks begin and end in a time zone (ISO 8601). */
export function boundsOf(weeks: Day[][], timeZone: string): { from: string; before: string } {
  const days = weeks.flat();
  const start = (day: Day) => midnight(day, timeZone).toISOString();
  return { from: start(days[0] as Day), before: start(addDays(days.at(-1) as Day, 1)) };
}

/** A due date on another day, at the same time of day in a time zone. */
export function dueOn(day: Day, dueDate: string, timeZone: string): string {
  const wall = new Date(wallTimeIn(timeZone, new Date(dueDate)));
  const [year, month, date] = partsOf(day);
  const at = instantIn(timeZone, {
    ...{ year, month, day: date },
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  });
  return new Date(at.getTime() + wall.getUTCMilliseconds()).toISOString();
}

/** The tasks of each day in a time zone, by priority, then due time; resolved ones last. */
export function tasksByDay(tasks: Task[], timeZone: string): Map<Day, Task[]> {
  const days = new Map<Day, Task[]>();
  for (const task of tasks) {
    if (task.dueDate === null) continue;
    const day = dayIn(timeZone, new Date(task.dueDate));
    const others = days.get(day);
    if (others) others.push(task);
    else days.set(day, [task]);
  }
  // The list is in the order of due times, and sorting keeps it.
  for (const list of days.values()) list.sort((a, b) => rank(a) - rank(b));
  return days;
}

function rank({ status, priority }: Task): number {
  return (status === "resolved" ? 3 : 0) + { high: 0, medium: 1, low: 2 }[priority];
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day in words, such as "Monday, March 15, 2027". */
export function dayText(day: Day, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  formats.set(key, format);
  return format.format(atNoon(day));
}

/** The name of a month or a week, such as "March 2027" or "Mar 15 – 21, 2027". */
export function spanText(span: Span, day: Day): string {
  if (span === "month") return dayText(day, { month: "long", year: "numeric" });
  const monday = startOf("week", day);
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(atNoon(monday), atNoon(addDays(monday, 6)));
}

function midnight(day: Day, timeZone: string): Date {
  const [year, month, date] = partsOf(day);
  return instantIn(timeZone, { year, month, day: date, hour: 0, minute: 0, second: 0 });
}

function atNoon(day: Day): Date {
  const [year, month, date] = partsOf(day);
  return new Date(Date.UTC(year, month - 1, date) + dayLength / 2);
}

function partsOf(day: Day): [year: number, month: number, date: number] {
  return day.split("-").map(Number) as [number, number, number];
}

function dayOf(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
