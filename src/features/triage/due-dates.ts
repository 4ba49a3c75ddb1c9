import { parse as parseWithChrono } from "chrono-node/en";
import { type Clock, type Day, dayOf, instantOf, localTime } from "./calendar";
import { type ClockTime, findClockTimes } from "./clock-times";
import { readClues } from "./date-clues";
import { dateRules, type Reading, type Reference } from "./date-rules";

/** A day named in a text, with an hour only where the words state one. */
export interface FoundDate {
  start: number;
  end: number;
  day: Day;
  time: Clock | null;
  /** Introduced as a limit ("by", "before", "due", "no later than"). */
  limit: boolean;
  /** Asks for speed ("ASAP") rather than naming a day. */
  vague: boolean;
}

const dateLike =
  /\d(?:[/.-]\d|st\b|nd\b|rd\b|th\b|\s?[ap]\.?m\b|[:h]\d\d)|\bq[1-4]\b|(?:\b(?:at|by|before|until|till)|@)\s?\d|\b(?:today|tonight|tomor|tommor|tmrw|tmw|tomm|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|weds?|thur?s?|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|week|fortnight|month|quarter|year|weekend|mid-?week|eo[dwmyq]|e\.o\.d|cob|c\.o\.b|asap|a\.s\.a\.p|noon|midday|midnight|morning|afternoon|evening|thanksgiving|christmas|xmas|easter|halloween|new years?|good friday|labor day|memorial day|business|close of|end of|half an hour|an hour|a few|couple|first thing|as soon as|immediately|right away|straight away|without delay|days?|hours?|hrs?|minutes|mins|o'clock)/i;
const limitBefore =
  /(?:\b(?:by|before|have until|has until|than|due|due on|due by|due in|deadline|deadline is|deadline of|deadline:|within|needed|latest|expires?|expires? on|for)\s*(?:the\s+|this\s+|at\s+|on\s+|:\s*)?)$/i;
const limitWithin =
  /^(?:by|before|due|within|eod|eow|eom|cob|end of|close of|the end of|no later than|first thing)/i;

/** Cheap test that spares most sentences the date rules. */
export const mayHoldDate = (text: string): boolean => dateLike.test(text);

interface Piece extends Reading {
  start: number;
  end: number;
}

function readDays(text: string, clues: number, reference: Reference): Piece[] {
  const pieces: Piece[] = [];
  for (const { needs, pattern, read } of dateRules) {
    if ((clues & needs) === 0) continue;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const start = match.index + (match[0].length - match[0].trimStart().length);
      const end = match.index + match[0].length;
      if (pieces.some((piece) => start < piece.end && end > piece.start)) continue;
      const reading = read(match, reference, text);
      if (reading) pieces.push({ ...reading, start, end });
    }
  }
  return pieces.sort((one, other) => one.start - other.start);
}

/** The general parser is slow on long sentences, which are lists and logs rather than deadlines. */
const maxForChrono = 300;

/** Nothing of our own fits but a month, weekday or count of days is named: ask the general parser, keep what it is sure of. */
function readWithChrono(text: string, reference: Reference): Piece[] {
  if (
    text.length > maxForChrono ||
    !/\b(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)|\d\s?(?:days?|weeks?|months?)\b/i.test(text)
  )
    return [];
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

/** How far a time may stand from its day, in characters. */
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
 * Every day a stretch of text names, in the order of the text; days that lie before the message are left out.
 *
 * @param text - one sentence; offsets in the result count from its beginning.
 * @param reference - the message's own day and time in the reader's zone.
 */
export function findDates(text: string, reference: Reference): FoundDate[] {
  const clues = readClues(text);
  if (clues === 0 || !mayHoldDate(text)) return [];
  let pieces = readDays(text, clues, reference);
  const times = findClockTimes(text, clues);
  if (pieces.length === 0) pieces = readWithChrono(text, reference);
  const found = pieces.map((piece) => ({
    ...toFound(piece, text),
    loose: piece.loose ?? piece.time === undefined,
  }));
  for (const time of times) {
    const piece = nearestDay(time, pieces);
    const target = piece && found[pieces.indexOf(piece)];
    if (!target) {
      if (time.introduced && !pieces.some((other) => time.start < other.end && time.end > other.start)) {
        found.push({ ...timeAlone(time, reference, text), loose: false });
      }
      continue;
    }
    if (target.loose && !time.foreign) {
      target.time = time.clock;
      target.loose = false;
    }
    if (time.dayEnd) target.limit = true;
    if (Math.abs(time.start - target.end) <= 12 || Math.abs(target.start - time.end) <= 12) {
      target.start = Math.min(target.start, time.start);
      target.end = Math.max(target.end, time.end);
    }
  }
  return found
    .filter(({ day }) => day >= reference.day)
    .sort((one, other) => one.start - other.start)
    .map(({ loose: _, ...date }) => date);
}

function toFound(piece: Piece, text: string): FoundDate {
  const before = text.slice(Math.max(0, piece.start - 20), piece.start);
  const limit = limitBefore.test(before) || limitWithin.test(text.slice(piece.start, piece.end));
  return {
    start: piece.start,
    end: piece.end,
    day: piece.day,
    time: piece.time ?? null,
    limit,
    vague: piece.vague ?? false,
  };
}

/** A time without a day is today's, or tomorrow's when it has passed. */
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

/** A day without an hour is due at the end of the working day. */
export const endOfWork: Clock = { hour: 17, minute: 0 };

/** The instant a found day is due in the reader's zone; never before the message itself on its own day. */
export function dueInstant(date: Pick<FoundDate, "day" | "time">, sentAt: Date, timeZone: string): Date {
  const due = instantOf(date.day, date.time ?? endOfWork, timeZone);
  if (date.time || due >= sentAt) return due;
  return instantOf(date.day, { hour: 23, minute: 59 }, timeZone);
}

/** The reference all relative words are counted from: the message's own time on the reader's clock. */
export function referenceFor(sentAt: Date, timeZone: string): Reference {
  return localTime(sentAt, timeZone);
}
