import { addWorkingDays, ahead, type Day, mondayOf, weekdayOf } from "./calendar";
import { type Reading, type Reference, span, unit, withPart } from "./date-readings";
import { count, countOf, weekday, weekdayNumber } from "./date-words";

/** A day and the words that name it. */
export interface Piece extends Reading {
  start: number;
  end: number;
  /** Relative to another day of the text, which is only its reference. */
  counted?: boolean;
}

/** Words needed for a day relative to another, besides "of" and "from". */
export const relationWords =
  "before after beforehand afterwards thereafter eve morning afternoon evening night prior ahead advance following preceding later earlier beginning starting commencing ending".split(
    " ",
  );
const hasRelation =
  /\b(?:morning|afternoon|eve) of\b|\b(?:(?:hour|day|evening|night|morning|week|weekend|month|fortnight|year)s?|hrs|mon|tue|wed|thu|fri|sat|sun)[a-z]*\s+(?:before|beforehand|after|afterwards|thereafter|prior|ahead|in\s+advance|following|preceding|later|earlier|of|from)\b|\bw(?:ee)?\/?k?\s*(?:of|beginning|starting|commencing|ending|c|e)\b/i;
const amount = `(?:(with)?in\\s+(?:the\\s+)?)?(?:at\\s+least\\s+|exactly\\s+|a\\s+full\\s+)?(${count})\\s*(?:full\\s+|clear\\s+|calendar\\s+)?${unit}`;
const single = `the\\s+(?:very\\s+)?(?:(?:next|first|last)\\s+)?((?:business |working |work )?day|weekend|week|evening|night|morning|eve|${weekday})`;
/** "Two days before", "the day after", "the Monday following", "within 30 days of". */
const relation = new RegExp(
  `\\b(?:${amount}|${single})\\s+(?:(beforehand|before|prior(?:\\s+to)?|ahead(?:\\s+of)?|in\\s+advance(?:\\s+of)?|preceding|earlier)|(afterwards|thereafter|after|following|later|from|of))\\b`,
  "gi",
);
/** "The end of the week of", "Wednesday of the week beginning". */
const weekOf = new RegExp(
  `(?:\\b(end|close|start|beginning|middle|${weekday})\\s+of\\s+)?(?:\\bthe\\s+)?\\b(?:w(?:ee)?k\\s+(of|beginning|starting|commencing|ending)|w\\/([ce]))\\s+(?:on\\s+)?(?:the\\s+)?$`,
  "i",
);
const partOf = /\b(morning|afternoon|evening|night)\s+of\s+(?:the\s+)?$/i;
/** Follows "the day before" if its reference was named earlier. */
const pointsBack =
  /^\s*(?:that|this|it|then|which|those|them)?\s*(?:$|[.,;:!?)–—]|(?:at|by|in|so|please|and|or)\b)/i;
/** Words that may separate "two days before" from the day it counts from. */
const toBase =
  /^[^.,;!?\n]{0,48}(?:[,.]\s*(?:(?:i\.?e\.?|on|which is|held|scheduled for|planned for),?\s+)?)?$/i;

/** Words such as "two days before the launch" replace the day they count from, or are added beside it. */
export function countFromDays(pieces: Piece[], text: string, reference: Reference): Piece[] {
  if (!hasRelation.test(text)) return pieces;
  let found = pieces.map((piece) => inPartOf(inWeekOf(piece, text), text));
  found = found.filter(
    (piece) => !found.some((other) => other !== piece && other.start <= piece.start && other.end > piece.end),
  );
  relation.lastIndex = 0;
  for (let match = relation.exec(text); match; match = relation.exec(text)) {
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((piece) => piece.start < end && piece.end > end)) continue;
    const others = found.filter((piece) => !piece.vague && (piece.end <= start || piece.start >= end));
    const base = baseOf(match, others, text);
    const reading = base && countFrom(match, base.day, reference);
    if (!base || !reading) continue;
    const forward = base.start >= end;
    found = others.filter((piece) => piece !== base || !forward);
    found.push({ ...reading, start, end: forward ? base.end : end, counted: true });
    found.sort((one, other) => one.start - other.start);
  }
  return found;
}

/** "The end of the week of August 10th". */
function inWeekOf(piece: Piece, text: string): Piece {
  const from = Math.max(0, piece.start - 60);
  const match = weekOf.exec(text.slice(from, piece.start));
  if (!match) return piece;
  const [words, textRange = "", relationWord, letter] = match;
  if (/^ending$/i.test(relationWord ?? "") || /^e$/i.test(letter ?? "")) return piece;
  const monday = mondayOf(piece.day);
  const day = /^(?:end|close)/i.test(textRange)
    ? monday + 4
    : /^middle/i.test(textRange)
      ? monday + 2
      : textRange === "" || /^(?:start|begin)/i.test(textRange)
        ? monday
        : monday + weekdayNumber(textRange);
  return { ...piece, day, start: piece.start - words.length };
}

/** "The morning of the 24th". */
function inPartOf(piece: Piece, text: string): Piece {
  const match = partOf.exec(text.slice(Math.max(0, piece.start - 24), piece.start));
  if (!match || piece.time) return piece;
  return { ...piece, ...withPart(piece.day, match[1]), start: piece.start - match[0].length };
}

/** The day a relation counts from: the one that follows, else the earlier one that it refers back to. */
function baseOf(match: RegExpMatchArray, pieces: Piece[], text: string): Piece | undefined {
  const end = match.index! + match[0].length;
  const following = text.slice(end);
  const within = match[1] !== undefined;
  if (/^of$/i.test(match[6] ?? "") && !within && !/^eve$/i.test(match[4] ?? "")) return undefined;
  const next = pieces.find((piece) => piece.start >= end);
  const previous = pieces.findLast((piece) => piece.end <= match.index!);
  if (pointsBack.test(following)) return previous;
  if (next && toBase.test(text.slice(end, next.start))) return next;
  if (within) return next ?? previous;
  return previous && namedAgain(following, text.slice(0, match.index)) ? previous : undefined;
}

/** "The review is on the 18th … two days before the review". */
function namedAgain(following: string, before: string): boolean {
  const noun = /^\s*(?:the|that|this|our|your|its?)\s+(?:[a-z-]+\s+)?([a-z-]{4,})\b/i.exec(following);
  return noun !== null && before.toLowerCase().includes(noun[1]!.toLowerCase());
}

function countFrom(match: RegExpMatchArray, base: Day, reference: Reference): Reading | null {
  const [, , number, what = "", one = "", before] = match;
  const word = (number ? what : one).toLowerCase();
  const sign = before || word === "eve" ? -1 : 1;
  if (/^h/.test(word) && countOf(number!) % 24 === 0) return { day: base + (sign * countOf(number!)) / 24 };
  if (/^(?:h|min)/.test(word)) return null;
  if (/^(?:business|working|work)/.test(word))
    return { day: moveWorkingDays(base, sign * (number ? countOf(number) : 1)) };
  if (number) return span({ ...reference, day: base }, sign * countOf(number), word);
  if (word === "week") return { day: mondayOf(base) + sign * 7 };
  if (word === "eve") return { day: base - 1 };
  if (/^(?:day|evening|night|morning)/.test(word)) return withPart(base + sign, word);
  const wanted = word === "weekend" ? 5 : weekdayNumber(one);
  return { day: sign < 0 ? ahead(base - 8, wanted) : ahead(base, wanted) };
}

function moveWorkingDays(base: Day, amount: number): Day {
  if (amount >= 0) return addWorkingDays(base, amount);
  let day = base;
  for (let left = Math.min(-amount, 400); left > 0; ) {
    day--;
    if (weekdayOf(day) < 5) left--;
  }
  return day;
}
