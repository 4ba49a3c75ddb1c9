import { dayOf, monthEnd, monthOf, monthStart, yearOf } from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import { fullYear, monthEdge, namedMonthStart, nextDate, quarterEnd } from "./date-readings";
import { endOf, type Rule, rule } from "./date-rule";
import { month, ordinal, ordinalNumber, ordinalWord } from "./date-words";

/** "Q3 was good", "the Q3 report": not a deadline. */
function isQuarterTalk({ 0: whole, index }: RegExpExecArray, text: string): boolean {
  if (/\s/.test(whole.trim()) || /-end$/i.test(whole)) return false;
  return (
    whole.startsWith("q") ||
    !/^\s*(?:$|[.,;:!?)]|(?:deadline|latest|at the|please|instead|is fine|will do|works)\b)/i.test(
      text.slice(index + whole.length),
    )
  );
}

/** Whole months, quarters and years: their start, middle and end. */
export const periodRules: Rule[] = [
  rule({ clue: clue.months, hint: hint.next }, `${endOf}\\s+next\\s+month\\b`, (_, { day }) => ({
    day: monthEnd(day, 1),
  })),
  rule(
    { clue: clue.months, hint: hint.mid },
    `(?:mid|middle of|in the middle of|mid of)[\\s-]+(?:of\\s+)?(next|this|the)\\s+month\\b`,
    ([, which], { day }) => ({ day: monthStart(day, /next/i.test(which!) ? 1 : 0) + 14 }),
  ),
  rule(
    { clue: clue.months, also: clue.figureLetters, hint: hint.next },
    `(?:the\\s+)?(${ordinal})\\s+(?:of\\s+)?next\\s+month\\b`,
    ([, date], { day }) => ({
      day: monthStart(day, 1) + Number.parseInt(date!, 10) - 1,
    }),
  ),
  rule(
    { clue: clue.months, also: clue.figureLetters | clue.ordinalWord },
    `(?:the\\s+)?(${ordinal}|${ordinalWord})\\s+(?:day\\s+)?of\\s+(?:this|the|the\\s+current|the\\s+same|next|the\\s+following|the\\s+coming)\\s+month\\b`,
    ([whole, date], { day }) => {
      const number = Number.parseInt(date!, 10) || ordinalNumber(date!);
      if (/(?:next|following|coming)\s+month/i.test(whole)) return { day: monthStart(day, 1) + number - 1 };
      return nextDate(day, number);
    },
  ),
  rule(
    { clue: clue.months, hint: hint.next },
    `(?:early\\s+|beginning\\s+of\\s+|start\\s+of\\s+)?next\\s+month\\b`,
    (_, { day }) => ({
      day: monthStart(day, 1),
    }),
  ),
  rule(
    { clue: clue.months },
    `(?:${endOf}\\s+(?:current\\s+)?month|(?:the\\s+)?month[\\s-]*(?:end|close)|month's end|EOM|(?:later\\s+)?this\\s+month|within the month)\\b(?!\\s+(?:of|from|ago))`,
    (_, { day }) => ({ day: monthEnd(day) }),
  ),
  rule(
    { clue: clue.month, hint: hint.edge },
    `((?:end|middle|mid|beginning|start|early|late)(?:\\s+(?:of|in)(?:\\s+the)?)?)[\\s-]+(?:month of )?(${month})(?:,?\\s+(\\d{4}))?(?!\\s+\\d)`,
    ([, edge, name, year], { day }) => ({
      day: monthEdge(edge!.toLowerCase(), namedMonthStart(name!, year, day, edge!.toLowerCase())),
    }),
  ),
  rule(
    clue.letterFigure,
    `(?:${endOf}\\s+|by |in |before |during )?Q([1-4])(?:[\\s/]*(?:of\\s+)?'?(20\\d\\d|\\d\\d))?(?:[\\s-]end)?\\b`,
    (match, { day }, text) =>
      isQuarterTalk(match, text) ? null : { day: quarterEnd(day, Number(match[1]), fullYear(match[2])) },
  ),
  rule(
    clue.quarter,
    `(?:${endOf}\\s+(next\\s+)?quarter|EOQ|quarter(?:'s)?[\\s-]end|this quarter)\\b`,
    ([, next], { day }) => {
      const first = quarterEnd(day, Math.ceil(monthOf(day) / 3), yearOf(day));
      return { day: next ? monthEnd(first, 3) : first };
    },
  ),
  rule(
    clue.year,
    `(?:${endOf}\\s+(?:calendar\\s+)?year|year[\\s-]?end(?!\\s+(?:party|bonus|sale|review|dinner|figures|results))|year's end|EOY(?:\\s+(20\\d\\d))?|later this year)\\b`,
    ([, year], { day }) => ({ day: dayOf(year ? Number(year) : yearOf(day), 12, 31)! }),
  ),
  rule(
    { clue: clue.year, hint: hint.next | hint.fresh },
    `(?:early\\s+)?(?:next|in the new)\\s+year\\b`,
    (_, { day }) => ({
      day: dayOf(yearOf(day) + 1, 1, 1)!,
    }),
  ),
];
