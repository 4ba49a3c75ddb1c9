import { day as dayMs } from "../../../shared/durations";
import {
  type Day,
  dayOf,
  localTime,
  monthEnd,
  monthStart,
  weekdayOf,
  yearOf,
} from "../../triage/dates/calendar";
import { fullYear } from "../../triage/dates/date-readings";
import { month, monthNumber, weekday, weekdayNumber } from "../../triage/dates/date-words";
import { type Days, daysOf, instantsOf, type SaidWhen } from "./day-spans";

/** A stretch of whole days that a question about the past names. */
export interface PastSpan {
  from: Date;
  before: Date;
  /** As an answer names it, such as "on Monday, November 12, 2001". */
  words: string;
}

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
const dayName = `(?:(?<weekday>${weekday}),? (?:the )?)?`;
const monthName = `(?<month>${month})`;
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

const forms: Form[] = [
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
  { source: `(?:(?:on|from) )?(?:(?<last>last|this|past) )?(?<weekday>${weekday})`, read: readWeekday },
  {
    // News from June may be from a person.
    source: `(?!from (?:april|may|june)\\b(?!,? \\d))(?:back )?(?:(?:in|during|from|of|for) (?:last )?|last |this )${monthName}(?:,? (?:of )?${year})?`,
    read: readMonth,
  },
  { source: `${monthName},? ${year}`, read: readMonth },
  { source: "on the (?<date>[0-3]?\\d)(?:st|nd|rd|th)", read: readOrdinal },
  {
    source: `(?:back )?(?:in|during|from|of) ${year}`,
    read: (words, today) => inYears(words, today, (one): Days => [dayOf(one, 1, 1)!, dayOf(one + 1, 1, 1)!]),
  },
];

const readers = forms.map(({ source, read }) => ({ pattern: new RegExp(`^${source}$`, "i"), read }));
const time = `(?<when>${forms.map(({ source }) => source.replace(/\(\?<\w+>/g, "(?:")).join("|")})`;
const timeLast = new RegExp(`^(?<asked>.*?),? ${time}\\s*[?.!]*$`, "i");
const timeFirst = new RegExp(`^${time},? (?<asked>(?:what|which|who|did|has|any)\\b.*)$`, "i");
const timeInside = new RegExp(
  `^(?<asked>.*?),? ${time}(?<rest>,? (?:about|regarding|concerning|to)\\b.*)$`,
  "i",
);
const preposition = /^(?:on|in|during|from|of|back)\b/i;
/** Before a bare day, these words name another time than the day: "by Friday", and "for Friday". */
const beforeAnother = /\b(?:by|until|till?|than|through|between|to|for|and|or)$/i;
const bareMonth = new RegExp(
  `\\b(?<side>since|before|after) (?=${month}\\b(?! \\d{1,2}\\b)|(?:19|20)\\d\\d\\b)`,
  "i",
);
/** "Since Monday" and "before 20 November" name all the time on one side of it. */
const side = /(?<asked>^.*?)\s*\b(?<side>since|before|after)$/i;

/** A question without the words that name days in the past, and those words. */
export function splitTime(question: string): { asked: string; when: string | null } {
  const plain = question.replace(bareMonth, "$<side> in ");
  const found = timeLast.exec(plain) ?? timeFirst.exec(plain) ?? timeInside.exec(plain);
  const { asked: before, when: day, rest = "" } = found?.groups ?? {};
  const open = side.exec(before ?? "")?.groups;
  const asked = open?.asked ?? before;
  const when = open && day ? `${open.side} ${day}` : day;
  return asked && when && (preposition.test(when) || !beforeAnother.test(asked))
    ? { asked: asked + rest, when }
    : { asked: question, when: null };
}

const labelled = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  return (day: Day) => format.format(day * dayMs);
};
const labels = {
  day: labelled({ weekday: "long", month: "long", day: "numeric", year: "numeric" }),
  month: labelled({ month: "long", year: "numeric" }),
};

function nameOf([first, next]: Days): string {
  if (next === first + 1) return `on ${labels.day(first)}`;
  return next === monthStart(first, 1) ? `in ${labels.month(first)}` : `in ${yearOf(first)}`;
}

const openEnd = /^(?<bound>since|before|after) (?<of>.+)$/i;
/** Before the first mail and behind all of them, in every calendar that a database knows. */
const ends = { first: new Date("1900-01-01T00:00:00Z"), last: new Date("9000-01-01T00:00:00Z") };

/** All the time since, before or after a stretch of days. */
function onSide(bound: string, { from, before, words }: PastSpan): PastSpan {
  const named = { words: `${bound} ${words.replace(/^(?:on|in) /, "")}` };
  if (bound === "since") return { from, before: ends.last, ...named };
  return bound === "before"
    ? { from: ends.first, before: from, ...named }
    : { from: before, before: ends.last, ...named };
}

/**
 * Reads words that {@link splitTime} found.
 *
 * @returns the spans that they may mean, the latest first: several where no year is stated. None for a date that
 * doesn't exist.
 */
export function readPast(words: string, now: Date, timeZone: string): PastSpan[] {
  const { bound, of = "" } = openEnd.exec(words)?.groups ?? {};
  if (bound)
    return readPast(of, now, timeZone)
      .slice(0, 1)
      .map((span) => onSide(bound.toLowerCase(), span));
  const today = localTime(now, timeZone).day;
  for (const { pattern, read } of readers) {
    const named = pattern.exec(words)?.groups;
    if (!named) continue;
    return read(named, today).map((days) => ({
      ...instantsOf(days, timeZone),
      words: named.relative?.toLowerCase() ?? nameOf(days),
    }));
  }
  return [];
}
