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
  ordinalWord: 1 << 18,
  /** "o'clock" */
  clock: 1 << 19,
  /** "half past", "quarter to" */
  partHour: 1 << 20,
  /** "start of business" */
  dayStart: 1 << 21,
} as const;

/** The first three or four letters of words, lower case. A word too many costs time, one too few a date. */
const beginnings: [bits: number, words: string][] = [
  [clue.weekday, "mon tue wed thu fri sat sun"],
  [clue.month, "jan feb mar apr may jun jul aug sep oct nov dec"],
  [clue.week | clue.span, "week fort"],
  [clue.week, "eow mid"],
  [clue.months | clue.span, "mont"],
  [clue.months, "eom mid"],
  [clue.quarter, "quar eoq"],
  [clue.year | clue.span, "year"],
  [clue.year, "eoy"],
  [
    clue.holiday,
    "than blac chri xmas box new val good east memo lab inde colu vete hall cybe mart mlk pres apri tax may moth june fath cana four bast ash palm maun asce pent whit",
  ],
  [clue.tomorrow, "tom tmr tmw"],
  [clue.first, "firs"],
  [clue.tonight, "toni"],
  [clue.today, "toda"],
  [clue.this, "this"],
  [clue.day | clue.span, "day busi work"],
  [clue.span, "hour hrs minu mins min"],
  [clue.speed, "asap soon imme away dela urge"],
  [clue.midday, "noon mid lunc"],
  [clue.dayEnd, "end clos eod eob cob busi"],
  [clue.ordinalWord, "firs seco thir four fift sixt seve eigh nint tent elev twel twen"],
  [clue.clock, "cloc"],
  [clue.partHour, "half quar"],
  [clue.dayStart, "star open begi"],
];

/** Two or one letters only: `hr`, and the dotted `a.s.a.p`, `e.o.d`, `c.o.b`. */
const short: [bits: number, word: string][] = [
  [clue.span, "hr"],
  [clue.span, "h"],
  [clue.holiday, "st"],
  [clue.speed, "a"],
  [clue.dayEnd, "e"],
  [clue.dayEnd, "c"],
];

/** Five bits a letter. */
const codeOf = (word: string) =>
  [...word].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) & 31), 0);

const bitsOf = new Int32Array(1 << 15);
/** By four letters, for the beginnings that need as many; `longer` marks their first three. */
const longerBits = new Map<number, number>();
const longer = 1 << 30;
for (const [bits, words] of beginnings)
  for (const word of words.split(" ")) {
    const code = codeOf(word);
    if (word.length < 4) bitsOf[code]! |= bits;
    else {
      bitsOf[code >>> 5]! |= longer;
      longerBits.set(code, (longerBits.get(code) ?? 0) | bits);
    }
  }
for (const [bits, word] of short) bitsOf[codeOf(word)]! |= bits;

/**
 * What the date rules can find in a text at all: one pass over its letters spares dozens of regular expressions.
 */
export function readClues(text: string): number {
  let found = 0;
  let code = 0;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const lower = character | 32;
    if (lower >= 97 && lower <= 122) {
      letters++;
      if (letters < 4) {
        code = (code << 5) | (lower & 31);
        if (letters === 3) found |= bitsOf[code]!;
      } else if (letters === 4 && bitsOf[code]! & longer) {
        found |= longerBits.get((code << 5) | (lower & 31)) ?? 0;
      }
      continue;
    }
    if (letters > 0 && letters < 3) found |= bitsOf[code]!;
    // "2day" and "2moro" are the words whose letters stand behind a digit.
    if (character >= 48 && character <= 57)
      found |= clue.digit | (character === 50 ? clue.today | clue.tomorrow : 0);
    code = 0;
    letters = 0;
  }
  if (letters > 0 && letters < 3) found |= bitsOf[code]!;
  return found & ~longer;
}
