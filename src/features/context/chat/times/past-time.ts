import { day as dayMs } from "../../../../shared/durations";
import { type Day, localTime, monthStart, yearOf } from "../../../triage/dates/calendar";
import { month, monthSpellings, weekdaySpellings } from "../../../triage/dates/date-words";
import { mayBeginTime } from "./day-names";
import { isRange, readRange } from "./day-ranges";
import { type Days, instantsOf } from "./day-spans";
import { daysNamed, isDays } from "./time-forms";

/** A stretch of whole days that a question about the past names. */
export interface PastSpan {
  from: Date;
  before: Date;
  /** As an answer names it, such as "on Monday, November 12, 2001". */
  words: string;
}

const preposition = /^(?:on|in|during|from|of|back|between)\b/i;
/** Before a bare day, these words name another time than the day: "by Friday", and "for Friday". */
const beforeAnother = /\b(?:by|until|till?|than|through|between|to|for|and|or)$/i;
const bareMonth = new RegExp(
  `\\b(?<side>since|before|after) (?=${month}\\b(?! \\d{1,2}\\b)|(?:19|20)\\d\\d\\b)`,
  "i",
);
/** "Since Monday" and "before 20 November" name all the time on one side of it. */
const side = /(?<asked>^.*?)\s*\b(?<side>since|before|after)$/i;

/** Every day, month and year has one of these: most questions have none. */
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
  const { before, when: day, rest = "" } = timeLast(plain) ?? timeFirst(plain) ?? timeInside(plain) ?? {};
  const open = side.exec(before ?? "")?.groups;
  const asked = open?.asked ?? before;
  const when = open && day ? `${open.side} ${day}` : day;
  return asked && when && (preposition.test(when) || !beforeAnother.test(asked))
    ? { asked: asked + rest, when }
    : { asked: question, when: null };
}

/** A question around the words that name its time. */
interface Split {
  before: string;
  when: string;
  rest?: string;
}

const isTime = (words: string): boolean => isRange(words) || isDays(words);

/** What stands before and from each word at which a time may begin: one pattern that tries each takes long to compile. */
function* starts(question: string): Generator<[before: string, from: string]> {
  for (let space = question.indexOf(" "); space !== -1; space = question.indexOf(" ", space + 1)) {
    const from = question.slice(space + 1);
    if (mayBeginTime(from)) yield [question.slice(0, space).replace(/,$/, ""), from];
  }
}

/** "What did Bo say in March?" The period behind "in Mar." may belong to it. */
function timeLast(question: string): Split | undefined {
  const end = question.search(/\s*[?.!]*$/);
  const ends = question[end] === "." ? [end + 1, end] : [end];
  for (const [before, from] of starts(question.slice(0, ends[0])))
    for (const at of ends) {
      const when = from.slice(0, from.length + at - ends[0]!);
      if (isTime(when)) return { before, when };
    }
  return undefined;
}

/** "In March, what did Bo say?" */
function timeFirst(question: string): Split | undefined {
  const found = /^(?<when>.*?),? (?<asked>(?:what|which|who|how|did|has|any)\b.*)$/i.exec(question)?.groups;
  const { when = "", asked = "" } = found ?? {};
  return mayBeginTime(when) && isTime(when) ? { before: asked, when } : undefined;
}

/** "What did Bo say in March about the lease?" */
function timeInside(question: string): Split | undefined {
  for (const [before, from] of starts(question)) {
    // Behind the longest words: "from March 3 to 5 to Anna".
    for (const { index } of [...from.matchAll(/,? (?:about|regarding|concerning|to|from)\b/gi)].reverse()) {
      const when = from.slice(0, index);
      if (isTime(when)) return { before, when, rest: from.slice(index) };
    }
  }
  return undefined;
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
