import { type Day, dayOf, monthEnd, monthStart, weekdayOf, yearOf } from "../../../triage/dates/calendar";
import { fullYear } from "../../../triage/dates/date-readings";
import { month, monthNumber, weekday, weekdayNumber } from "../../../triage/dates/date-words";
import { type DayNames, plainNames, withPlainNames } from "./day-names";
import { type Days, daysOf, type SaidWhen } from "./day-spans";

/** Years that are looked through for a day whose year is left out: archives of mail are old. */
const yearsBack = 40;

type Words = Partial<Record<string, string>>;
interface Form {
  source: string;
  /** The days that the words may mean, the latest first. */
  read: (words: Words, today: Day) => Days[];
}

const date = "(?<date>[0-3]?\\d)(?:st|nd|rd|th)?\\b";
const year = "(?<year>(?:19|20)\\d\\d)\\b";
const on = "(?:(?:on|from|of) )?(?:the )?";

/** In each year that the words may mean, the latest first. */
function inYears<T>({ year: stated }: Words, today: Day, read: (year: number) => T | null): T[] {
  const latest = yearOf(today);
  const years = stated
    ? [fullYear(stated) ?? latest]
    : Array.from({ length: yearsBack }, (_, ago) => latest - ago);
  return years.map(read).filter((one) => one !== null);
}

const dayOnly = (day: Day): Days => [day, day + 1];

/** A day of a month: without a year, those that aren't in the future, and on the weekday that is named. */
function readDay(words: Words, today: Day): Days[] {
  const wanted = words.month ? monthNumber(words.month) : Number(words.number);
  const isMeant = (day: Day) =>
    words.year !== undefined ||
    (day <= today && (!words.weekday || weekdayOf(day) === weekdayNumber(words.weekday)));
  return inYears(words, today, (one) => dayOf(one, wanted, Number(words.date)))
    .filter(isMeant)
    .map(dayOnly);
}

/** "3/14/2020", and "14/3/2020" where the first can't be a month. */
const readSlashes = (words: Words, today: Day): Days[] =>
  readDay(Number(words.number) > 12 ? { ...words, number: words.date, date: words.number } : words, today);

function readWeekday({ weekday: name = "", last }: Words, today: Day): Days[] {
  const day = today - ((weekdayOf(today) - weekdayNumber(name) + 7) % 7);
  if (day < today) return [dayOnly(day)];
  return last ? [dayOnly(day - 7)] : [dayOnly(day), dayOnly(day - 7)];
}

const readMonth = (words: Words, today: Day): Days[] =>
  inYears(words, today, (one): Days | null => {
    const first = dayOf(one, monthNumber(words.month ?? ""), 1)!;
    return words.year || first <= today ? [first, monthStart(first, 1)] : null;
  });

/** "On the 12th": of this month, or of the last one that has it. */
function readOrdinal(words: Words, today: Day): Days[] {
  const days = [0, -1, -2].flatMap((offset) => {
    const first = monthStart(today, offset);
    const day = first + Number(words.date) - 1;
    return day >= first && day <= Math.min(today, monthEnd(first)) ? [dayOnly(day)] : [];
  });
  return days.slice(0, 1);
}

const amounts: Record<string, number> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, ten: 10, twelve: 12, fourteen: 14, thirty: 30 },
};

/** "In the last 7 days", up to today. */
function readLatest({ amount = "1", unit }: Words, today: Day): Days[] {
  const count = amounts[amount.toLowerCase()] ?? Number(amount);
  if (unit?.toLowerCase() === "month") {
    const first = monthStart(today, -count);
    return [[Math.min(first + today - monthStart(today), monthEnd(first)) + 1, today + 1]];
  }
  const days = unit?.toLowerCase() === "week" ? 7 * count : count;
  return [[today - days + 1, today + 1]];
}

/** All forms, for these spellings of days and months. */
function formsWith({ month: anyMonth, weekday: anyWeekday }: DayNames): Form[] {
  const dayName = `(?:(?<weekday>${anyWeekday}),? (?:the )?)?`;
  const monthName = `(?<month>${anyMonth})`;
  return [
    {
      source: `(?<relative>(?:in|over|within|during) the (?:last|past) (?:(?<amount>[1-9]\\d?|${Object.keys(amounts).join("|")}) )?(?<unit>day|week|month)s?)`,
      read: readLatest,
    },
    {
      source:
        "(?:(?:from|of|in) )?(?<relative>today|yesterday|the day before yesterday|(?:this|last) (?:week|month|year))",
      read: ({ relative }, today) => [daysOf(relative?.toLowerCase() as SaidWhen, today)],
    },
    { source: `${on}${dayName}${date}(?: of)? ${monthName}(?:,? ${year})?`, read: readDay },
    { source: `${on}${dayName}${monthName} (?:the )?${date}(?:,? ${year})?`, read: readDay },
    { source: `${on}${year}-(?<number>[01]\\d)-(?<date>[0-3]\\d)`, read: readDay },
    { source: `${on}(?<date>[0-3]?\\d)\\. ?(?<number>[01]?\\d)\\.(?: ?${year})?`, read: readDay },
    {
      source: `${on}(?<number>[0-3]?\\d)/(?<date>[0-3]?\\d)/(?<year>(?:19|20)?\\d\\d)`,
      read: readSlashes,
    },
    { source: `(?:(?:on|from) )?(?:(?<last>last|this|past) )?(?<weekday>${anyWeekday})`, read: readWeekday },
    {
      // News from June may be from a person.
      source: `(?!from (?:april|may|june)\\b(?!,? \\d))(?:back )?(?:(?:in|during|from|of|for) (?:last )?|last |this )${monthName}(?:,? (?:of )?${year})?`,
      read: readMonth,
    },
    { source: `${monthName},? ${year}`, read: readMonth },
    { source: "on the (?<date>[0-3]?\\d)(?:st|nd|rd|th)", read: readOrdinal },
    {
      source: `(?:back )?(?:in|during|from|of) ${year}`,
      read: (words, today) =>
        inYears(words, today, (one): Days => [dayOf(one, 1, 1)!, dayOf(one + 1, 1, 1)!]),
    },
  ];
}

const patterns = (names: DayNames) =>
  formsWith(names).map(({ source, read }) => ({ pattern: new RegExp(`^${source}$`, "i"), read }));
const readers = patterns({ month, weekday });
/** Which form words have shows as well without their names, and far less has to be compiled for it. */
const shapes = patterns(plainNames).map(({ pattern }) => pattern);

const formOf = (words: string): number => {
  const plain = withPlainNames(words);
  return shapes.findIndex((shape) => shape.test(plain));
};

/** Whether words name days, and nothing else. */
export const isDays = (words: string): boolean => formOf(words) !== -1;

/**
 * The days that words may mean, the latest first; none for a date that doesn't exist. Undefined: the words name none.
 */
export function daysNamed(words: string, today: Day): { days: Days[]; relative?: string } | undefined {
  const reader = readers[formOf(words)];
  const named = reader?.pattern.exec(words)?.groups;
  if (!reader || !named) return undefined;
  const relative = named.relative?.toLowerCase();
  return { days: reader.read(named, today), ...(relative && { relative }) };
}
