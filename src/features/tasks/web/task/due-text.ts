import { numericDate, withColons, withoutEnd } from "./numeric-dates";

/** An hour and minute of a day. */
export interface Clock {
  hour: number;
  minute: number;
}

/** A day without a time is due at the end of the working day, as in messages. */
export const workdayEnd: Clock = { hour: 17, minute: 0 };

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const weekday = "(sun|mon|tue|wed|thu|fri|sat)(?:s?day|nesday|rsday|urday|s|rs|nes|ur)?";
const month = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";

/**
 * Reads a due date as people type it: "fri 4pm", "tomorrow", "nov 30 9:30", "in 3 days", "12/25", "fri 4pm-5pm". What was
 * due before is added too: "yesterday", "last fri", "3 days ago".
 *
 * @param now - the time of typing, in the reader's time zone.
 * @param locale - decides whether "11/1" is in November or in January; default: the browser's.
 * @param hourless - the time of a day that is typed without one.
 * @returns undefined if any word is unclear, so that nothing is guessed.
 */
export function dueFromText(
  text: string,
  now: Date,
  locale?: string,
  hourless = workdayEnd,
): Date | undefined {
  const words = withoutEnd(text.toLowerCase().replaceAll(/[,@]|\b(?:due|by|on)\b/g, " "));
  // "24.12" is a day; "16.30" can only be a time, as can "9.15" beside a day.
  return (
    spanFromNow(words, now) ??
    dayAndTime(words, now, locale, hourless) ??
    dayAndTime(withColons(words), now, locale, hourless)
  );
}

/** If a due date says at what time, as "today" doesn't, which after work ends with the day. */
export function namesTime(text: string, now: Date): boolean {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate());
  const [atWork, atNoon] = [workdayEnd, { hour: 12, minute: 0 }].map((hourless) =>
    dueFromText(text, midnight, undefined, hourless)?.getTime(),
  );
  return atWork !== undefined && atWork === atNoon;
}

function dayAndTime(words: string, now: Date, locale: string | undefined, hourless: Clock): Date | undefined {
  const time = takeTime(words);
  if (!time) return undefined;
  const day = dayOf(time.rest.trim(), now, { clock: time.clock, locale });
  if (!day) return undefined;
  const due = at(day, time.clock ?? hourless);
  // "Today" after work, without an hour.
  if (!time.clock && due <= now && sameDay(day, now)) return at(day, { hour: 23, minute: 59 });
  return due;
}

/** "in 2 hours", "30 min": a span of less than a day from now. */
function spanFromNow(words: string, now: Date): Date | undefined {
  const found = /^\s*(?:in\s+)?(\d{1,3})\s*(m|mins?|minutes?|h|hrs?|hours?)\s*$/.exec(words);
  // "16h" is a time of day.
  if (!found || (!words.includes("in") && found[2]?.startsWith("h") && /\dh\s*$/.test(words)))
    return undefined;
  const unit = found[2]?.startsWith("m") ? 60_000 : 3_600_000;
  return new Date(now.getTime() + Number(found[1]) * unit);
}

const namedTimes: Record<string, Clock> = {
  noon: { hour: 12, minute: 0 },
  morning: { hour: 9, minute: 0 },
  afternoon: { hour: 14, minute: 0 },
  evening: { hour: 18, minute: 0 },
  tonight: { hour: 20, minute: 0 },
  eod: workdayEnd,
};

/** The time in some words, and the remaining words; undefined for an impossible time. */
export function takeTime(words: string): { clock: Clock | undefined; rest: string } | undefined {
  const named = /\b(?:in the |this |at )?(noon|morning|afternoon|evening|tonight|eod)\b/.exec(words);
  if (named?.[1]) {
    const rest = words.replace(named[0], /tonight|eod/.test(named[1]) ? " today " : " ");
    // "eod fri" means the end of Friday.
    const day = rest.replace("today", " ").trim();
    return { clock: namedTimes[named[1]], rest: day === "" ? "today" : day };
  }
  const found =
    /(?:\bat\s+)?\b(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?m\b\.?/.exec(words) ??
    /(?:\bat\s+)?\b(\d{1,2})(?::(\d{2})|\s?h(\d{2})?)(?![\d.])/.exec(words) ??
    /\bat\s+(\d{1,2})\b/.exec(words);
  if (!found) return { clock: undefined, rest: words };
  const half = /^[ap]$/.exec(found[3] ?? "")?.[0];
  let hour = Number(found[1]);
  const minute = Number(found[2] ?? (half ? 0 : (found[3] ?? 0)));
  if (half && (hour < 1 || hour > 12)) return undefined;
  if (half === "p" && hour < 12) hour += 12;
  if (half === "a" && hour === 12) hour = 0;
  // "At 4" means the afternoon at work.
  if (found[0].startsWith("at") && !half && found[2] === undefined && hour >= 1 && hour <= 6) hour += 12;
  if (hour > 23 || minute > 59) return undefined;
  return { clock: { hour, minute }, rest: words.replace(found[0], " ") };
}

/** The day in the remaining words; without any words, the next day on which the time is in the future. */
function dayOf(
  words: string,
  now: Date,
  { clock, locale }: { clock: Clock | undefined; locale: string | undefined },
): Date | undefined {
  const is = (pattern: string) => new RegExp(`^(?:${pattern})$`).exec(words.replaceAll(/\s+/g, " "));
  const passed = clock !== undefined && at(now, clock) <= now;
  if (words === "") return clock && inDays(now, passed ? 1 : 0);
  if (is("today|tod")) return now;
  if (is("tomorrow|tom|tmrw?|tmw")) return inDays(now, 1);
  if (is("yesterday")) return inDays(now, -1);
  if (is("next week")) return inDays(now, daysUntil(now, 1) || 7);
  if (is("next month")) return new Date(now.getFullYear(), now.getMonth() + 1, 1);
  if (is("end of (?:the )?week|eow")) return inDays(now, daysUntil(now, 5));
  if (is("(?:this )?weekend")) return inDays(now, daysUntil(now, 6));
  const span = is("(?:in )?(\\d{1,3}) ?(d|days?|w|weeks?|months?)");
  if (span) return afterSpan(now, Number(span[1]), span[2] ?? "");
  const ago = is("(\\d{1,3}) ?(d|days?|w|weeks?|months?) ago");
  if (ago) return afterSpan(now, -Number(ago[1]), ago[2] ?? "");
  const named = is(`(next |this |last )?${weekday}`);
  if (named) {
    const number = weekdays.indexOf(named[2] ?? "");
    const days = daysUntil(now, number);
    if (named[1] === "last ") return inDays(now, days - 7);
    // "Next Friday" is in next week, which begins on Monday.
    if (named[1] === "next ") return inDays(now, (daysUntil(now, 1) || 7) + ((number + 6) % 7));
    return inDays(now, days === 0 && (passed || clock === undefined) ? 7 : days);
  }
  return dateOf(is, now) ?? slashed(words, now, locale);
}

/** A calendar date; without a year, the next one. */
function dateOf(is: (pattern: string) => RegExpExecArray | null, now: Date): Date | undefined {
  const iso = is("(\\d{4})-(\\d{1,2})-(\\d{1,2})");
  if (iso) return calendarDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const first = is(`${month} ${ordinal}(?: (\\d{4}))?`);
  if (first) return dayIn(first[3], months.indexOf(first[1] ?? ""), first[2], now);
  const second = is(`${ordinal}(?: of)? ?${month}(?: (\\d{4}))?`);
  if (second) return dayIn(second[3], months.indexOf(second[2] ?? ""), second[1], now);
  const dotted = is("(\\d{1,2})\\.(\\d{1,2})\\.?(?: ?(\\d{4}))?");
  if (dotted) return dayIn(dotted[3], Number(dotted[2]) - 1, dotted[1], now);
  return undefined;
}

/** "12/25" or "11/1/2027", in the order of the locale. */
function slashed(words: string, now: Date, locale: string | undefined): Date | undefined {
  const found = numericDate(words, locale);
  return found && dayIn(found.year, found.month - 1, found.day, now);
}

/** How many years without a February 29 there can be. */
const betweenLeaps = 8;

function dayIn(year: string | undefined, month: number, day = "", now: Date): Date | undefined {
  if (year) return calendarDay(Number(year), month, Number(day));
  for (let years = 0; years <= betweenLeaps; years++) {
    const date = calendarDay(now.getFullYear() + years, month, Number(day));
    if (date && (date >= now || sameDay(date, now))) return date;
  }
  return undefined;
}

/** Undefined for a day that the month doesn't have. */
function calendarDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(year, month, day);
  return date.getMonth() === month && date.getDate() === day ? date : undefined;
}

function afterSpan(now: Date, count: number, unit: string): Date {
  if (unit.startsWith("m")) {
    const [year, month] = [now.getFullYear(), now.getMonth() + count];
    return new Date(year, month, Math.min(now.getDate(), new Date(year, month + 1, 0).getDate()));
  }
  return inDays(now, unit.startsWith("w") ? count * 7 : count);
}

/** The days from a day to the next weekday of a number (0 is Sunday); 0 on the day itself. */
function daysUntil(from: Date, weekday: number): number {
  return (weekday - from.getDay() + 7) % 7;
}

function inDays(from: Date, days: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days);
}

function at(day: Date, { hour, minute }: Clock): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), hour, minute);
}

function sameDay(a: Date, b: Date): boolean {
  return a.toDateString() === b.toDateString();
}
