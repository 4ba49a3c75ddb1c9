import { parse as parseGerman } from "chrono-node/de";
import { parse as parseSpanish } from "chrono-node/es";
import { parse as parseFrench } from "chrono-node/fr";
import { parse as parseItalian } from "chrono-node/it";
import { parse as parseJapanese } from "chrono-node/ja";
import { parse as parseDutch } from "chrono-node/nl";
import { parse as parsePortuguese } from "chrono-node/pt";
import { parse as parseRussian } from "chrono-node/ru";
import { parse as parseSwedish } from "chrono-node/sv";
import { parse as parseUkrainian } from "chrono-node/uk";
import { parse as parseChinese } from "chrono-node/zh";
import type { Language } from "../text/language";
import { type Clock, type Day, dayOf, instantOf } from "./calendar";
import { fullYear, type Reference, upcoming } from "./date-readings";
import {
  type ForeignPhrases,
  foreignPhrases,
  isUnspaced,
  phrasePattern,
  setDays,
  wordEnd,
  wordStart,
} from "./foreign-phrases";

/** A day found in a text in another language. */
export interface ForeignDate {
  start: number;
  end: number;
  day: Day;
  time: Clock | null;
  limit: boolean;
}

type Parse = typeof parseGerman;

const parsers: Partial<Record<Language, Parse>> = {
  de: parseGerman,
  fr: parseFrench,
  es: parseSpanish,
  it: parseItalian,
  pt: parsePortuguese,
  nl: parseDutch,
  sv: parseSwedish,
  ru: parseRussian,
  uk: parseUkrainian,
  ja: parseJapanese,
  zh: parseChinese,
};

/** The general parsers are slow on long sentences, which are lists and logs rather than deadlines. */
const maxLength = 300;
/** Shorter words of only letters ("mar", "so", "do") have too many other meanings; these few are days. */
const leastLetters = 5;
const shortDays = /^(?:hoy|oggi|hoje|heute|idag|domani|jeudi|lundi|mardi)$/i;

interface DateCandidate {
  start: number;
  end: number;
  day: Day;
  time: Clock | null;
  /** The words don't name the day; it counts only with a limit before it. */
  timeOnly?: boolean;
  /** One of the language's set phrases, with every word checked. */
  set?: boolean;
}

function readSetDays(
  text: string,
  { days }: ForeignPhrases,
  language: Language,
  today: Day,
): DateCandidate[] {
  const [start, end] = isUnspaced(language) ? ["", ""] : [wordStart, wordEnd];
  return Object.entries(days).flatMap(([name, source]) =>
    [...text.matchAll(phrasePattern(`${start}(?:${source})`, end))].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      day: setDays[name as keyof typeof setDays](today),
      time: null,
      set: true,
    })),
  );
}

const isoDate = /(?<![\d-])(\d{4})-(\d{1,2})-(\d{1,2})(?![\d-])/g;
const dottedDate = /(?<![\d.,])(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?(?![\d])/g;

/** Dates in digits: outside English, the day comes first. */
function readFigures(text: string, today: Day): DateCandidate[] {
  const found: DateCandidate[] = [];
  const add = (match: RegExpExecArray, day: Day | null) => {
    if (day !== null) found.push({ start: match.index, end: match.index + match[0].length, day, time: null });
  };
  for (const match of text.matchAll(isoDate))
    add(match, dayOf(Number(match[1]), Number(match[2]), Number(match[3])));
  for (const match of text.matchAll(dottedDate)) {
    const [, date, month, year] = match;
    const stated = fullYear(year);
    const sane = Number(month) >= 1 && Number(month) <= 12 && (stated === null || stated > 1990);
    if (!sane) continue;
    add(
      match,
      stated ? dayOf(stated, Number(month), Number(date)) : upcoming(today, Number(month), Number(date)),
    );
  }
  return found;
}

/** What the general parser finds with certainty. */
function readGenerally(text: string, parse: Parse, { day: today, clock }: Reference): DateCandidate[] {
  const instant = instantOf(today, clock, "UTC");
  const found: DateCandidate[] = [];
  for (const { index, text: words, start } of parse(text, { instant, timezone: 0 }, { forwardDate: true })) {
    const named = (start.isCertain("day") && start.isCertain("month")) || start.isCertain("weekday");
    const hour = start.isCertain("hour") ? start.get("hour") : null;
    if (!named && (hour === null || !/\d/.test(words))) continue;
    const letters = /^\p{L}+\.?$/u.test(words);
    const latin = /^[a-z.]+$/i.test(words);
    if (letters && latin && words.length < leastLetters && !shortDays.test(words)) continue;
    if (!letters && !/\p{L}{2}|[/年月日時点號号]/u.test(words)) continue;
    const day = dayOf(start.get("year")!, start.get("month")!, start.get("day")!);
    if (day === null) continue;
    const weekdayOnly = start.isCertain("weekday") && !start.isCertain("day");
    found.push({
      start: index,
      end: index + words.length,
      day: weekdayOnly && day === today ? day + 7 : day,
      time: hour === null ? null : { hour, minute: start.get("minute") ?? 0 },
      timeOnly: !named,
    });
  }
  return found;
}

const beside = 24;

/** "Last Friday", "since Monday", "good morning". */
function isNotAhead(
  text: string,
  { start, end, set }: DateCandidate,
  { notAhead, notDay }: ForeignPhrases,
  unspaced: boolean,
) {
  const before = text.slice(Math.max(0, start - beside), start);
  const inside = text.slice(start, end);
  const after = text.slice(end, end + beside);
  if (unspaced)
    return (
      new RegExp(`(?:${notAhead})の?$`, "u").test(before) || phrasePattern(notAhead, "", "iu").test(inside)
    );
  const pattern = `${wordStart}(?:${notAhead})`;
  return (
    new RegExp(`${pattern}\\s+(?:de |la |le |el |il |o |a )?$`, "iu").test(before) ||
    (!set && phrasePattern(pattern, wordEnd, "iu").test(inside)) ||
    (notDay !== undefined && standsIn(text, start, phrasePattern(`${wordStart}(?:${notDay})`))) ||
    new RegExp(`^\\s+(?:${notAhead})${wordEnd}`, "iu").test(after)
  );
}

const standsIn = (text: string, span: number, pattern: RegExp) =>
  [...text.matchAll(pattern)].some(({ index, 0: words }) => span >= index && span < index + words.length);

function isLimit(
  text: string,
  { start, end }: DateCandidate,
  { limit, limitAfter }: ForeignPhrases,
  unspaced: boolean,
) {
  const before = text.slice(Math.max(0, start - beside), start);
  const lead = unspaced ? `(?:${limit})[:：]?\\s*` : `${wordStart}(?:${limit})\\s+(?:\\p{L}{1,3}\\s+)?`;
  if (new RegExp(`${lead}$`, "iu").test(before)) return true;
  return limitAfter !== undefined && new RegExp(`^(?:${limitAfter})`, "u").test(text.slice(end));
}

/**
 * The days that a sentence in another language names, in the order of the text; no past or uncertain ones.
 *
 * @returns null if dates of this language can't be read.
 */
export function findForeignDates(
  text: string,
  language: Language,
  reference: Reference,
): ForeignDate[] | null {
  const parse = parsers[language];
  const phrases = foreignPhrases[language];
  if (!parse || !phrases) return null;
  const unspaced = isUnspaced(language);
  const short = text.slice(0, maxLength);
  const taken: DateCandidate[] = [];
  for (const found of [
    ...readSetDays(short, phrases, language, reference.day),
    ...readFigures(short, reference.day),
    ...(text.length > maxLength ? [] : readGenerally(short, parse, reference)),
  ])
    if (!taken.some((other) => found.start < other.end && found.end > other.start)) taken.push(found);
  return taken
    .filter((found) => found.day >= reference.day && !isNotAhead(text, found, phrases, unspaced))
    .map(({ timeOnly, ...found }) => ({
      ...found,
      limit: isLimit(text, found, phrases, unspaced),
      timeOnly,
    }))
    .filter(({ timeOnly, limit }) => !timeOnly || limit)
    .map(({ timeOnly: _, set: __, ...found }) => found)
    .sort((one, other) => one.start - other.start);
}
