import type { Language } from "../text/language";
import {
  addMonths,
  addWorkingDays,
  ahead,
  type Clock,
  type Day,
  dayOf,
  monthEnd,
  monthOf,
  monthStart,
  yearOf,
} from "./calendar";
import { countOf, monthNumber, weekdayNumber } from "./date-words";

/** The message's own day and time; "tomorrow" counts from them. */
export interface Reference {
  day: Day;
  clock: Clock;
  /** The language of the text; English if missing. */
  language?: Language;
}

/** A day named in a text. It has an hour only if the words state one. */
export interface FoundDate {
  start: number;
  end: number;
  day: Day;
  time: Clock | null;
  /** Introduced as a limit ("by", "before", "due", "no later than"); with several days, the requested one. */
  limit: boolean;
  /** Asks for speed ("ASAP") rather than naming a day. */
  vague: boolean;
}

/** What a phrase means. `time` is set only if the words state one. */
export interface Reading {
  day: Day;
  time?: Clock | undefined;
  /** The words ask for speed instead of naming a day. */
  vague?: boolean | undefined;
  /** A part of a day ("Friday morning") that a stated hour makes more exact. */
  loose?: boolean | undefined;
  /** Names the date itself, so a weekday next to it adds nothing. */
  exact?: boolean | undefined;
}

/** An hour of the day, on the hour. */
export const at = (hour: number): Clock => ({ hour, minute: 0 });

/** @param wanted - 0 Monday to 6 Sunday. */
export const inWeek = (monday: Day, wanted: number): Day => monday + wanted;

/** A month and date without a year: this year's, or next year's if it is more than a week in the past. */
export function upcoming(reference: Day, monthWanted: number, date: number): Day | null {
  const thisYear = dayOf(yearOf(reference), monthWanted, date);
  if (thisYear !== null && thisYear >= reference - 7) return thisYear;
  const backwards = thisYear !== null && reference - thisYear < 60;
  return backwards ? thisYear : dayOf(yearOf(reference) + 1, monthWanted, date);
}

/** "26" and "'26" are 2026. Null: no year is stated. */
export function fullYear(text: string | undefined): number | null {
  if (!text) return null;
  const year = Number(text.replace(/\D/g, ""));
  return year < 100 ? 2000 + year : year;
}

const partHours: Record<string, number> = {
  morning: 9,
  noon: 12,
  lunchtime: 12,
  afternoon: 14,
  evening: 20,
  night: 20,
  am: 9,
  pm: 14,
};
export const part = `(morning|noon|lunchtime|afternoon|evening|night|[ap]\\.?m(?!\\s+I\\b))`;

/** @param word - a part of the day, such as "afternoon", which gives a loose time; undefined: none. */
export function withPart(day: Day, word: string | undefined): Reading {
  const hour = word ? partHours[word.toLowerCase().replace(".", "")] : undefined;
  return hour === undefined ? { day } : { day, time: at(hour), loose: true };
}

export const capitalised = (word: string) => /^[A-Z]/.test(word);
/** The words before a position. */
export const leading = (text: string, from: number) => text.slice(Math.max(0, from - 24), from);
export const afterPreposition =
  /\b(?:by|on|until|till|before|from|due|this|next|for|of|every|and|or|in|come|early|late|since|through|to)\s+(?:the\s+)?$/i;

/** The last day of a quarter (1 to 4); without a year, of the next one that hasn't ended. */
export function quarterEnd(reference: Day, quarter: number, year: number | null): Day {
  const end = (of: number) => monthEnd(dayOf(of, quarter * 3, 1)!);
  if (year) return end(year);
  const first = end(yearOf(reference));
  return first >= reference ? first : end(yearOf(reference) + 1);
}

/** The moment or day that lies `amount` units after the message. Null for a unit that it doesn't know. */
export function span(reference: Reference, amount: number, unit: string): Reading | null {
  const day = reference.day;
  if (/^(?:business|working|work)/.test(unit)) return { day: addWorkingDays(day, amount) };
  if (/^(?:min|hour|hr|h$)/.test(unit)) {
    const minutes =
      reference.clock.hour * 60 + reference.clock.minute + amount * (unit.startsWith("min") ? 1 : 60);
    const inDay = minutes % 1440;
    return {
      day: day + Math.floor(minutes / 1440),
      time: { hour: Math.floor(inDay / 60), minute: Math.floor(inDay % 60) },
    };
  }
  if (unit.startsWith("day")) return { day: day + amount };
  if (unit.startsWith("week")) return { day: day + amount * 7 };
  if (unit.startsWith("fortnight")) return { day: day + amount * 14 };
  if (unit.startsWith("month")) return { day: addMonths(day, amount) };
  return unit.startsWith("year") ? { day: addMonths(day, amount * 12) } : null;
}

export const unit = `((?:business |working |work )?days?|hours?|hrs?|h(?=\\W|$)|minutes?|mins?|weeks?|fortnights?|months?|years?)`;

export function monthReading(
  match: RegExpExecArray,
  reference: Reference,
  date: string,
  name: string,
  year?: string,
): Reading | null {
  const number = Number(date.replace(/\D/g, ""));
  const stated = fullYear(year);
  const day = stated
    ? dayOf(stated, monthNumber(name), number)
    : upcoming(reference.day, monthNumber(name), number);
  return day === null || match.index < 0 ? null : { day, exact: true };
}

const numericBlock =
  /\b(?:section|sections|page|pages|chapter|chapters|ratio|ratio is|ratio was|part|version|article|clause|item|items|table|figure|fig|appendix|exhibit|room|ext|extension|about|score|size|step|option|line|lines|paragraph|para|row|question|grade|building|unit|suite|rev|revision|release|of|only|half|x)\.?\s*$/i;

const goesOn =
  /^\s*(?:$|[.,;:!?)\n-]|(?:at|by|or|if|so|for|to|and|in|please|with|before|from|that|because|when|as|is|we|i|you|works?|latest|noon|morning|afternoon|evening|but|thanks|meeting|call|session|deadline|review|date|cut-?off|eo[db]|cob|close|end|sharp|at the latest|being|will|would|should|please|instead|unless|once|then|now|instead of|not|rather)\b)/i;

export function numericReading(match: RegExpExecArray, reference: Reference, text: string): Reading | null {
  const [whole, first = "", second = "", year] = match;
  const before = leading(text, match.index);
  const following = text.slice(match.index + whole.length, match.index + whole.length + 14);
  if (/[\w$.,/-]$/.test(before) && !/(?:^|[\s(])$/.test(before)) return null;
  if (
    numericBlock.test(before) ||
    /^(?:[\d/%]|[.-]\d|\s*(?:of|cup|inch|hours?|of an?|the|people|x)\b)/i.test(following)
  )
    return null;
  if (/^24\/7$/.test(whole) || (!year && !goesOn.test(following) && !/^\s*\d/.test(following))) return null;
  if (isScore(second, year, before, text)) return null;
  let monthWanted = Number(first);
  let date = Number(second);
  if (monthWanted > 12) [monthWanted, date] = [date, monthWanted];
  if (monthWanted < 1 || monthWanted > 12) return null;
  const stated = fullYear(year);
  const introduced =
    afterPreposition.test(before) || /(?:[,(]|day|on|mon|tues?|wed|thur?s?|fri)\.?,?\s*$/i.test(before);
  if (!stated && !introduced && !/^\s*(?:$|[.,;)!?]|at\b|by\b|\d)/.test(following)) return null;
  const day = stated ? dayOf(stated, monthWanted, date) : upcoming(reference.day, monthWanted, date);
  return day === null ? null : { day, exact: true };
}

/** "A 9/10", "the rating rose from 4/10 to 7/10". */
const isScore = (outOf: string, year: string | undefined, before: string, text: string) =>
  /\ban?\s+$/i.test(before) ||
  (year === undefined &&
    /^(?:5|10)$/.test(outOf) &&
    /\b(?:scor|rat(?:e|ing)|satisf|grade|rank|nps|stars?\b)/i.test(text));

/** "31.07." and "20.11.26" after a word that introduces a date; "15.30" is a time and "10.2" a figure. */
export function dottedReading(match: RegExpExecArray, reference: Reference, text: string): Reading | null {
  const [whole, date = "", monthText = "", year] = match;
  if (
    !/\b(?:by|before|until|till|due|due on|on|deadline:?|than|latest)\s+(?:the\s+)?$/i.test(
      leading(text, match.index),
    )
  )
    return null;
  const wanted = Number(monthText);
  const dotFollows = /^\.(?=\s*\S)/.test(text.slice(match.index + whole.length));
  const looksLikeDate =
    year !== undefined || dotFollows || Number(date) > 23 || monthText.startsWith("0") || wanted % 5 !== 0;
  if (monthText.length !== 2 && !dotFollows && year === undefined) return null;
  if (!looksLikeDate || wanted < 1 || wanted > 12) return null;
  const stated = fullYear(year);
  const day = stated ? dayOf(stated, wanted, Number(date)) : upcoming(reference.day, wanted, Number(date));
  return day === null ? null : { day, exact: true };
}

/** The next day with this date, from the reference on; skips months that are too short. */
export function nextDate(reference: Day, date: number): Reading | null {
  for (let offset = 0; offset < 3; offset++) {
    const start = monthStart(reference, offset);
    const day = dayOf(yearOf(start), monthOf(start), date);
    if (day !== null && day >= reference) return { day, exact: true };
  }
  return null;
}

/** "by the 5th" is the next day with this date. Null if what follows shows that it isn't a date. */
export function ordinalReading(match: RegExpExecArray, reference: Reference, text: string): Reading | null {
  const following = text.slice(match.index + match[0].length);
  if (!goesOn.test(following)) return null;
  const date = Number(match[1]!.replace(/\D/g, ""));
  if (date < 1 || date > 31) return null;
  return nextDate(reference.day, date);
}

/** The middle, the end or the beginning of a month. */
export function monthEdge(word: string, first: Day): Day {
  if (/^(?:mid|middle)/.test(word)) return first + 14;
  return /^(?:end|late|close)/.test(word) ? monthEnd(first) : first;
}

/** The first day of a month by name; without a year, of the next one whose edge hasn't passed. */
export function namedMonthStart(name: string, year: string | undefined, reference: Day, edge: string): Day {
  const stated = fullYear(year);
  const first = dayOf(stated ?? yearOf(reference), monthNumber(name), 1)!;
  return stated || monthEdge(edge, first) >= reference
    ? first
    : dayOf(yearOf(reference) + 1, monthNumber(name), 1)!;
}

/** "today", "tomorrow" or a weekday, counted from `day`. */
export function baseDay(word: string, day: Day): Day {
  const lower = word.toLowerCase();
  if (lower === "today" || lower === "now") return day;
  return /^(?:tom|tm|2m)/.test(lower) ? day + 1 : ahead(day, weekdayNumber(word));
}

/**
 * "within two weeks". Null if the words before or after show that it tells no deadline ("up 20 percent in two
 * weeks").
 */
export function inSpan(match: RegExpExecArray, reference: Reference, text: string): Reading | null {
  const [whole, number, word = "", orTwo] = match;
  if (!number && !/next|coming|within/i.test(whole)) return null;
  if (
    /\b(?:result|paid|up|down|times|once|twice|increase|decrease|first time|only)\s+$/i.test(
      leading(text, match.index),
    )
  )
    return null;
  if (
    /\b(?:(?:pulled|pushed|moved|brought|came|built)|(?:was|were)(?:n['’]?t)?\s+(?!due)\w+)\s+$/i.test(
      leading(text, match.index),
    )
  )
    return null;
  const granted = /^(?:you|we|g[ai]v)/i.test(whole);
  if (granted && !/^\s*(?:to\b|left\b|$|[.!;])/i.test(text.slice(match.index + whole.length))) return null;
  const amount = number ? countOf(number) : 1;
  return span(reference, orTwo ? 2 : amount, word.toLowerCase());
}
