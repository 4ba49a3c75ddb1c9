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
export function nextOccurrence({ rule, timeZone, at }: TimedRecurrence, now: Date): Date | null {
  const current = wallTimeIn(timeZone, new Date(at));
  const after = Math.max(current, wallTimeIn(timeZone, now));
  const set = new RRule({
    ...RRule.parseString(rule),
    dtstart: new Date(skipAhead(rule, current, after)),
    bysecond: [0],
  });
  const wall = set.after(new Date(after));
  if (!wall || wall.getUTCFullYear() > 9999) return null;
  return instantIn(timeZone, {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: 0,
  });
}

/** Days and weeks that are long past are skipped in whole intervals, instead of one by one. */
function skipAhead(text: string, from: number, to: number): number {
  const rule = readRule(text);
  const days = rule?.frequency === "daily" ? 1 : rule?.frequency === "weekly" ? 7 : 0;
  const step = days * (rule?.interval ?? 1) * day;
  return step === 0 ? from : from + Math.max(0, Math.floor((to - from) / step) - 1) * step;
}
