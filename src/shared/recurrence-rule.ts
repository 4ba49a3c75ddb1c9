import { day } from "./durations";

/** The days of a week in the order of `Date.getDay()`, as iCalendar writes them (RFC 5545, section 3.3.10). */
export const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;
export type Weekday = (typeof weekdays)[number];

/** The days from Monday to Friday. */
export const workdays: readonly Weekday[] = ["MO", "TU", "WE", "TH", "FR"];

/**
 * When a task repeats. Without a time zone: the hour is that of the wall.
 *
 * `days`: of a week. `monthDay`: of a month or year; a shorter month has it on its last day. `ordinal` (1–4, or -1 for
 * the last) counts the one day of `days` in a month.
 */
export interface Rule {
  frequency: "daily" | "weekly" | "monthly" | "yearly";
  /** Every so many days, weeks, months or years. */
  interval: number;
  days: readonly Weekday[];
  ordinal: number | null;
  monthDay: number | null;
  /** 1 to 12; only of a yearly rule. */
  month: number | null;
  hour: number;
  minute: number;
}

/** The longest interval. */
export const longestInterval = 99;

/** A rule as iCalendar's RRULE. */
export function writeRule(rule: Rule): string {
  const { frequency, interval, days, ordinal, monthDay, month, hour, minute } = rule;
  return [
    `FREQ=${frequency.toUpperCase()}`,
    interval > 1 && `INTERVAL=${interval}`,
    month !== null && `BYMONTH=${month}`,
    monthDay !== null && `BYMONTHDAY=${monthDays(monthDay).join(",")}`,
    days.length > 0 && `BYDAY=${days.map((day) => `${ordinal ?? ""}${day}`).join(",")}`,
    monthDay !== null && monthDay > 28 && "BYSETPOS=-1",
    `BYHOUR=${hour}`,
    `BYMINUTE=${minute}`,
  ]
    .filter(Boolean)
    .join(";");
}

/** The days of which the last one that a month has is meant. */
function monthDays(day: number): number[] {
  return day <= 28 ? [day] : Array.from({ length: day - 27 }, (_, index) => 28 + index);
}

/** Reads what {@link writeRule} writes; undefined for anything else, so that no rule can repeat every second. */
export function readRule(text: string): Rule | undefined {
  const parts = new Map(text.split(";").map((part) => part.split("=", 2) as [string, string]));
  const number = (name: string): number | null =>
    /^\d{1,2}$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : null;
  const days = (parts.get("BYDAY") ?? "").split(",").filter(Boolean);
  const ordinal = /^-?\d/.exec(days[0] ?? "") ? Number.parseInt(days[0] as string, 10) : null;
  const rule: Rule = {
    frequency: (parts.get("FREQ") ?? "").toLowerCase() as Rule["frequency"],
    interval: number("INTERVAL") ?? 1,
    days: days.map((day) => day.slice(-2) as Weekday),
    ordinal,
    monthDay: Number(parts.get("BYMONTHDAY")?.split(",").at(-1)) || null,
    month: number("BYMONTH"),
    hour: number("BYHOUR") ?? 0,
    minute: number("BYMINUTE") ?? 0,
  };
  return isSound(rule) && writeRule(rule) === text ? rule : undefined;
}

function isSound({ frequency, interval, days, ordinal, monthDay, month, hour, minute }: Rule): boolean {
  const inside = (value: number, least: number, most: number) => value >= least && value <= most;
  const known = days.every((day) => weekdays.includes(day)) && new Set(days).size === days.length;
  if (!known || !inside(interval, 1, longestInterval) || hour > 23 || minute > 59) return false;
  if (monthDay !== null && !inside(monthDay, 1, 31)) return false;
  if (month !== null && !inside(month, 1, 12)) return false;
  const onDate = monthDay !== null && days.length === 0 && ordinal === null;
  switch (frequency) {
    case "daily":
      return days.length === 0 && ordinal === null && monthDay === null && month === null;
    case "weekly":
      return days.length > 0 && ordinal === null && monthDay === null && month === null;
    case "monthly":
      return (
        month === null &&
        (onDate || (monthDay === null && days.length === 1 && ordinal !== null && isOrdinal(ordinal)))
      );
    case "yearly":
      return month !== null && onDate;
    default:
      return false;
  }
}

const isOrdinal = (value: number): boolean => value === -1 || (value >= 1 && value <= 4);

/**
 * The first time of a rule after `now`, both in the reader's time zone.
 *
 * @param from - the day that the rule's interval counts from; default: the first time.
 */
export function firstTime(rule: Rule, now: Date, from?: Date): Date {
  // Every kind of rule has a day in any thirteen months.
  const days = 400 * (from ? rule.interval : 1);
  for (let ahead = 0; ahead < days; ahead++) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, rule.hour, rule.minute);
    if (at > now && fits(rule, at) && (!from || periodsBetween(rule, from, at) % rule.interval === 0))
      return at;
  }
  throw new Error(`The rule ${writeRule(rule)} has no days`);
}

/** How many of a rule's days, weeks from Monday, months or years lie between two days. */
function periodsBetween({ frequency }: Rule, from: Date, to: Date): number {
  const years = to.getFullYear() - from.getFullYear();
  if (frequency === "yearly") return years;
  if (frequency === "monthly") return years * 12 + to.getMonth() - from.getMonth();
  // Day 4 of the epoch was a Monday.
  const count = (at: Date): number => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / day - 4;
  if (frequency === "daily") return count(to) - count(from);
  return Math.floor(count(to) / 7) - Math.floor(count(from) / 7);
}

function fits({ days, ordinal, monthDay, month }: Rule, at: Date): boolean {
  const lastDate = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate();
  if (month !== null && at.getMonth() + 1 !== month) return false;
  if (monthDay !== null) return at.getDate() === Math.min(monthDay, lastDate);
  if (days.length > 0 && !days.includes(weekdays[at.getDay()] as Weekday)) return false;
  if (ordinal === -1) return at.getDate() + 7 > lastDate;
  return ordinal === null || Math.ceil(at.getDate() / 7) === ordinal;
}

const dayNames: Record<Weekday, string> = {
  SU: "Sunday",
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
};
const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
const units = { daily: "day", weekly: "week", monthly: "month", yearly: "year" };
const ordinalNames: Record<number, string> = {
  [-1]: "last",
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
};

/** A rule in plain words: "Every Friday at 4:00 PM". */
export function ruleInWords(rule: Rule): string {
  return `${daysInWords(rule)} at ${clock.format(Date.UTC(2000, 0, 1, rule.hour, rule.minute))}`;
}

/** In UTC, which never skips an hour. */
const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });

function daysInWords({ frequency, interval, days, ordinal, monthDay, month }: Rule): string {
  const every = interval === 1 ? `Every ${units[frequency]}` : `Every ${interval} ${units[frequency]}s`;
  if (frequency === "daily") return every;
  if (frequency === "weekly") {
    const isWorkdays = days.length === 5 && workdays.every((day) => days.includes(day));
    const named = isWorkdays ? "weekday" : joined(days.map((day) => dayNames[day]));
    return interval === 1 ? `Every ${named}` : `${every} on ${isWorkdays ? "weekdays" : named}`;
  }
  if (monthDay === null)
    return `${every} on the ${ordinalNames[ordinal ?? 1]} ${dayNames[days[0] as Weekday]}`;
  if (month !== null) return `${every} on ${monthNames[month - 1]} ${monthDay}`;
  if (monthDay === 31) return `${every} on the last day`;
  return `${every} on the ${withSuffix(monthDay)}${monthDay > 28 ? " or last day" : ""}`;
}

function joined(words: string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function withSuffix(number: number): string {
  const tens = number % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return `${number}${suffix}`;
}
