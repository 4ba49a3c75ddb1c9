import { dayOf } from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import { dottedReading, monthReading, numericReading, type Reading, upcoming } from "./date-readings";
import { type Rule, rule } from "./date-rule";
import { month } from "./date-words";

/** "0900" after a date is a time. */
const longYear = `(?:19|20)\\d\\d(?!\\d|\\s?h)`;

/** The month comes first unless it can't be one. */
function exactDay(first: string, second: string, year: number): Reading | null {
  const dayFirst = Number(first) > 12;
  const day = dayOf(year, Number(dayFirst ? second : first), Number(dayFirst ? first : second));
  return day === null ? null : { day, exact: true };
}

/** Dates written in digits: "2026-11-20", "Nov 20", "20 November 2026", "11/20", "20.11." */
export const figureRules: Rule[] = [
  rule(
    clue.joined,
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
    { clue: clue.month, also: clue.digit },
    `(${month})(?:\\s+|-(?!\\d{1,2}-))(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:%]|\\s?(?:[ap]\\.?m|%|[-–]year|people|percent))(?:(?:,|\\s)\\s?'?(${longYear}|'\\d{2}))?(?!\\d)`,
    (match, reference) =>
      /^(?:may|march|mar)$/.test(match[1]!) && !/st|nd|rd|th|\d{4}/.test(match[0])
        ? null
        : monthReading(match, reference, match[2]!, match[1]!, match[3]),
  ),
  rule(
    { clue: clue.month, also: clue.digit },
    `(\\d{1,2})(?:\\s?(?:st|nd|rd|th))?(?:\\s+(?:of\\s+)?|-)(${month})(?:(?:,|\\s|-)\\s?'?(${longYear}|'\\d{2}|(?<!,\\s?)(?:2[4-9]|3\\d)(?!\\w|:|%|\\.\\d)))?`,
    (match, reference) =>
      /^(?:may|march|mar)$/.test(match[2]!) && !/st|nd|rd|th|\d{4}/.test(match[1]! + match[0])
        ? null
        : monthReading(match, reference, match[1]!, match[2]!, match[3]),
  ),
  rule(
    clue.longFigure,
    `(\\d{1,2})(?:-(\\d{1,2})-|\\s\\/\\s(\\d{1,2})\\s\\/\\s)(20\\d{2})(?![\\d-])`,
    ([, first, dashed, spaced, y]) => exactDay(first!, dashed ?? spaced!, Number(y)),
  ),
  rule(
    { clue: clue.joined, hint: hint.limit | hint.due | hint.on },
    `(?:by|before|until|till|due|deadline:?|on)\\s+(\\d{1,2})-(\\d{1,2})(?:-(\\d{2}))?(?=\\s*(?:$|[.,;!?)](?!\\d)|(?:at|eod|please|cob)\\b))`,
    ([, first, second, y], { day }) => {
      if (y) return exactDay(first!, second!, 2000 + Number(y));
      const found = Number(second) > 12 ? upcoming(day, Number(first), Number(second)) : null;
      return found === null ? null : { day: found, exact: true };
    },
  ),
  rule(clue.joined, `(20\\d\\d)\\.(\\d{1,2})\\.(\\d{1,2})(?!\\.?\\d)`, ([, y, m, d]) => {
    const day = dayOf(Number(y), Number(m), Number(d));
    return day === null ? null : { day, exact: true };
  }),
  rule(
    { clue: clue.figureLetters, also: clue.month },
    `(\\d{1,2})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:(20\\d\\d)|(\\d\\d))?\\b`,
    (match, reference) => monthReading(match, reference, match[1]!, match[2]!, match[3] ?? match[4]),
  ),
  rule(clue.joined, `(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?!\\.?\\d)`, ([, d, m, y]) => {
    const day = dayOf(Number(y), Number(m), Number(d));
    return day === null ? null : { day, exact: true };
  }),
  rule(clue.joined, `(\\d{1,2})\\.(\\d{1,2})(?:\\.(\\d{2}))?(?!\\.?\\d)`, dottedReading),
  rule(clue.joined, `(\\d{1,2})[/](\\d{1,2})(?:[/](\\d{4}|\\d{2}))?(?!\\d|/)`, numericReading),
];
