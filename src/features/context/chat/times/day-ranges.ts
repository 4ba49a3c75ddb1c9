import type { Day } from "../../../triage/dates/calendar";
import { month, weekday } from "../../../triage/dates/date-words";
import { plainNames, withPlainNames } from "./day-names";
import type { Days } from "./day-spans";
import { daysNamed } from "./time-forms";

const date = "[0-3]?\\d(?:st|nd|rd|th)?\\b";
const year = "(?:19|20)\\d\\d\\b";
const { month: anyMonth, weekday: anyWeekday } = plainNames;
const dayName = `(?:(?:${anyWeekday}),? (?:the )?)?`;
const whole = (source: string) => new RegExp(`^(?:${source})$`, "i");
const withDate = whole(
  `${dayName}(?:${date}(?: of)? ${anyMonth}|${anyMonth} (?:the )?${date})(?:,? ${year})?`,
);
const named = whole(
  `(?:the )?(?:${year}-[01]\\d-[0-3]\\d|[0-3]?\\d\\.[01]?\\d\\.(?:${year})?|[0-3]?\\d/[0-3]?\\d/(?:19|20)?\\d\\d|${anyMonth}(?:,? ${year})?|${year}|${anyWeekday}|today|yesterday|[0-3]?\\d(?:st|nd|rd|th)\\b)`,
);
/** "10" is a day only beside a month. */
const bare = whole(`(?:the )?${date}(?:,? ${year})?`);

const isWithDate = (end: string): boolean => withDate.test(withPlainNames(end));
const isNamed = (end: string): boolean =>
  isWithDate(end.replace(/^the /i, "")) || named.test(withPlainNames(end));
const isEnd = (end: string): boolean => isNamed(end) || bare.test(withPlainNames(end));

type Ends = [first: string, last: string];

/** How a range begins, what stands between its ends, and what else these must be. */
const forms: { begins: RegExp; between: RegExp; areEnds: (ends: Ends) => boolean }[] = [
  { begins: /^between /i, between: / and /gi, areEnds: (ends) => ends.some(isNamed) },
  {
    // News from June may be from a person.
    begins: /^(?:in the time )?from (?!(?:april|may|june) )/i,
    between: / (?:to|until|till|through|and) | ?[–—] ?| - /gi,
    areEnds: (ends) => ends.some(isNamed),
  },
  {
    begins: /^(?:on |of )?/i,
    between: / (?:to|until|till|through) | ?[-–—] ?/gi,
    areEnds: ([first]) => isWithDate(first),
  },
];

/** The ends of a range; undefined if the words are none. */
function endsOf(words: string): Ends | undefined {
  for (const { begins, between, areEnds } of forms) {
    const begin = begins.exec(words)?.[0];
    if (begin === undefined) continue;
    const both = words.slice(begin.length);
    for (const { index, 0: found } of both.matchAll(between)) {
      const ends: Ends = [both.slice(0, index), both.slice(index + found.length)];
      if (ends.every(isEnd) && areEnds(ends)) return ends;
    }
  }
  return undefined;
}

/** Whether words name a first and a last day, month or year, and nothing else. */
export const isRange = (words: string): boolean => endsOf(words) !== undefined;

const monthIn = new RegExp(`\\b${month}\\b`, "i");
const yearIn = new RegExp(`\\b${year}`);
const bareDate = new RegExp(`^(?:the )?(?<date>${date})(?<year>,? ${year})?$`, "i");

/** With the month of the other end, if it has none itself: "January 10 and 20". */
function withMonth(end: string, other: string): string {
  const { date: day, year: stated = "" } = bareDate.exec(end)?.groups ?? {};
  const name = monthIn.exec(other)?.[0];
  return day && name ? `${day} ${name}${stated}` : end;
}

const daysOfEnd = (end: string, today: Day): Days[] =>
  ["", "in ", "on "].map((before) => daysNamed(before + end, today)?.days).find((days) => days) ?? [];

/** What the first and the last day of a range may be, the latest first; undefined if the words are none. */
export function readRange(words: string, today: Day): [first: Days, last: Days][] | undefined {
  const ends = endsOf(words);
  if (!ends) return undefined;
  const [first, last] = ends;
  const yearOfLast = yearIn.exec(last)?.[0];
  const from = daysOfEnd(withMonth(first, last), today);
  const to = daysOfEnd(withMonth(last, first), today);
  const ranges = to.flatMap((end): [Days, Days][] => {
    const begin = from.find((one) => one[0] <= end[0]);
    if (begin) return [[begin, end]];
    // "Between Friday and Monday": the Friday before it.
    const [latest] = new RegExp(`^${weekday}$`, "i").test(first) ? from : [];
    return latest ? [[[latest[0] - 7, latest[1] - 7], end]] : [];
  });
  // A year of the first end is that of the nearest last one.
  return yearIn.test(first) && !yearOfLast ? ranges.slice(-1) : ranges;
}
