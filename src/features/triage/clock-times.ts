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
  /** Stated in a named zone: the hour does not hold for the reader's clock. */
  foreign: boolean;
}

const zone = `(?:\\s?\\(?(?:[PMCEH][SD]T|[PMCE]T|GMT|UTC|CEST|CET|BST|IST|JST|AEST|WET|EET|Pacific|Eastern|Central|Mountain)\\b\\)?)?`;
const lead = `(?:\\b(?:by|at|before|until|till|from|around|about|than|@|between|after)\\s*(?:the\\s+|our\\s+|your\\s+)?)?`;

interface TimePattern {
  /** The bit of {@link clue} without which it cannot match. */
  needs: number;
  regex: RegExp;
  read(match: RegExpExecArray): Clock | null;
  bare?: boolean;
}

const patterns: TimePattern[] = [
  {
    needs: clue.digit,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?(?:-|–|to|and)\\s?\\d{1,2}(?:[:.]\\d{2})?\\s?([ap])\\.?m\\b\\.?${zone}`,
      "gi",
    ),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    needs: clue.digit,
    regex: new RegExp(`${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?([ap])\\.?m\\b\\.?${zone}`, "gi"),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    needs: clue.digit,
    regex: new RegExp(`${lead}\\b(\\d{1,2})[:h](\\d{2})(?![:\\d])(?:\\s?(?:h|hrs|hours)\\b)?${zone}`, "gi"),
    read: ([, hour, minute]) =>
      Number(hour) < 24 && Number(minute) < 60 ? { hour: Number(hour), minute: Number(minute) } : null,
    bare: true,
  },
  {
    needs: clue.digit,
    regex: new RegExp(`${lead}\\b(\\d{1,2})\\s?o'clock\\b`, "gi"),
    read: ([, hour]) => officeHour(hour!),
  },
  {
    needs: clue.midday,
    regex: new RegExp(`${lead}\\b(noon|midday|midnight|lunchtime|lunch)\\b`, "gi"),
    read: ([, word]) => namedTime(word!),
  },
  {
    needs: clue.digit,
    regex:
      /\b(?:by|at|before|until|till|@)\s?(\d{1,2})(?![\w:/.-]|\s?(?:%|percent|people|of|min|hour|day|week|month|year|st|nd|rd|th|x\b|million|k\b|items?|copies))/gi,
    read: ([, hour]) => officeHour(hour!),
    bare: true,
  },
];

function halfDay(hourText: string, minute: string | undefined, half: string): Clock | null {
  const hour = Number(hourText);
  if (hour < 1 || hour > 12 || Number(minute ?? 0) > 59) return null;
  return { hour: (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0), minute: Number(minute ?? 0) };
}

/** "At 3" among people at work: one to seven is the afternoon. */
function officeHour(text: string): Clock | null {
  const hour = Number(text);
  if (hour < 1 || hour > 12) return null;
  return { hour: hour <= 7 ? hour + 12 : hour, minute: 0 };
}

function namedTime(word: string): Clock | null {
  if (/^midnight/i.test(word)) return { hour: 23, minute: 59 };
  return { hour: 12, minute: 0 };
}

const introduction = /^(?:by|at|before|until|till|from|around|about|than|@|between|after)/i;
const foreignZone =
  /(?:[PMCEH][SD]T|\s[PMCE]T|CEST|CET|BST|IST|JST|AEST|WET|EET|Pacific|Eastern|Central|Mountain)\)?$/;

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
    times.push({
      start,
      end: start + match[0].length,
      clock: dayEndClock,
      introduced: true,
      dayEnd: true,
      foreign: false,
    });
  }
  for (const { needs, regex, read, bare } of patterns) {
    if ((clues & needs) === 0) continue;
    for (const match of text.matchAll(regex)) {
      const clock = read(match as RegExpExecArray);
      const end = match.index + match[0].length;
      if (!clock || !free(match.index, end)) continue;
      const halfDayStated = /[ap]\.?m\b/i.test(match[0]);
      const introduced =
        halfDayStated ||
        (introduction.test(match[0]) && !/^about/i.test(match[0]) && (!bare || match[0].includes(":")));
      if (/^lunch$/i.test(match[0])) continue;
      times.push({
        start: match.index,
        end,
        clock,
        introduced,
        dayEnd: false,
        foreign: foreignZone.test(match[0]),
      });
    }
  }
  return times;
}
