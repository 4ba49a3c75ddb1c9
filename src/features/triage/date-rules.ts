import {
  addWorkingDays,
  ahead,
  type Clock,
  dayOf,
  mondayOf,
  monthEnd,
  monthOf,
  monthStart,
  weekdayOf,
  yearOf,
} from "./calendar";
import { clue } from "./date-clues";
import {
  at,
  baseDay,
  capitalised,
  dottedReading,
  fullYear,
  inSpan,
  inWeek,
  isGreeting,
  monthEdge,
  monthReading,
  namedMonthStart,
  numericReading,
  ordinalReading,
  part,
  quarterEnd,
  span,
  unit,
  weekdayReading,
  withPart,
} from "./date-readings";
import { endOf, type Rule, rule } from "./date-rule";
import { monthRules } from "./date-rules-month";
import { count, countOf, month, ordinal, weekday, weekdayNumber } from "./date-words";
import { holiday, holidayNames } from "./holidays";

export type { Reading, Reference } from "./date-readings";

const workdayEnd: Clock = { hour: 17, minute: 0 };

/** Ordered: an earlier rule keeps the words it matched, later rules see the rest. */
export const dateRules: Rule[] = [
  ...monthRules,
  rule(
    clue.digit,
    `(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})(?:[T ](\\d{1,2}):(\\d{2})(?::\\d{2})?)?(?![\\d.-]?\\d)`,
    ([, y, , m, d, h, min]) => {
      const day = dayOf(Number(y), Number(m), Number(d));
      if (day === null) return null;
      return h && Number(h) < 24
        ? { day, exact: true, time: { hour: Number(h), minute: Number(min) } }
        : { day, exact: true };
    },
  ),
  rule(
    clue.month,
    `(${month})(?:\\s+|-(?!\\d{1,2}-))(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%]|\\s?(?:[ap]\\.?m|%|[-–]year|people|percent))(?:(?:,|\\s)\\s?'?(\\d{4}|'\\d{2}))?(?!\\d)`,
    (match, reference) =>
      /^(?:may|march|mar)$/.test(match[1]!) && !/st|nd|rd|th|\d{4}/.test(match[0])
        ? null
        : monthReading(match, reference, match[2]!, match[1]!, match[3]),
  ),
  rule(
    clue.month,
    `(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+(?:of\\s+)?|-)(${month})(?:(?:,|\\s|-)\\s?'?(\\d{4}|'?\\d{2}(?!\\d|:)))?`,
    (match, reference) =>
      /^(?:may|march|mar)$/.test(match[2]!) && !/st|nd|rd|th|\d{4}/.test(match[1]! + match[0])
        ? null
        : monthReading(match, reference, match[1]!, match[2]!, match[3]),
  ),
  rule(clue.digit, `(\\d{1,2})-(\\d{1,2})-(20\\d{2})(?![\\d-])`, ([, first, second, y]) => {
    const dayFirst = Number(first) > 12;
    const day = dayOf(Number(y), Number(dayFirst ? second : first), Number(dayFirst ? first : second));
    return day === null ? null : { day, exact: true };
  }),
  rule(clue.digit, `(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?!\\.?\\d)`, ([, d, m, y]) => {
    const day = dayOf(Number(y), Number(m), Number(d));
    return day === null ? null : { day, exact: true };
  }),
  rule(clue.digit, `(\\d{1,2})\\.(\\d{1,2})(?:\\.(\\d{2}))?(?!\\.?\\d)`, dottedReading),
  rule(clue.digit, `(\\d{1,2})[/](\\d{1,2})(?:[/](\\d{4}|\\d{2}))?(?!\\d|/)`, numericReading),
  rule(
    clue.tomorrow | clue.week | clue.weekday,
    `(?:this|same|the same)\\s+time\\s+(?:on\\s+)?(tomorrow|next week|${weekday})`,
    ([, word], { day, clock }) => ({
      day: /week/i.test(word!) ? day + 7 : baseDay(word!, day),
      time: clock,
    }),
  ),
  rule(
    clue.holiday,
    `(${weekday})\\s+(before|after)\\s+(${holidayNames})\\b`,
    ([, name, side, feast], { day }) => {
      const found = holiday(feast!, day);
      const wanted = weekdayNumber(name!);
      return { day: side!.toLowerCase() === "after" ? ahead(found, wanted) : ahead(found - 8, wanted) };
    },
  ),
  rule(
    clue.week,
    `(?:a|one|1)\\s+week\\s+(?:(?:from|on|after)\\s+)?(today|tomorrow|${weekday})`,
    ([, word], { day }) => ({
      day: baseDay(word!, day) + 7,
    }),
  ),
  rule(
    clue.week,
    `(${count})\\s+weeks\\s+(?:from|on|after)\\s+(today|tomorrow|now|${weekday})`,
    ([, n, word], { day }) => ({ day: baseDay(word!, day) + 7 * countOf(n!) }),
  ),
  rule(clue.week, `(${weekday})\\s+(?:in a week|week)\\b(?!\\s*(?:end|day))`, ([, word], { day }) => ({
    day: ahead(day, weekdayNumber(word!)) + 7,
  })),
  rule(clue.weekday, `(${weekday})\\s+after\\s+next\\b`, ([, word], { day }) => ({
    day: ahead(day, weekdayNumber(word!)) + 7,
  })),
  rule(clue.week, `(${weekday})(?:,|\\s+of)?\\s+(next|this)\\s+week\\b`, ([, word, which], { day }) => ({
    day: inWeek(mondayOf(day) + (which!.toLowerCase() === "next" ? 7 : 0), weekdayNumber(word!)),
  })),
  rule(clue.week, `next\\s+week(?:,|\\s+on|'s)?\\s+(${weekday})`, ([, word], { day }) => ({
    day: inWeek(mondayOf(day) + 7, weekdayNumber(word!)),
  })),
  rule(
    clue.week,
    `(?:${endOf}\\s+next\\s+week|late(?:r)?\\s+next\\s+week|next\\s+week'?s?\\s+end)\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 11 }),
  ),
  rule(clue.week, `(?:mid(?:dle)?(?:\\s+of)?[\\s-]+next\\s+week)\\b`, (_, { day }) => ({
    day: mondayOf(day) + 9,
  })),
  rule(clue.week, `(?:(?:the\\s+)?week\\s+after\\s+next)\\b`, (_, { day }) => ({ day: mondayOf(day) + 14 })),
  rule(clue.week, `(${weekday})\\s+in\\s+(${count})\\s+weeks\\b`, ([, word, n], { day }) => ({
    day: inWeek(mondayOf(day) + 7 * countOf(n!), weekdayNumber(word!)),
  })),
  rule(clue.week, `(?:the\\s+)?weekend\\s+after\\s+next\\b`, (_, { day }) => ({ day: mondayOf(day) + 19 })),
  rule(clue.week, `next\\s+weekend\\b`, (_, { day }) => ({ day: mondayOf(day) + 12 })),
  rule(
    clue.week,
    `(?:early\\s+|sometime\\s+|beginning\\s+of\\s+|start\\s+of\\s+|first\\s+thing\\s+)?next\\s+week\\b`,
    (_, { day }) => ({ day: mondayOf(day) + 7 }),
  ),
  rule(
    clue.week,
    `(?:(?:${endOf}|later(?: in)?(?: the)?|within(?: the| this)?|before the end of(?: the| this)?|by week'?s end|during the|some ?time)\\s+(?:this\\s+)?(?:working |work |business )?week|week'?s end|EOW|later this week|this week)\\b(?!\\s+(?:of|from|ago|after))`,
    (_, { day }) => ({ day: weekdayOf(day) > 4 ? mondayOf(day) + 11 : mondayOf(day) + 4 }),
  ),
  rule(clue.week, `mid-?week\\b`, (_, { day }) => ({ day: ahead(day - 1, 2) })),
  rule(
    clue.weekday,
    `${weekday},?\\s+(?:the\\s+)?(${ordinal})(?!\\s*(?:of|floor))(?!\\s+${month})`,
    ordinalReading,
  ),
  rule(
    clue.week,
    `(?:over |at |on |during |by |before )?(?:the|this|coming)?\\s*weekend\\b(?!\\s+of)`,
    ({ index }, { day }, text) =>
      isGreeting(text, index) ? null : { day: weekdayOf(day) > 4 ? day : mondayOf(day) + 5 },
  ),
  rule(clue.months, `${endOf}\\s+next\\s+month\\b`, (_, { day }) => ({ day: monthEnd(day, 1) })),
  rule(
    clue.months,
    `(?:mid|middle of|in the middle of|mid of)[\\s-]+(?:of\\s+)?(next|this|the)\\s+month\\b`,
    ([, which], { day }) => ({ day: monthStart(day, /next/i.test(which!) ? 1 : 0) + 14 }),
  ),
  rule(clue.months, `(?:the\\s+)?(${ordinal})\\s+(?:of\\s+)?next\\s+month\\b`, ([, date], { day }) => ({
    day: monthStart(day, 1) + Number.parseInt(date!, 10) - 1,
  })),
  rule(clue.months, `(?:early\\s+|beginning\\s+of\\s+|start\\s+of\\s+)?next\\s+month\\b`, (_, { day }) => ({
    day: monthStart(day, 1),
  })),
  rule(
    clue.months,
    `(?:${endOf}\\s+(?:current\\s+)?month|(?:the\\s+)?month[\\s-]*end|month's end|EOM|(?:later\\s+)?this\\s+month|within the month)\\b(?!\\s+(?:of|from|ago))`,
    (_, { day }) => ({ day: monthEnd(day) }),
  ),
  rule(
    clue.month,
    `((?:end|middle|mid|beginning|start|early|late)(?:\\s+(?:of|in)(?:\\s+the)?)?)[\\s-]+(?:month of )?(${month})(?:,?\\s+(\\d{4}))?(?!\\s+\\d)`,
    ([, edge, name, year], { day }) => ({
      day: monthEdge(edge!.toLowerCase(), namedMonthStart(name!, year, day, edge!.toLowerCase())),
    }),
  ),
  rule(
    clue.digit,
    `(?:${endOf}\\s+|by |in |before |during )?Q([1-4])(?:[\\s/]*(?:of\\s+)?'?(20\\d\\d|\\d\\d))?\\b`,
    ([whole, quarter, year], { day }) =>
      /^q/.test(whole.slice(whole.search(/q[1-4]/i))) && !/\s/.test(whole.trim())
        ? null
        : { day: quarterEnd(day, Number(quarter), fullYear(year)) },
  ),
  rule(
    clue.quarter,
    `(?:${endOf}\\s+(next\\s+)?quarter|EOQ|quarter(?:'s)?[\\s-]end|this quarter)\\b`,
    ([, next], { day }) => {
      const first = quarterEnd(day, Math.ceil(monthOf(day) / 3), yearOf(day));
      return { day: next ? monthEnd(first, 3) : first };
    },
  ),
  rule(
    clue.year,
    `(?:${endOf}\\s+(?:calendar\\s+)?year|year[\\s-]?end|year's end|EOY|later this year)\\b`,
    (_, { day }) => ({ day: dayOf(yearOf(day), 12, 31)! }),
  ),
  rule(clue.year, `(?:early\\s+)?(?:next|in the new)\\s+year\\b`, (_, { day }) => ({
    day: dayOf(yearOf(day) + 1, 1, 1)!,
  })),
  rule(
    clue.holiday,
    `(${holidayNames})\\b(?!\\s+(?:party|card|lunch|dinner|bonus|list|gift|present|tree|eve))`,
    ({ 1: name, index }, { day }, text) => (isGreeting(text, index) ? null : { day: holiday(name!, day) }),
  ),
  rule(clue.tomorrow, `(?:the\\s+)?day\\s+after\\s+tomorrow\\b`, (_, { day }) => ({ day: day + 2 })),
  rule(
    clue.first,
    `(?:first\\s+thing\\s+(?:on\\s+)?(tomorrow|${weekday})(?:\\s+morning)?)`,
    ([, word], { day }) => ({
      day: baseDay(word!, day),
      time: at(9),
    }),
  ),
  rule(clue.first, `first\\s+thing\\s+(?:in\\s+the\\s+morning|am)\\b`, (_, { day }) => ({
    day: day + 1,
    time: at(9),
  })),
  rule(
    clue.tomorrow,
    `(?:tomorrow|tommorow|tommorrow|tomorow|tmrw|tmw|tomm|2moro|2morrow)\\b(?:\\s+${part})?(?:\\s+first\\s+thing)?`,
    ([whole, word], { day }) =>
      /first\s+thing/i.test(whole) ? { day: day + 1, time: at(9) } : withPart(day + 1, word),
  ),
  rule(
    clue.span,
    `(${count})\\s*${unit}\\s+(?:from\\s+(?:now|today)|from\\s+(tomorrow)|hence)\\b`,
    ([, n, word, tomorrow], reference) => {
      const reading = span(reference, countOf(n!), word!.toLowerCase());
      return reading && tomorrow ? { ...reading, day: reading.day + 1 } : reading;
    },
  ),
  rule(clue.tonight, `(?:by |later |before )?(?:the end of |end of )?toni(?:ght|te)\\b`, (_, { day }) => ({
    day,
    time: at(20),
    loose: true,
  })),
  rule(clue.today, `(?:later\\s+)?(?:today|2day)\\b(?:\\s+${part})?`, ([, word], { day }) =>
    withPart(day, word),
  ),
  rule(clue.this, `this\\s+${part}\\b`, ([, word], { day }) => withPart(day, word)),
  rule(clue.day, `(?:next|following)\\s+(?:business|working|work)\\s+day\\b`, (_, { day }) => ({
    day: addWorkingDays(day, 1),
  })),
  rule(
    clue.span,
    `(?:with)?in\\s+(?:the\\s+)?(?:next\\s+|coming\\s+|about\\s+|another\\s+|approximately\\s+)?(half\\s+an?\\s+hour|an\\s+hour\\s+and\\s+a\\s+half)\\b`,
    ([, words], reference) => span(reference, /and/i.test(words!) ? 90 : 30, "min"),
  ),
  rule(
    clue.span,
    `(?:within|in|inside|you(?:'ve| have)(?: got)?)\\s+(?:the\\s+|under\\s+|less than\\s+|at most\\s+)?(?:next\\s+|coming\\s+|about\\s+|another\\s+|at most\\s+|at most\\s+the\\s+)?(?:${count}\\s*(?:or|to|-|–)\\s*)?(${count})?\\s*${unit}\\b(?:\\s+or\\s+(two))?(?!\\s+(?:ago|of|old|before|earlier))`,
    (match, reference, text) => inSpan(match, reference, text),
  ),
  rule(
    clue.weekday,
    `(next|this(?: coming)?|the coming|coming|the following|last|past|previous)?\\s*\\b(${weekday})(?!\\s+last\\s)(?:\\s+(?:in the\\s+)?${part}|\\s+(first thing))?`,
    weekdayReading,
  ),
  rule(
    clue.digit,
    `(?:by|on|before|until|till|due|for|the|than|latest)\\s+(?:the\\s+)?(${ordinal})\\b(?!\\s*(?:of|floor))`,
    ordinalReading,
  ),
  rule(
    clue.month,
    `(?:by|before|until|no later than)\\s+(?:early\\s+)?(${month})(?:,?\\s+(\\d{4}))?(?!\\s*\\d)`,
    ([, name, year], { day }) => (capitalised(name!) ? { day: namedMonthStart(name!, year, day, "") } : null),
  ),
  rule(
    clue.speed,
    `(?:ASAP|a\\.s\\.a\\.p\\.?|as soon as (?:possible|you can|practicable)|immediately|urgently|right away|straight away|without delay)\\b`,
    (_, { day }) => ({ day, vague: true }),
  ),
];

/** Words that set the hour of the working day's end on whatever day stands beside them. */
export const dayEnd =
  /\b(?:(?:by |at |before )?(?:the )?(?:end of|close of)(?: the| this)? ?(?:business |working |work )?(?:day|business|play)|E\.?O\.?[DB]|C\.?O\.?B|close of business|end of business|end-of-day|day's end)\b/gi;
export const dayEndClock = workdayEnd;
