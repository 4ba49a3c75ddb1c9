import { denialWords } from "./date-denials";
import { relationWords } from "./date-offsets";
import { wrongWords } from "./date-spelling";
import { monthSpellings, weekdaySpellings } from "./date-words";
import { holidayBeginnings } from "./holidays";

/** Bits for what a sentence contains. A date rule names the bit without which it can't match. */
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
  /** A date word may be mistyped or abbreviated. */
  misspelt: 1 << 22,
  hourWord: 1 << 23,
  /** "in the morning" */
  dayPart: 1 << 24,
  /** "12/5", "12-5", "12.5" */
  joined: 1 << 25,
  /** "Q3", "H1" */
  letterFigure: 1 << 26,
  /** "3rd", "5pm", "25Nov" */
  figureLetters: 1 << 27,
  /** Four digits in a row. */
  longFigure: 1 << 28,
  /** "9:30" */
  colon: 1 << 29,
  /** "before", "after": a day may be relative to another. */
  relation: 1 << 30,
  /** "not", "was": a day may be denied or past. */
  denial: 1 << 31,
} as const;

/**
 * The first three or four letters of words, lower case. A superfluous word costs time, a missing one a date.
 */
const beginnings: [bits: number, words: string][] = [
  [clue.week | clue.span, "week fort"],
  [clue.week, "eow mid"],
  [clue.months | clue.span, "mont"],
  [clue.months, "eom mid"],
  [clue.quarter, "quar eoq"],
  [clue.year | clue.span, "year"],
  [clue.year, "eoy"],
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
  [clue.hourWord, "one two thre four five six seve eigh nine ten elev twel"],
  [clue.dayPart, "morn afte even nigh"],
];

/** Whole words. */
const wholeWords: [bits: number, words: Iterable<string>][] = [
  [clue.weekday, weekdaySpellings],
  [clue.month, monthSpellings],
  [clue.holiday, holidayBeginnings],
  [clue.relation, relationWords],
  [clue.denial, denialWords],
];

/** Only two letters or one. */
const short: [bits: number, word: string][] = [
  [clue.span, "hr"],
  [clue.span, "h"],
  [clue.holiday, "st"],
  [clue.relation, "w"],
  [clue.denial, "t"],
  [clue.denial, "no"],
];

/** `a.s.a.p`, `e.o.d`, `c.o.b` */
const dotted: Record<number, number> = { 1: clue.speed, 5: clue.dayEnd, 3: clue.dayEnd };

/** Five bits per letter; the first letters of long words are mixed with the later ones. */
const codeStep = (code: number, letter: number) => ((code << 5) | (code >>> 27)) ^ (letter & 31);
const codeOf = (word: string) => [...word].reduce((code, letter) => codeStep(code, letter.charCodeAt(0)), 0);

const bitsOf = new Int32Array(1 << 15);
/** By four letters, for prefixes that need as many; `longer` has their first three. */
const longerBits = new Map<number, number>();
const longer = new Uint8Array(1 << 15);
for (const [bits, words] of beginnings)
  for (const word of words.split(" ")) {
    const code = codeOf(word);
    if (word.length < 4) bitsOf[code]! |= bits;
    else {
      longer[code >>> 5] = 1;
      longerBits.set(code, (longerBits.get(code) ?? 0) | bits);
    }
  }
for (const [bits, word] of short) bitsOf[codeOf(word)]! |= bits;

const foldOf = (code: number) => (code ^ (code >>> 15)) & 0xffff;
/** By a word's code, folded to 16 bits. Two words with the same one only cost time. */
const wholeBits = new Int32Array(1 << 16);
for (const [bits, words] of wholeWords) for (const word of words) wholeBits[foldOf(codeOf(word))]! |= bits;

/** By the folded code, as a prefilter, and by the whole code. */
const oddPrefilter = new Uint8Array(1 << 16);
const oddCodes = new Set<number>();
for (const word of wrongWords) {
  if (word.length < 3) bitsOf[codeOf(word)]! |= clue.misspelt;
  oddPrefilter[foldOf(codeOf(word))] = 1;
  oddCodes.add(codeOf(word));
}

/** The bits of a whole word. */
function wordBits(letters: number, code: number): number {
  if (letters < 3) return bitsOf[code]!;
  const fold = foldOf(code);
  const odd = oddPrefilter[fold] === 1 && oddCodes.has(code);
  return wholeBits[fold]! | (odd ? clue.misspelt : 0);
}

/**
 * What the date rules could find in a text: one pass over its letters replaces dozens of regular expressions.
 */
export function readClues(text: string): number {
  let found = 0;
  let code = 0;
  let letters = 0;
  let figures = 0;
  /** The position of a mark after a digit, and the bit it gives with one more digit. */
  let mark = -2;
  let markBit = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    const lower = character | 32;
    if (lower >= 97 && lower <= 122) {
      code = codeStep(code, lower);
      if (++letters > 4) continue;
      if (letters === 3) found |= bitsOf[code]!;
      else if (letters === 4) {
        if (longer[code >>> 5] === 1) found |= longerBits.get(code) ?? 0;
      } else if (letters === 1 && figures > 0) {
        // "2day" and "2moro" are words with letters after a digit.
        found |= clue.figureLetters | (text.charCodeAt(at - 1) === 50 ? clue.today | clue.tomorrow : 0);
        figures = 0;
      }
      continue;
    }
    if (letters > 0) {
      found |= wordBits(letters, code);
      if (letters === 1 && character === 46) found |= dotted[code] ?? 0;
    }
    if (character >= 48 && character <= 57) {
      found |= clue.digit;
      if (mark === at - 1) found |= markBit;
      if (letters === 1 && (code === 17 || code === 8)) found |= clue.letterFigure;
      if (++figures === 4) found |= clue.longFigure;
    } else {
      // "-", "." and "/" are adjacent codes
      if (figures > 0 && ((character >= 45 && character <= 47) || character === 58)) {
        mark = at;
        markBit = character === 58 ? clue.colon : clue.joined;
      }
      figures = 0;
    }
    code = 0;
    letters = 0;
  }
  if (letters > 0) found |= wordBits(letters, code);
  return found;
}
