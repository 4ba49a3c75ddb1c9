/** Bits for what a sentence holds; a date rule names the one without which it cannot match. */
export const clue = {
  digit: 1,
  weekday: 1 << 1,
  month: 1 << 2,
  week: 1 << 3,
  months: 1 << 4,
  quarter: 1 << 5,
  year: 1 << 6,
  holiday: 1 << 7,
  tomorrow: 1 << 8,
  first: 1 << 9,
  tonight: 1 << 10,
  today: 1 << 11,
  this: 1 << 12,
  day: 1 << 13,
  span: 1 << 14,
  speed: 1 << 15,
  midday: 1 << 16,
  dayEnd: 1 << 17,
} as const;

/** Beginnings of words, lower case; any of them sets the bit. A word too many costs time, one too few a date. */
const signs: [bit: number, words: string[]][] = [
  [clue.weekday, ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]],
  [clue.month, ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]],
  [clue.week | clue.span, ["week", "fortnight"]],
  [clue.week, ["eow"]],
  [clue.months | clue.span, ["month"]],
  [clue.months, ["eom"]],
  [clue.quarter, ["quarter", "eoq"]],
  [clue.year | clue.span, ["year"]],
  [clue.year, ["eoy"]],
  [
    clue.holiday,
    [
      ...[
        "thanksgiving",
        "friday",
        "christmas",
        "xmas",
        "boxing",
        "new year",
        "valentine",
        "easter",
        "memorial",
      ],
      ...["labor", "independence", "columbus", "veterans", "halloween"],
    ],
  ],
  [clue.tomorrow, ["tom", "tmrw", "tmw"]],
  [clue.first, ["first"]],
  [clue.tonight, ["tonight"]],
  [clue.today, ["today", "2day"]],
  [clue.this, ["this"]],
  [clue.day | clue.span, ["day"]],
  [clue.span, ["hour", "hr", "min"]],
  [clue.speed, ["asap", "a.s.a.p", "as soon", "immediately", "right away", "straight away", "without delay"]],
  [clue.midday, ["noon", "midday", "midnight", "lunch"]],
  [clue.dayEnd, ["end", "close", "eo", "e.o", "cob", "co.b", "c.o"]],
];

/** What the date rules can find in a text at all: some substring searches spare dozens of regular expressions. */
export function readClues(text: string): number {
  const lower = text.toLowerCase();
  let found = /\d/.test(lower) ? clue.digit : 0;
  for (const [bit, words] of signs)
    if ((found & bit) !== bit && words.some((word) => lower.includes(word))) found |= bit;
  return found;
}
