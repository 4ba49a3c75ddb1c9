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

/** The first three letters of words, lower case. A word too many costs time, one too few a date. */
const beginnings: [bits: number, words: string][] = [
  [clue.weekday, "mon tue wed thu fri sat sun"],
  [clue.month, "jan feb mar apr may jun jul aug sep oct nov dec"],
  [clue.week | clue.span, "wee for"],
  [clue.week, "eow mid"],
  [clue.months | clue.span, "mon"],
  [clue.months, "eom"],
  [clue.quarter, "qua eoq"],
  [clue.year | clue.span, "yea"],
  [clue.year, "eoy"],
  [clue.holiday, "tha bla chr xma box new val goo eas mem lab ind col vet hal"],
  [clue.tomorrow, "tom tmr tmw"],
  [clue.first, "fir"],
  [clue.tonight, "ton"],
  [clue.today, "tod"],
  [clue.this, "thi"],
  [clue.day | clue.span, "day bus wor"],
  [clue.span, "hou hrs min"],
  [clue.speed, "asa soo imm awa del"],
  [clue.midday, "noo mid lun"],
  [clue.dayEnd, "end clo eod cob bus"],
];

/** Two or one letters only: `hr`, and the dotted `a.s.a.p`, `e.o.d`, `c.o.b`. */
const short: [bits: number, word: string][] = [
  [clue.span, "hr"],
  [clue.speed, "a"],
  [clue.dayEnd, "e"],
  [clue.dayEnd, "c"],
];

/** Five bits a letter. */
const codeOf = (word: string) =>
  [...word].reduce((code, letter) => (code << 5) | (letter.charCodeAt(0) & 31), 0);

const bitsOf = new Int32Array(1 << 15);
for (const [bits, words] of beginnings) for (const word of words.split(" ")) bitsOf[codeOf(word)]! |= bits;
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
      if (letters < 3) code = (code << 5) | (lower & 31);
      letters++;
      if (letters === 3) found |= bitsOf[code]!;
      continue;
    }
    if (letters > 0 && letters < 3) found |= bitsOf[code]!;
    // "2day" is the one word whose letters stand behind a digit.
    if (character >= 48 && character <= 57) found |= clue.digit | (character === 50 ? clue.today : 0);
    code = 0;
    letters = 0;
  }
  return letters > 0 && letters < 3 ? found | bitsOf[code]! : found;
}
