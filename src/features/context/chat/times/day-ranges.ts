import type { Day } from "../../../triage/dates/calendar";
import { month, weekday } from "../../../triage/dates/date-words";
import type { Days } from "./day-spans";
import { daysNamed } from "./time-forms";

const date = "[0-3]?\\d(?:st|nd|rd|th)?\\b";
const year = "(?:19|20)\\d\\d\\b";
const dayName = `(?:(?:${weekday}),? (?:the )?)?`;
const withDate = `${dayName}(?:${date}(?: of)? ${month}|${month} (?:the )?${date})(?:,? ${year})?`;
const numeric = `${year}-[01]\\d-[0-3]\\d|[0-3]?\\d\\.[01]?\\d\\.(?:${year})?|[0-3]?\\d/[0-3]?\\d/(?:19|20)?\\d\\d`;
const named = `(?:the )?(?:${withDate}|${numeric}|${month}(?:,? ${year})?|${year}|${weekday}|today|yesterday|[0-3]?\\d(?:st|nd|rd|th)\\b)`;
/** "10" is a day only beside a month. */
const either = `(?:${named}|(?:the )?${date}(?:,? ${year})?)`;
const until = "(?: (?:to|until|till|through|and) | ?[–—] ?| - )";

/** The words that name a first and a last day, month or year, as the source of a pattern without groups. */
export const rangeWords = [
  `between ${named} and ${either}`,
  `between ${either} and ${named}`,
  // News from June may be from a person.
  `(?:in the time )?from (?!(?:april|may|june) )(?:${named}${until}${either}|${either}${until}${named})`,
  `(?:on |of )?${withDate}(?: (?:to|until|till|through) | ?[-–—] ?)${either}`,
].join("|");

const ends = new RegExp(
  `^(?:between |from |in the time from |on |of )?(?<first>${either})(?:${until}|-)(?<last>${either})$`,
  "i",
);
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

/**
 * Reads words that {@link rangeWords} found.
 *
 * @returns what the first and the last day may be, the latest first; undefined if the words aren't such words.
 */
export function readRange(words: string, today: Day): [first: Days, last: Days][] | undefined {
  const { first = "", last = "" } = ends.exec(words)?.groups ?? {};
  if (!first) return undefined;
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
