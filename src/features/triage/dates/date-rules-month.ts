import {
  addWorkingDays,
  ahead,
  type Day,
  dayOf,
  monthEnd,
  monthOf,
  monthStart,
  weekdayOf,
  yearOf,
} from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import { capitalised, nextDate, quarterEnd, type Reading, type Reference, upcoming } from "./date-readings";
import { endOf, type Rule, rule } from "./date-rule";
import { month, monthNumber, ordinalNumber, ordinalWord, weekday, weekdayNumber } from "./date-words";

const position = `(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\\d{1,2}(?:st|nd|rd|th)|last|final)`;
const workingDay = `((?:working |business |work )?day|weekday)`;
const ofMonth = `(?:\\s+(?:of|in)(?:\\s+the)?\\s+|\\s+)(this\\s+month|next\\s+month|month|${month})(?:,?\\s+(\\d{4}))?`;

/** The first days of the months a phrase may mean, soonest first. */
function monthsMeant(words: string, year: string | undefined, day: Day): Day[] {
  if (/next/i.test(words)) return [monthStart(day, 1)];
  if (/month/i.test(words)) return [monthStart(day), monthStart(day, 1)];
  const wanted = monthNumber(words);
  if (year) return [dayOf(Number(year), wanted, 1)!];
  return [dayOf(yearOf(day), wanted, 1)!, dayOf(yearOf(day) + 1, wanted, 1)!];
}

const isLast = (word: string) => /^(?:last|final)$/i.test(word);
const numberOf = (word: string) => Number.parseInt(word, 10) || ordinalNumber(word);

/** The nth, or last, day of this weekday in the month that starts on `first`. */
function nthWeekday(first: Day, which: string, wanted: number): Day {
  if (isLast(which)) return ahead(monthEnd(first), wanted) - 7;
  return ahead(first - 1, wanted) + (numberOf(which) - 1) * 7;
}

function lastWorkingDay(first: Day): Day {
  const last = monthEnd(first);
  return last - Math.max(0, weekdayOf(last) - 4);
}

/** The nth, or last, (working) day of the month that starts on `first`. */
function nthDay(first: Day, which: string, kind: string): Day {
  const plain = /^day$/i.test(kind);
  if (isLast(which)) return plain ? monthEnd(first) : lastWorkingDay(first);
  return plain ? first + numberOf(which) - 1 : addWorkingDays(first - 1, numberOf(which));
}

const soonest = (days: Day[], { day }: Reference): Reading | null => {
  const found = days.find((one) => one >= day);
  return found === undefined ? null : { day: found };
};

/** The last day of a half of the year. */
function halfEnd(half: number, year: number): Day {
  return dayOf(year, half * 6, half === 1 ? 30 : 31)!;
}

/** Phrases that count within a month or year; they come before the rules that would read a part of them. */
export const monthRules: Rule[] = [
  rule(
    { clue: clue.weekday, also: clue.month | clue.months },
    `${position}\\s+(${weekday})${ofMonth}`,
    ([, which, name, words, year], reference) =>
      soonest(
        monthsMeant(words!, year, reference.day).map((first) =>
          nthWeekday(first, which!, weekdayNumber(name!)),
        ),
        reference,
      ),
  ),
  rule(
    { clue: clue.day, also: clue.month | clue.months },
    `${position}\\s+${workingDay}${ofMonth}`,
    ([, which, kind, words, year], reference) =>
      soonest(
        monthsMeant(words!, year, reference.day).map((first) => nthDay(first, which!, kind!)),
        reference,
      ),
  ),
  rule({ clue: clue.months, hint: hint.mid }, `(?:mid|middle of(?: the)?)[\\s-]month\\b`, (_, reference) =>
    soonest([monthStart(reference.day) + 14, monthStart(reference.day, 1) + 14], reference),
  ),
  rule(
    { clue: clue.month, also: clue.digit },
    `(\\d{1,2})(?:st|nd|rd|th)?\\s?(?:-|–|to|and)\\s?\\d{1,2}(?:st|nd|rd|th)?(?:\\s+of)?\\s+(${month})(?!\\s?[-–])`,
    ([, date, name], { day }) => {
      const found = upcoming(day, monthNumber(name!), Number(date));
      return found === null ? null : { day: found };
    },
  ),
  rule(
    { clue: clue.ordinalWord, also: clue.month },
    `(?:the\\s+)?(${ordinalWord})\\s+(?:day\\s+)?of\\s+(${month})`,
    ([, word, name], { day }) => {
      const found = upcoming(day, monthNumber(name!), ordinalNumber(word!));
      return found === null ? null : { day: found };
    },
  ),
  rule(
    { clue: clue.ordinalWord, also: clue.month },
    `(${month})\\s+(?:the\\s+)?(${ordinalWord})`,
    ([, name, word], { day }) => {
      const found = capitalised(name!) ? upcoming(day, monthNumber(name!), ordinalNumber(word!)) : null;
      return found === null ? null : { day: found, exact: true };
    },
  ),
  rule(
    { clue: clue.ordinalWord, hint: hint.limit | hint.due | hint.on },
    `(?:by|before|until|till|due(?:\\s+on)?|on|than)\\s+the\\s+(${ordinalWord})(?=\\s*(?:$|[.,;:!?)]|(?:at|so|please|and|or|if|noon|because|when)\\b))`,
    ([, word], reference) => nextDate(reference.day, ordinalNumber(word!)),
  ),
  rule(
    clue.letterFigure,
    `(?:${endOf}\\s+|by |in |before |during )(?:the )?H([12])(?:[\\s/]*(?:of\\s+)?'?(20\\d\\d|\\d\\d)\\b)?(?!\\w)`,
    ([, half, year], reference) => {
      const stated = year ? Number(year) % 100 : null;
      const years = stated === null ? [yearOf(reference.day), yearOf(reference.day) + 1] : [2000 + stated];
      return soonest(
        years.map((one) => halfEnd(Number(half), one)),
        reference,
      );
    },
  ),
  rule(
    { clue: clue.year, hint: hint.half },
    `(?:(?:first|second) half of (?:the|this) year|half[\\s-]year[\\s-]end|(?:by|before|at|end of)(?: the)? half[\\s-]year(?!\\s+[a-z]))\\b`,
    ([words], reference) => {
      const half = /second/i.test(words!) || monthOf(reference.day) > 6 ? 2 : 1;
      return { day: halfEnd(half, yearOf(reference.day)) };
    },
  ),
  rule(
    clue.quarter,
    `${position}\\s+quarter(?:\\s+(?:of\\s+)?(20\\d\\d))?\\b(?!\\s+(?:results?|revenues?|earnings|numbers|figures|sales|reports?|profits?|review)\\b)`,
    ([, which, year], { day }) => ({
      day: quarterEnd(day, isLast(which!) ? 4 : numberOf(which!), year ? Number(year) : null),
    }),
  ),
  rule(
    { clue: clue.longFigure, hint: hint.limit | hint.end },
    `(?:${endOf}\\s+|by\\s+|before\\s+)(20\\d\\d)(?=\\s*(?:$|[.,;!?)](?!\\d)))`,
    ([whole, year]) => ({
      day: /end|close/i.test(whole!) ? dayOf(Number(year), 12, 31)! : dayOf(Number(year), 1, 1)!,
    }),
  ),
  rule({ clue: clue.year, hint: hint.next }, `${endOf}\\s+next\\s+year\\b`, (_, { day }) => ({
    day: dayOf(yearOf(day) + 1, 12, 31)!,
  })),
  rule(
    { clue: clue.year | clue.months | clue.week | clue.day | clue.quarter, hint: hint.before },
    `before\\s+the\\s+(year|quarter|month|week|day)\\s+(?:is\\s+(?:out|over|up)|ends|closes)\\b`,
    ([, span], { day }) => {
      const ends: Record<string, Day> = {
        year: dayOf(yearOf(day), 12, 31)!,
        quarter: quarterEnd(day, Math.ceil(monthOf(day) / 3), yearOf(day)),
        month: monthEnd(day),
        week: day - weekdayOf(day) + (weekdayOf(day) > 4 ? 11 : 4),
        day,
      };
      return { day: ends[span!.toLowerCase()]! };
    },
  ),
];
