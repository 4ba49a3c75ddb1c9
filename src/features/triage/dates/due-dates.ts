import { parse as parseWithChrono } from "chrono-node/en";
import { type Clock, dayOf, instantOf, localTime } from "./calendar";
import { type ClockTime, findClockTimes } from "./clock-times";
import { clue, readClues } from "./date-clues";
import { hint, readHints } from "./date-hints";
import { countFromDays, type Piece } from "./date-offsets";
import type { FoundDate } from "./date-readings";
import { weighDates } from "./date-roles";
import { mayMatch } from "./date-rule";
import { dateRules, type Reading, type Reference } from "./date-rules";
import { repairSpelling } from "./date-spelling";
import { findForeignDates } from "./foreign-dates";

/** These three skip the date rules for most sentences: words, words only next to digits, words with clues. */
const dayWords =
  /\b(?:today|tonight|tonite|tomor|tommor|tmrw|tmw|tomm|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thur?s?|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|fortnight|month|quarter|year|weekend|mid-?week|eo[dwmyq]|e\.o\.d|cob|c\.o\.b|asap|a\.s\.a\.p|noon|midday|midnight|lunch|2mo|morning|afternoon|evening|nye\b|election|cinco|groundhog|remembrance|earth day|bonfire|guy fawkes|anzac|australia day|women['’]s day|epiphany|thanksgiving|christmas|xmas|easter|halloween|new years?|st\.? patrick|juneteenth|pentecost|[mf]ather['’]?s|business|close of|end of|half an hour|an hour|a few|couple|first thing|as soon as|immediately|urgently|same time|this time|\b20\d\d|right away|straight away|without delay|days?|hours?|hrs?|minutes|mins?|o['’]clock)/i;
const dayFigures =
  /\d(?:[/.-]\d|st\b|nd\b|rd\b|th\b|\s?[ap]\.?m\b|[:h]\d\d|jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)|\d\s?h(?:rs)?\b|\d{4}\s?h|(?:\b(?:at|by|before|until|till)|@)\s?\d/i;
const dayPhrases = /\b[qh][1-4]\b|\bhalf \w|\b(?:start|opening|beginning) of\b/i;
const phraseClues = clue.letterFigure | clue.partHour | clue.dayStart;
/** Digits and number words without date words can only name a time or year. */
const hourLike =
  /(?:\b(?:at|by|before|until|till|than|from)|@)\s?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty)|\d\s?[ap]\.?m\b|\d{4}\s?h/i;
const surroundings = clue.relation | clue.denial | clue.misspelt;
const hourClues = clue.digit | clue.longFigure | clue.hourWord | surroundings;
/** Words that name a day in most sentences. */
const plainClues =
  clue.weekday |
  clue.tomorrow |
  clue.today |
  clue.tonight |
  clue.week |
  clue.quarter |
  clue.year |
  clue.ordinalWord;
const limitBefore =
  /(?:\b(?:by|before|have until|has until|than|due|due on|due by|due in|deadline|deadline is|deadline of|deadline:|within|needed|latest|expires?|expires? on|for)\s*(?:the\s+|this\s+|at\s+|on\s+|:\s*)?)$/i;
const limitWithin =
  /^(?:by|before|due|within|eod|eow|eom|cob|end of|close of|the end of|no later than|first thing)/i;

function readDays(text: string, clues: number, hints: number, reference: Reference): Piece[] {
  const pieces: Piece[] = [];
  for (const rule of dateRules) {
    if (!mayMatch(rule, clues, hints, text)) continue;
    const { pattern, read } = rule;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const start = match.index + (match[0].length - match[0].trimStart().length);
      const end = match.index + match[0].length;
      if (pieces.some((piece) => start < piece.end && end > piece.start)) continue;
      const reading = read(match, reference, text);
      if (reading) pieces.push(toPiece(reading, start, end));
    }
  }
  const merged = mergeNames(
    pieces.sort((one, other) => one.start - other.start),
    text,
  );
  const mayCount = merged.length > 0 && ((clues & clue.relation) !== 0 || (hints & hint.of) !== 0);
  return mayCount ? countFromDays(merged, text, reference) : merged;
}

/** Written out, because spreading an object costs more than the rest of the work on it. */
const toPiece = ({ day, time, vague, loose, exact }: Reading, start: number, end: number): Piece => ({
  day,
  time,
  vague,
  loose,
  exact,
  start,
  end,
});

/** "Friday, 20 November" and "20 Nov (Fri)" name one day twice; if the two disagree, the date wins. */
function mergeNames(pieces: Piece[], text: string): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    const beside = last && /^,?\s*\(?(?:the\s+|on\s+)?$/i.test(text.slice(last.end, piece.start));
    if (!last || !beside || last.exact === piece.exact || last.vague || piece.vague) {
      merged.push(piece);
      continue;
    }
    const [date, name] = piece.exact ? [piece, last] : [last, piece];
    const time = date.time ?? name.time;
    merged[merged.length - 1] = {
      ...date,
      ...(time ? { time, loose: name.loose ?? false } : {}),
      start: last.start,
      end: piece.end,
    };
  }
  return merged;
}

const monthName =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])/i;

/** The general parser is slow on long sentences, which are lists and logs rather than deadlines. */
const maxForChrono = 300;

/** A month alone isn't a day. */
const dayFigure = /(?<![\d.,:$])\d{1,2}(?:st|nd|rd|th)?(?![\w:%])/i;

/** If our own rules find nothing but a month is named, ask the general parser, and keep certain results. */
function readWithChrono(text: string, reference: Reference): Piece[] {
  if (text.length > maxForChrono || !monthName.test(text)) return [];
  const instant = instantOf(reference.day, reference.clock, "UTC");
  const pieces: Piece[] = [];
  for (const { index, text: words, start } of parseWithChrono(
    text,
    { instant, timezone: 0 },
    { forwardDate: true },
  )) {
    const sure = (start.isCertain("day") && start.isCertain("month")) || start.isCertain("weekday");
    if (
      !sure ||
      !/[a-z]{3}/i.test(words) ||
      /\b(?:ago|last|now|past|may|march|sun|sat|second)\b/i.test(words)
    )
      continue;
    const day = dayOf(start.get("year")!, start.get("month")!, start.get("day")!);
    if (day === null) continue;
    const time = start.isCertain("hour")
      ? { hour: start.get("hour")!, minute: start.get("minute") ?? 0 }
      : undefined;
    pieces.push({ start: index, end: index + words.length, day, ...(time ? { time } : {}) });
  }
  return pieces;
}

/** How far a time may be from its day, in characters. */
const reach = 36;

function nearestDay(time: ClockTime, pieces: Piece[]): Piece | null {
  let best: Piece | null = null;
  let bestGap = reach;
  for (const piece of pieces) {
    if (piece.vague) continue;
    const gap = piece.start >= time.end ? piece.start - time.end : time.start - piece.end;
    if (gap < bestGap) {
      best = piece;
      bestGap = gap;
    }
  }
  return best;
}

/**
 * All days that a text names, in the order of the text, without those before the message.
 *
 * @param text - one sentence; offsets in the result are relative to its start.
 * @param reference - the message's own day and time in the reader's zone.
 */
export function findDates(text: string, reference: Reference): FoundDate[] {
  const { language = "en" } = reference;
  if (language !== "en")
    return (findForeignDates(text, language, reference) ?? []).map((date) => ({ ...date, vague: false }));
  const clues = readClues(text);
  const repaired = clues & clue.misspelt ? repairSpelling(text) : null;
  if (!repaired) return readEnglish(text, clues, reference);
  const { back } = repaired;
  return readEnglish(repaired.text, readClues(repaired.text), reference).map((date) => ({
    ...date,
    start: back(date.start),
    end: back(date.end),
  }));
}

function mayHold(text: string, clues: number): boolean {
  if ((clues & ~surroundings) === 0) return false;
  if (clues & plainClues) return true;
  if ((clues & ~hourClues) !== 0 && dateLike(text, clues)) return true;
  return (clues & (clue.digit | clue.hourWord)) !== 0 && hourLike.test(text);
}

const dateLike = (text: string, clues: number) =>
  dayWords.test(text) ||
  ((clues & clue.digit) !== 0 && dayFigures.test(text)) ||
  ((clues & phraseClues) !== 0 && dayPhrases.test(text));

function readEnglish(text: string, clues: number, reference: Reference): FoundDate[] {
  if (!mayHold(text, clues)) return [];
  const hints = readHints(text);
  let pieces = readDays(text, clues, hints, reference);
  const times = findClockTimes(text, clues, hints);
  if (pieces.length === 0 && clues & clue.month && (clues & clue.ordinalWord || dayFigure.test(text)))
    pieces = readWithChrono(text, reference);
  const found = pieces.map((piece) => ({
    date: toFound(piece, text),
    loose: piece.loose ?? piece.time === undefined,
  }));
  for (const time of times) {
    const piece = nearestDay(time, pieces);
    const nearest = piece && found[pieces.indexOf(piece)];
    if (!nearest) {
      if (time.introduced && !pieces.some((other) => time.start < other.end && time.end > other.start)) {
        found.push({ date: timeAlone(time, reference, text), loose: false });
      }
      continue;
    }
    const target = nearest.date;
    if (nearest.loose && !time.foreign) {
      target.time = inPart(time, target.time);
      nearest.loose = false;
    }
    if (time.dayEnd || /^(?:by|before)\b/i.test(text.slice(time.start, time.end))) target.limit = true;
    if (Math.abs(time.start - target.end) <= 12 || Math.abs(target.start - time.end) <= 12) {
      target.start = Math.min(target.start, time.start);
      target.end = Math.max(target.end, time.end);
      target.limit ||= limitWithin.test(text.slice(target.start, target.end));
    }
  }
  const ahead = found
    .map(({ date }) => date)
    .filter(({ day }) => day >= reference.day)
    .sort((one, other) => one.start - other.start);
  return ahead.length > 0 ? weighDates(text, ahead, (clues & clue.denial) !== 0) : ahead;
}

/** "Tonight at 8": the part of the day decides which eight. */
function inPart({ clock, halfOpen }: ClockTime, part: Clock | null): Clock {
  const evening = part !== null && part.hour >= 20 && halfOpen && clock.hour >= 5 && clock.hour < 12;
  return evening ? { hour: clock.hour + 12, minute: clock.minute } : clock;
}

function toFound(piece: Piece, text: string): FoundDate {
  const before = text.slice(Math.max(0, piece.start - 20), piece.start);
  const limit =
    piece.counted === true ||
    limitBefore.test(before) ||
    limitWithin.test(text.slice(piece.start, piece.end));
  return {
    start: piece.start,
    end: piece.end,
    day: piece.day,
    time: piece.time ?? null,
    limit,
    vague: piece.vague ?? false,
  };
}

/** A time without a day means today, or tomorrow if it has passed. */
function timeAlone(time: ClockTime, reference: Reference, text: string): FoundDate {
  const { hour, minute } = time.clock;
  const passed = hour * 60 + minute < reference.clock.hour * 60 + reference.clock.minute && !time.dayEnd;
  const limit = time.dayEnd || /^(?:by|before|until|till)/i.test(text.slice(time.start, time.end));
  return {
    start: time.start,
    end: time.end,
    day: reference.day + (passed ? 1 : 0),
    time: time.foreign ? null : time.clock,
    limit,
    vague: false,
  };
}

/** A day without a time is due at the end of the working day. */
export const endOfWork: Clock = { hour: 17, minute: 0 };

/** The due instant of a day in the reader's zone; on the message's own day, never before the message. */
export function dueInstant(date: Pick<FoundDate, "day" | "time">, sentAt: Date, timeZone: string): Date {
  const due = instantOf(date.day, date.time ?? endOfWork, timeZone);
  if (date.time || due >= sentAt) return due;
  return instantOf(date.day, { hour: 23, minute: 59 }, timeZone);
}

/** The reference for all relative words: the message's own time on the reader's clock. */
export function referenceFor(sentAt: Date, timeZone: string): Reference {
  return localTime(sentAt, timeZone);
}
