import type { Clock } from "./calendar";
import { clue } from "./date-clues";
import { hint } from "./date-hints";
import { type Needs, unneeded } from "./date-rule";
import { countOf } from "./date-words";

const zone = `(?:\\s?\\(?(?:[PMCEH][SD]T|[PMCE]T|GMT|UTC|CEST|CET|BST|IST|JST|KST|SGT|HKT|A[EWC][SD]T|NZ[SD]T|WES?T|EES?T|MSK|(?:the )?(?:Pacific|Eastern|Central|Mountain)|[A-Z]\\w+(?: [A-Z]\\w+)? time)\\b\\)?)?`;
const lead = `(?:(?:\\b(?:by|at|before|until|till|from|around|about|than|between|after)|@)\\s*(?:the\\s+|our\\s+|your\\s+)?)?`;

const hourNames = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const hourWords = [...hourNames].reverse().join("|");

interface TimePattern extends Needs {
  regex: RegExp;
  read(match: RegExpExecArray): Clock | null;
  bare?: boolean;
}

const halfDayMark = /\d\s?[ap]\.?m/i;

/** Ordered: an earlier pattern keeps the words it matched. */
export const timePatterns: TimePattern[] = [
  {
    ...unneeded,
    clue: clue.digit,
    hint: hint.halfDay,
    holds: halfDayMark,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?(?:-|–|to|and)\\s?\\d{1,2}(?:[:.]\\d{2})?\\s?([ap])\\.?m\\b\\.?${zone}`,
      "gi",
    ),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    ...unneeded,
    clue: clue.digit,
    hint: hint.halfDay,
    holds: halfDayMark,
    regex: new RegExp(`${lead}\\b(\\d{1,2})(?:[:.](\\d{2}))?\\s?([ap])\\.?m\\b\\.?${zone}`, "gi"),
    read: ([, hour, minute, half]) => halfDay(hour!, minute, half!),
  },
  {
    ...unneeded,
    clue: clue.colon | clue.figureLetters,
    holds: /\d[:h]\d\d/i,
    regex: new RegExp(`${lead}\\b(\\d{1,2})[:h](\\d{2})(?![:\\d])(?:\\s?(?:h|hrs|hours)\\b)?${zone}`, "gi"),
    read: ([, hour, minute]) => writtenTime(hour!, minute!),
    bare: true,
  },
  {
    ...unneeded,
    clue: clue.joined,
    hint: hint.limit | hint.hour,
    regex:
      /\b(?:by|at|before|until|till|from|than)\s+(\d{1,2})\.([0-5]\d)(?:\s?(?:h|hrs|hours))?(?=\s*(?:$|[.,;!?)](?!\d)|(?:tomorrow|today|tonight|this|on|sharp|latest|please|so|and|or|mon|tue|wed|thu|fri)))/gi,
    read: ([, hour, minute]) => writtenTime(hour!, minute!),
  },
  {
    ...unneeded,
    clue: clue.longFigure,
    also: clue.span,
    regex: /\b(?:(?:by|at|before|until|till|from|than)\s+)?([01]\d|2[0-3])([0-5]\d)\s?(?:h|hrs|hours)\b/gi,
    read: ([, hour, minute]) => ({ hour: Number(hour), minute: Number(minute) }),
  },
  {
    ...unneeded,
    clue: clue.span,
    also: clue.digit,
    hint: hint.limit | hint.hour,
    regex: /\b(?:by|at|before|until|till|from|than|um)\s+(\d{1,2})\s?h\b/gi,
    read: ([, hour]) => (Number(hour) < 24 ? { hour: Number(hour), minute: 0 } : null),
  },
  {
    ...unneeded,
    clue: clue.longFigure,
    hint: hint.limit | hint.hour,
    regex:
      /\b(?:by|at|before|until|till|from|than)\s+(0\d|1[0-8])([0-5][05])(?=\s*(?:$|[.,;!?)](?!\d)|(?:on|today|tonight|tomorrow|sharp|latest|at the latest|please|local|mon|tue|wed|thu|fri|sat|sun)))/gi,
    read: ([, hour, minute]) => ({ hour: Number(hour), minute: Number(minute) }),
  },
  {
    ...unneeded,
    clue: clue.hourWord,
    hint: hint.limit | hint.hour,
    regex: new RegExp(
      `\\b(?:by|at|before|until|till|than)\\s+(${hourWords})(?=\\s*(?:$|[.,;!?)]|(?:sharp|on the dot|today|tonight|tomorrow|this (?:morning|afternoon|evening)|on (?:mon|tue|wed|thu|fri)|mon|tue|wed|thu|fri|please|at the latest)))`,
      "gi",
    ),
    read: ([, hour]) => officeHour(hourOf(hour!)),
    bare: true,
  },
  {
    ...unneeded,
    clue: clue.clock,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2}|${hourWords})\\s?o['’]clock\\b(?:\\s(?:in the )?(morning))?`,
      "gi",
    ),
    read: ([, hour, morning]) => officeHour(hourOf(hour!), morning !== undefined),
  },
  {
    ...unneeded,
    clue: clue.partHour,
    regex: new RegExp(
      `${lead}\\b(half|(?:a )?quarter)\\s+(?:(past|to|after|before)\\s+)?(\\d{1,2}|${hourWords})\\b(?:\\s+in\\s+the\\s+(morning|evening))?`,
      "gi",
    ),
    read: ([, part, side, hour, half]) => partHour(part!, side ?? "", hourOf(hour!), half),
  },
  {
    ...unneeded,
    clue: clue.hourWord,
    hint: hint.limit | hint.hour,
    regex: new RegExp(
      `\\b(?:by|at|before|until|till|than)\\s+(five|ten|twenty|twenty-five)\\s+(?:minutes\\s+)?(past|to)\\s+(\\d{1,2}|${hourWords})\\b(?!\\s*(?:%|per|points|people|days|weeks|hours))`,
      "gi",
    ),
    read: ([, minutes, side, hour]) => minutesBeside(countOf(minutes!), side!, officeHour(hourOf(hour!))),
  },
  {
    ...unneeded,
    clue: clue.dayPart,
    also: clue.digit | clue.hourWord,
    regex: new RegExp(
      `${lead}\\b(\\d{1,2}|${hourWords})\\s+(?:in\\s+the\\s+(morning|afternoon|evening)|at\\s+(night))\\b`,
      "gi",
    ),
    read: ([, hour, part, night]) => hourInPart(hourOf(hour!), part ?? night!),
  },
  {
    ...unneeded,
    clue: clue.dayStart,
    regex:
      /\b(?:(?:by|at|before) )?(?:the )?(?:start|opening|beginning) of (?:business|play|(?:the |our )?(?:business |working |work )?day)\b/gi,
    read: () => ({ hour: 9, minute: 0 }),
  },
  {
    ...unneeded,
    clue: clue.midday,
    regex: new RegExp(`${lead}\\b(noon|midday|midnight|lunchtime|lunch)\\b`, "gi"),
    read: ([, word]) => namedTime(word!),
  },
  {
    ...unneeded,
    clue: clue.digit,
    hint: hint.limit | hint.hour,
    regex:
      /(?:\b(?:by|at|before|until|till)|@)\s?(\d{1,2})(?:\s?-?ish\b)?(?![\w:/-]|\.\d|\s?(?:%|percent|people|of|min|hour|day|week|month|year|(?:st|nd|rd|th|x)\b|million|k\b|items?|copies))/gi,
    read: ([, hour]) => officeHour(Number(hour)),
    bare: true,
  },
];

function halfDay(hourText: string, minute: string | undefined, half: string): Clock | null {
  const hour = Number(hourText);
  if (hour < 1 || hour > 12 || Number(minute ?? 0) > 59) return null;
  return { hour: (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0), minute: Number(minute ?? 0) };
}

/** "At 3" at work: one to seven means the afternoon. */
function officeHour(hour: number, morning = false): Clock | null {
  if (hour < 1 || hour > 12) return null;
  return { hour: hour <= 7 && !morning ? hour + 12 : hour, minute: 0 };
}

function hourInPart(hour: number, part: string): Clock | null {
  if (hour < 1 || hour > 12) return null;
  const late = /^(?:afternoon|evening|night)$/i.test(part) && hour < 12;
  return { hour: late ? hour + 12 : hour, minute: 0 };
}

/** "3:30" means the afternoon; "03:30" and "7:30" are literal. */
function writtenTime(hourText: string, minuteText: string): Clock | null {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  if (hour > 23 || minute > 59) return null;
  return { hour: hourText.length === 1 && hour >= 1 && hour <= 6 ? hour + 12 : hour, minute };
}

const hourOf = (word: string) => {
  const textRange = hourNames.indexOf(word.toLowerCase());
  return textRange < 0 ? Number(word) : textRange + 1;
};

/** "Half past two", "a quarter to four". */
function partHour(part: string, side: string, hour: number, half: string | undefined): Clock | null {
  const minutes = /half/i.test(part) ? 30 : 15;
  const before = /^(?:to|before)$/i.test(side);
  if (minutes === 30 ? before : side === "") return null;
  const clock = half ? hourInPart(hour, half) : officeHour(hour);
  return minutesBeside(minutes, before ? "to" : "past", clock);
}

/** "Ten to five", "twenty past three". */
function minutesBeside(minutes: number, side: string, clock: Clock | null): Clock | null {
  if (!clock) return null;
  return /^to$/i.test(side)
    ? { hour: clock.hour - 1, minute: 60 - minutes }
    : { hour: clock.hour, minute: minutes };
}

function namedTime(word: string): Clock | null {
  if (/^midnight/i.test(word)) return { hour: 23, minute: 59 };
  return { hour: 12, minute: 0 };
}
