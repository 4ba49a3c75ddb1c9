import rrule from "rrule";
import { day } from "../../../shared/durations";
import { instantIn, wallTimeIn } from "../../../shared/local-time";
import { readRule } from "../../../shared/recurrence-rule";
import type { Recurrence } from "../contract";

// The package's ES module isn't one that Node takes.
const { RRule } = rrule;

/** A recurrence that says which of its times a task is for. */
export type TimedRecurrence = Recurrence & { at: string };

/**
 * The first time of a recurrence after both its current one and `now`, so that what was missed isn't made up for.
 * The hour stays that of the wall across changes of the clock; one that a change skips is an hour later.
 *
 * @returns null after the year 9999.
 */
export function nextOccurrence(recurrence: TimedRecurrence, now: Date): Date | null {
  const { times, after } = timesAfter(recurrence, now);
  const wall = times.after(after);
  if (!wall || wall.getUTCFullYear() > 9999) return null;
  return instantOf(wall, recurrence.timeZone);
}

/** The times of a recurrence after both its current one and `now`, until a moment, and at most so many. */
export function occurrencesBetween(
  recurrence: TimedRecurrence,
  now: Date,
  until: Date,
  atMost: number,
): Date[] {
  const { times, after } = timesAfter(recurrence, now);
  const last = new Date(wallTimeIn(recurrence.timeZone, until));
  return times
    .between(after, last, false, (_time, index) => index < atMost)
    .slice(0, atMost)
    .map((wall) => instantOf(wall, recurrence.timeZone));
}

/** The rule's times on the wall, and the one after which they count. */
function timesAfter({ rule, timeZone, at }: TimedRecurrence, now: Date) {
  const current = wallTimeIn(timeZone, new Date(at));
  const after = Math.max(current, wallTimeIn(timeZone, now));
  const dtstart = new Date(skipAhead(rule, current, after));
  return { times: new RRule({ ...RRule.parseString(rule), dtstart, bysecond: [0] }), after: new Date(after) };
}

const instantOf = (wall: Date, timeZone: string): Date =>
  instantIn(timeZone, {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: 0,
  });

/** What is long past is skipped in whole intervals, instead of one time after the other. */
function skipAhead(text: string, from: number, to: number): number {
  const { frequency = "daily", interval = 1 } = readRule(text) ?? {};
  if (frequency === "daily" || frequency === "weekly") {
    const step = (frequency === "daily" ? 1 : 7) * interval * day;
    return from + Math.max(0, Math.floor((to - from) / step) - 1) * step;
  }
  const step = (frequency === "monthly" ? 1 : 12) * interval;
  const [start, end] = [new Date(from), new Date(to)];
  const months =
    (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  const skipped = Math.floor(months / step) - 1;
  // From the first of the month: the rule itself says which of its days.
  return skipped > 0 ? Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + skipped * step, 1) : from;
}
