import { day as dayMs } from "../../../../shared/durations";
import { type Day, localTime, monthStart, yearOf } from "../../../triage/dates/calendar";
import { month, monthSpellings, weekdaySpellings } from "../../../triage/dates/date-words";
import { rangeWords, readRange } from "./day-ranges";
import { type Days, instantsOf } from "./day-spans";
import { daysNamed, dayWords } from "./time-forms";

/** A stretch of whole days that a question about the past names. */
export interface PastSpan {
  from: Date;
  before: Date;
  /** As an answer names it, such as "on Monday, November 12, 2001". */
  words: string;
}

const time = `(?<when>${rangeWords}|${dayWords})`;
const timeLast = new RegExp(`^(?<asked>.*?),? ${time}\\s*[?.!]*$`, "i");
const timeFirst = new RegExp(`^${time},? (?<asked>(?:what|which|who|how|did|has|any)\\b.*)$`, "i");
const timeInside = new RegExp(
  `^(?<asked>.*?),? ${time}(?<rest>,? (?:about|regarding|concerning|to|from)\\b.*)$`,
  "i",
);
const preposition = /^(?:on|in|during|from|of|back|between)\b/i;
/** Before a bare day, these words name another time than the day: "by Friday", and "for Friday". */
const beforeAnother = /\b(?:by|until|till?|than|through|between|to|for|and|or)$/i;
const bareMonth = new RegExp(
  `\\b(?<side>since|before|after) (?=${month}\\b(?! \\d{1,2}\\b)|(?:19|20)\\d\\d\\b)`,
  "i",
);
/** "Since Monday" and "before 20 November" name all the time on one side of it. */
const side = /(?<asked>^.*?)\s*\b(?<side>since|before|after)$/i;

/** Every day, month and year has one of these. The patterns above try each place of a question, which takes long. */
const timeHint = new RegExp(
  `\\d|\\b(?:today|yesterday|days|weeks?|months?|year|${[...monthSpellings, ...weekdaySpellings].join("|")})\\b`,
  "i",
);

/** A question without the words that name days in the past, and those words. */
export function splitTime(question: string): { asked: string; when: string | null } {
  return timeHint.test(question) ? splitNamed(question) : { asked: question, when: null };
}

function splitNamed(question: string): { asked: string; when: string | null } {
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

const plainName = (days: Days): string => nameOf(days).replace(/^(?:on|in) /, "");

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
  const ranges = readRange(words, today);
  if (ranges)
    return ranges.map(([first, last]) => ({
      ...instantsOf([first[0], last[1]], timeZone),
      words: `between ${plainName(first)} and ${plainName(last)}`,
    }));
  const { days = [], relative } = daysNamed(words, today) ?? {};
  return days.map((one) => ({ ...instantsOf(one, timeZone), words: relative ?? nameOf(one) }));
}
