import { monthSpellings, weekdayForms } from "../../../triage/dates/date-words";

/** How days and months are spelled, as sources of patterns. */
export interface DayNames {
  month: string;
  weekday: string;
}

/**
 * What {@link withPlainNames} leaves of them. A pattern with all spellings takes several milliseconds to compile, and one
 * that names two days hundreds: behind each spelling, V8 copies what follows.
 */
export const plainNames: DayNames = {
  month: "(?:january|april)\\b\\.?",
  weekday: "(?:monday|mon)\\b(?!\\.[a-z])(?:(?<!day)\\.)?",
};

/** April, May and June are people too. */
const alsoPeople = ["april", "may", "june"];

const plainOf = new Map([
  ...monthSpellings.map((name) => [name, alsoPeople.includes(name) ? "april" : "january"] as const),
  // A period belongs to a short name only.
  ...weekdayForms.map((name) => [name, name.endsWith("day") ? "monday" : "mon"] as const),
]);

/** Words with one name for all months and one for all weekdays: what words name days shows as well. */
export const withPlainNames = (words: string): string =>
  words.replace(/[a-z]+/gi, (word) => plainOf.get(word.toLowerCase()) ?? word);

/** Words that a time may begin with; or it begins with a number. */
const beginnings = new Set([
  ..."between in from of on over within during the this last past back for today yesterday".split(" "),
  ...plainOf.keys(),
]);

/** Whether a time may begin where the words do. */
export const mayBeginTime = (words: string): boolean =>
  /^\d/.test(words) || beginnings.has(/^[a-z]*/i.exec(words)?.[0].toLowerCase() ?? "");
