import type { Clock } from "./calendar";
import { clue } from "./date-clues";
import { dayEnd, dayEndClock } from "./date-rules";

/** A time of day found in a text. */
export interface ClockTime {
  start: number;
  end: number;
  clock: Clock;
  /** Introduced by a word such as "by" or "at", so it stands for a time even without a day beside it. */
  introduced: boolean;
  /** The end of the working day rather than a stated hour. */
  dayEnd: boolean;
  /** "8" may be in the morning or the evening; "8am", "08:00" and "noon" may not. */
  halfOpen: boolean;
  /** Stated in a named zone: the hour does not hold for the reader's clock. */
  foreign: boolean;
}

const zone = `(?:\\s?\\(?(?:[PMCEH][SD]T|[PMCE]T|GMT|UTC|CEST|CET|BST|IST|JST|KST|SGT|HKT|A[EWC][SD]T|NZ[SD]T|WES?T|EES?T|MSK|(?:the )?(?:Pacific|Eastern|Central|Mountain)|[A-Z]\\w+(?: [A-Z]\\w+)? time)\\b\\)?)?`;
const lead = `(?:\\b(?:by|at|before|until|till|from|around|about|than|@|between|after)\\s*(?:the\\s+|our\\s+|your\\s+)?)?`;

const hourNames = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const hourWords = [...hourNames].reverse().join("|");

interface TimePattern {
  /** The bit of {@link clue} without which it cannot match. */
  needs: number;
  /** Quick to look for, and in every match of `regex`. */
  holds?: RegExp;
  regex: RegExp;
  read(match: RegExpExecArray): Clock | null;
  bare?: boolean;
}

const halfDayMark = /\d\s?[ap]\.?m/i;

const patterns: TimePattern[] = [
  {
    needs: clue.digit,
    holds: halfDayMark,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?(?:-|–|to|and)\\s?\\d{1,2}(?:[:.]\\d{2})?\\s?([ap])\\.?m\\b\\.?${zone}`,
      "gi",
    ),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    needs: clue.digit,
    holds: halfDayMark,
    regex: new RegExp(`${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?([ap])\\.?m\\b\\.?${zone}`, "gi"),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    needs: clue.digit,
    holds: /\d[:h]\d\d/i,
    regex: new RegExp(`${lead}\\b(\\d{1,2})[:h](\\d{2})(?![:\\d])(?:\\s?(?:h|hrs|hours)\\b)?${zone}`, "gi"),
    read: ([, hour, minute]) => writtenTime(hour!, minute!),
    bare: true,
  },
  {
    needs: clue.digit,
    regex:
      /\b(?:by|at|before|until|till|from|than)\s+(\d{1,2})\.([0-5]\d)(?:\s?(?:h|hrs|hours))?(?=\s*(?:$|[.,;!?)](?!\d)|(?:tomorrow|today|on|sharp|latest|please|so|and|or|mon|tue|wed|thu|fri)))/gi,
    read: ([, hour, minute]) => writtenTime(hour!, minute!),
  },
  {
    needs: clue.digit,
    regex: /\b(?:(?:by|at|before|until|till|from|than)\s+)?([01]\d|2[0-3])([0-5]\d)\s?(?:h|hrs|hours)\b/gi,
    read: ([, hour, minute]) => ({ hour: Number(hour), minute: Number(minute) }),
  },
  {
    needs: clue.digit,
    regex: /\b(?:by|at|before|until|till|from|than|um)\s+(\d{1,2})\s?h\b/gi,
    read: ([, hour]) => (Number(hour) < 24 ? { hour: Number(hour), minute: 0 } : null),
  },
  {
    needs: clue.clock,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2}|${hourWords})\\s?o['’]clock\\b(?:\\s(?:in the )?(morning))?`,
      "gi",
    ),
    read: ([, hour, morning]) => officeHour(hourOf(hour!), morning !== undefined),
  },
  {
    needs: clue.partHour,
    regex: new RegExp(
      `${lead}\\b(half|(?:a )?quarter)\\s+(?:(past|to|after|before)\\s+)?(\\d{1,2}|${hourWords})\\b`,
      "gi",
    ),
    read: ([, part, side, hour]) => partHour(part!, side ?? "", hourOf(hour!)),
  },
  {
    needs: clue.dayStart,
    regex:
      /\b(?:(?:by|at|before) )?(?:the )?(?:start|opening|beginning) of (?:business|play|(?:the |our )?(?:business |working |work )?day)\b/gi,
    read: () => ({ hour: 9, minute: 0 }),
  },
  {
    needs: clue.midday,
    regex: new RegExp(`${lead}\\b(noon|midday|midnight|lunchtime|lunch)\\b`, "gi"),
    read: ([, word]) => namedTime(word!),
  },
  {
    needs: clue.digit,
    regex:
      /\b(?:by|at|before|until|till|@)\s?(\d{1,2})(?![\w:/-]|\.\d|\s?(?:%|percent|people|of|min|hour|day|week|month|year|(?:st|nd|rd|th|x)\b|million|k\b|items?|copies))/gi,
    read: ([, hour]) => officeHour(Number(hour)),
    bare: true,
  },
];

function halfDay(hourText: string, minute: string | undefined, half: string): Clock | null {
  const hour = Number(hourText);
  if (hour < 1 || hour > 12 || Number(minute ?? 0) > 59) return null;
  return { hour: (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0), minute: Number(minute ?? 0) };
}

/** "At 3" among people at work: one to seven is the afternoon. */
function officeHour(hour: number, morning = false): Clock | null {
  if (hour < 1 || hour > 12) return null;
  return { hour: hour <= 7 && !morning ? hour + 12 : hour, minute: 0 };
}

/** "3:30" is the afternoon's, "03:30" and "7:30" are what they say. */
function writtenTime(hourText: string, minuteText: string): Clock | null {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (hour > 23 || minute > 59) return null;
  return { hour: hourText.length === 1 && hour >= 1 && hour <= 6 ? hour + 12 : hour, minute };
}

const hourOf = (word: string) => {
  const place = hourNames.indexOf(word.toLowerCase());
  return place < 0 ? Number(word) : place + 1;
};

/** "Half past two", "a quarter to four". */
function partHour(part: string, side: string, hour: number): Clock | null {
  const minutes = /half/i.test(part) ? 30 : 15;
  const before = /^(?:to|before)$/i.test(side);
  if (minutes === 30 ? before : side === "") return null;
  const clock = officeHour(hour);
  if (!clock) return null;
  return before ? { hour: clock.hour - 1, minute: 60 - minutes } : { hour: clock.hour, minute: minutes };
}

function namedTime(word: string): Clock | null {
  if (/^midnight/i.test(word)) return { hour: 23, minute: 59 };
  return { hour: 12, minute: 0 };
}

const introduction = /^(?:by|at|before|until|till|from|around|about|than|@|between|after)/i;
const foreignZone =
  /(?:[PMCEH][SD]T|\s[PMCE]T|CEST|CET|BST|IST|JST|KST|SGT|HKT|A[EWC][SD]T|NZ[SD]T|WES?T|EES?T|MSK|Pacific|Eastern|Central|Mountain|[A-Z]\w+ time)\)?$/;
/** "By 5" at a clause's end is an hour, unless something rises or falls by it. */
const bareLimit = /^(?:by|before|until|till)\s/i;
const clauseEnd = /^\s*(?:$|[.,;!?)]|(?:today|please|so|if|or|and|at the latest|latest|sharp)\b)/i;
const amountBefore =
  /\b(?:increas|decreas|reduc|cut|multipl|divid|r[oi]s[e]?|grew|grow|grown|fell|fall|drop|up|down|rais|lower|improv|shr[aiu]nk|exceed|scal|off|short|out|beat|won|lost|chang|shift|mov)\w*(?:\s+(?:it|this|that|them|prices?|costs?|rates?|\w+))?\s+$/i;
const pastBefore =
  /\b(?:yesterday|last (?:night|week|month|year|\w{3,6}day)|(?:this morning|earlier|ago),?)\b[^.;]{0,30}$/i;
/** "At the end of the day, …": a way of speaking. */
const idiom = /^\W*(?:but |and |so |because )?at the end of the day\s*,/i;

/**
 * Finds times of day; overlapping readings are given once, the longest rule first.
 *
 * @param clues - of `readClues` for the same text.
 */
export function findClockTimes(text: string, clues: number): ClockTime[] {
  const times: ClockTime[] = [];
  const free = (start: number, end: number) => !times.some((time) => start < time.end && end > time.start);
  for (const match of clues & clue.dayEnd ? text.matchAll(dayEnd) : []) {
    const start = match.index;
    if (start < 12 && idiom.test(text)) continue;
    times.push({
      start,
      end: start + match[0].length,
      clock: dayEndClock,
      introduced: true,
      dayEnd: true,
      halfOpen: false,
      foreign: false,
    });
  }
  for (const { needs, holds, regex, read, bare } of patterns) {
    if ((clues & needs) === 0 || (holds && !holds.test(text))) continue;
    for (const match of text.matchAll(regex)) {
      const clock = read(match as RegExpExecArray);
      const end = match.index + match[0].length;
      if (!clock || !free(match.index, end)) continue;
      const halfDayStated = /[ap]\.?m\b/i.test(match[0]);
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      if (pastBefore.test(before)) continue;
      const introduced =
        halfDayStated ||
        (introduction.test(match[0]) && !/^about/i.test(match[0]) && (!bare || match[0].includes(":"))) ||
        (bare === true &&
          bareLimit.test(match[0]) &&
          clauseEnd.test(text.slice(end)) &&
          !amountBefore.test(before));
      if (/^lunch$/i.test(match[0])) continue;
      times.push({
        start: match.index,
        end,
        clock,
        introduced,
        dayEnd: false,
        halfOpen: !halfDayStated && /\D\d(?:[:.]\d\d)?\W*$/.test(` ${match[0]}`),
        foreign: foreignZone.test(match[0]),
      });
    }
  }
  return times;
}
