import { addWorkingDays, type Clock } from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import {
  at,
  baseDay,
  capitalised,
  inSpan,
  namedMonthStart,
  ordinalReading,
  part,
  span,
  unit,
  withPart,
} from "./date-readings";
import { type Rule, rule } from "./date-rule";
import { figureRules } from "./date-rules-figures";
import { monthRules } from "./date-rules-month";
import { periodRules } from "./date-rules-period";
import { weekRules } from "./date-rules-week";
import { isGreeting, titleFollows, weekdayReading } from "./date-weekdays";
import { count, countOf, month, ordinal, tomorrow, weekday } from "./date-words";
import { holiday, holidayNames } from "./holidays";

export type { Reading, Reference } from "./date-readings";

const workdayEnd: Clock = { hour: 17, minute: 0 };

/** Ordered: an earlier rule keeps the words it matched, later rules see the rest. */
export const dateRules: Rule[] = [
  ...monthRules,
  ...figureRules,
  ...weekRules,
  ...periodRules,
  rule(
    clue.holiday,
    `(${holidayNames})\\b(?!\\s+(?:party|card|lunch|dinner|bonus|list|gift|present|tree|eve|sale|special|ad|campaign|Agreement|Parade|Island|deal|decoration|traffic|edition|egg|bunny|basket)s?\\b)`,
    ({ 1: name, index }, { day }, text) => (isGreeting(text, index) ? null : { day: holiday(name!, day) }),
  ),
  rule(
    { clue: clue.tomorrow, hint: hint.after },
    `(?:the\\s+)?day\\s+after\\s+${tomorrow}\\b`,
    ({ 0: words }, { day }) => (/After Tom/.test(words) ? null : { day: day + 2 }),
  ),
  rule(
    { clue: clue.first, hint: hint.thing },
    `(?:first\\s+thing\\s+(?:on\\s+)?(${tomorrow}|${weekday})(?:\\s+morning)?)`,
    ([, word], { day }) => ({
      day: baseDay(word!, day),
      time: at(9),
    }),
  ),
  rule(
    { clue: clue.first, hint: hint.thing },
    `first\\s+thing\\s+(?:in\\s+the\\s+morning|am)\\b`,
    (_, { day }) => ({
      day: day + 1,
      time: at(9),
    }),
  ),
  rule(
    clue.tomorrow,
    `${tomorrow}\\b(?:\\s+${part})?(?:\\s+first\\s+thing)?`,
    ({ 0: whole, 1: word, index }, { day }, text) => {
      if (titleFollows.test(text.slice(index + whole.length, index + whole.length + 40))) return null;
      return /first\s+thing/i.test(whole) ? { day: day + 1, time: at(9) } : withPart(day + 1, word);
    },
  ),
  rule(
    { clue: clue.span, hint: hint.away },
    `(${count})\\s*${unit}\\s+(?:from\\s+(?:now|today)|from\\s+(tomorrow)|hence)\\b`,
    ([, n, word, tomorrow], reference) => {
      const reading = span(reference, countOf(n!), word!.toLowerCase());
      return reading && tomorrow ? { ...reading, day: reading.day + 1 } : reading;
    },
  ),
  rule(
    { clue: clue.span, hint: hint.within },
    `within\\s+(${count})\\s*${unit}\\s+(?:of|from|after)\\s+(?:(?:the\\s+)?(?:date|receipt|receiving|sending)\\s+(?:of\\s+)?)?(?:this|today['’]s)\\s+(?:e-?mail|message|letter|notice|mail|note|request|memo|date)\\b`,
    ([, n, word], reference) => span(reference, countOf(n!), word!.toLowerCase()),
  ),
  rule(
    { clue: clue.span, hint: hint.half },
    `(?:with)?in\\s+(?:about\\s+)?(a quarter|three quarters) of an hour\\b`,
    ([, part], reference) => span(reference, /three/i.test(part!) ? 45 : 15, "min"),
  ),
  rule(
    { clue: clue.span, also: clue.joined | clue.partHour },
    `(?:with)?in\\s+(?:about\\s+)?(?:(\\d{1,2}\\.\\d)|(${count})\\s+and\\s+a\\s+half)\\s*(?:hours?|hrs?|h)\\b`,
    ([, figure, words], reference) =>
      span(reference, figure ? Number(figure) : countOf(words!) + 0.5, "hours"),
  ),
  rule(clue.tonight, `(?:by |later |before )?(?:the end of |end of )?toni(?:ght|te)\\b`, (_, { day }) => ({
    day,
    time: at(20),
    loose: true,
  })),
  rule(clue.today, `(?:later\\s+)?(?:today|2day)\\b(?:\\s+${part})?`, ([, word], { day }) =>
    withPart(day, word),
  ),
  rule({ clue: clue.this, hint: hint.part }, `this\\s+${part}\\b`, ([, word], { day }) =>
    withPart(day, word),
  ),
  rule(
    { clue: clue.day, hint: hint.next },
    `(?:next|following)\\s+(?:business|working|work)\\s+day\\b`,
    (_, { day }) => ({
      day: addWorkingDays(day, 1),
    }),
  ),
  rule(
    { clue: clue.span, also: clue.partHour },
    `(?:with)?in\\s+(?:the\\s+)?(?:next\\s+|coming\\s+|about\\s+|another\\s+|approximately\\s+)?(half\\s+an?\\s+hour|an\\s+hour\\s+and\\s+a\\s+half)\\b`,
    ([, words], reference) => span(reference, /and/i.test(words!) ? 90 : 30, "min"),
  ),
  rule(
    { clue: clue.span, hint: hint.given },
    `(?:within|in|inside(?: of)?|(?:you|we)(?:['’]ve| have)(?: got)?|giv(?:e|es|ing) (?:you|us|them)|gave us)\\s+(?:the\\s+|under\\s+|less than\\s+|at most\\s+|(?:no|not) more than\\s+|exactly\\s+|just\\s+|only\\s+|precisely\\s+|(?:a )?max(?:imum)?(?: of)?\\s+)?(?:next\\s+|coming\\s+|about\\s+|another\\s+|at most\\s+|at most\\s+the\\s+)?(?:${count}\\s*(?:or|to|-|–)\\s*)?(${count})?\\s*${unit}\\b(?:\\s+or\\s+(two))?(?!\\s+(?:ago|of|old|before|earlier))`,
    (match, reference, text) => inSpan(match, reference, text),
  ),
  rule(
    clue.weekday,
    `(next|this(?: coming)?|the coming|coming|the following|last|past|previous)?\\s*\\b(${weekday})(?!\\s+last\\s)(?:\\s+(?:in the\\s+)?${part}|\\s+(first thing))?`,
    weekdayReading,
  ),
  rule(
    clue.figureLetters,
    `(?:by|on|before|until|till|due|for|the|than|latest)\\s+(?:the\\s+)?(${ordinal})\\b(?!\\s*(?:of|floor))`,
    ordinalReading,
  ),
  rule(
    { clue: clue.figureLetters, holds: /^\s*\d/ },
    `(?<=^\\s*)(${ordinal})(?=,|\\s+(?:at|latest|by|eod|cob|noon)\\b)`,
    ordinalReading,
  ),
  rule(
    { clue: clue.month, hint: hint.limit },
    `(?:by|before|until|no later than)\\s+(?:early\\s+)?(${month})(?:,?\\s+(\\d{4}))?(?!\\s*\\d)`,
    ([, name, year], { day }) => (capitalised(name!) ? { day: namedMonthStart(name!, year, day, "") } : null),
  ),
  rule(
    clue.speed,
    `(?:ASAP|a\\.s\\.a\\.p\\.?|as soon as (?:possible|you can|practicable)|immediately|urgently|right away|straight away|without delay)\\b`,
    (_, { day }) => ({ day, vague: true }),
  ),
];

/** Words that mean the end of the working day, on any day next to them. */
export const dayEnd =
  /\b(?:(?:by |at |before )?(?:the )?(?:end of|close of)(?: the| this)? ?(?:business |working |work )?(?:day|business|play)|E\.?O\.?[DB]|C\.?O\.?B|close of business|end of business|end-of-day|day's end)\b/gi;
export const dayEndClock = workdayEnd;
