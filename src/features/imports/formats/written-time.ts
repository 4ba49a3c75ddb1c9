import { exists, type WallClock } from "../../../shared/local-time";
import { type DateOrder, readDay, type WrittenDay } from "./date-order";

/** A day and time as written, before it is known which number is the month. */
export interface WrittenTime {
  day: WrittenDay;
  hour: number;
  minute: number;
  second: number;
}

/** Words for the second and the first half of the day, in the languages that use them. */
const afternoon = /^(?:p\.?\s?m\b|下午|晚上|午後|오후|م|مساء|μ\.?\s?μ|du\.|ch$)/i;
const forenoon = /^(?:a\.?\s?m\b|上午|凌晨|早上|中午|午前|오전|ص|صباح|π\.?\s?μ|de\.|sa$)/i;

/** Converts digits of any script to 0 to 9. */
export function plainDigits(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) as number;
    // the digits of every script are consecutive, starting with zero
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

/** The numbers of a date; undefined if they can't be one in any order. */
export function writtenDay(
  first: string,
  separator: string,
  second: string,
  third: string,
): WrittenDay | undefined {
  const yearFirst = first.length === 4;
  const day = { first: +first, second: +second, third: +third, yearFirst, separator };
  const fits = yearFirst
    ? day.second <= 12 && day.third <= 31
    : first.length <= 2 &&
      (third.length === 2 || third.length === 4) &&
      Math.min(day.first, day.second) <= 12;
  return fits && Math.max(yearFirst ? 0 : day.first, day.second) <= 31 ? day : undefined;
}

/**
 * Converts an hour to the 24-hour clock.
 *
 * @param half - the text next to the time, for example "p. m."; ignored if it doesn't name a half of the day.
 */
export function hourOf(hour: number, half: string): number {
  const sign = half.trim();
  if (hour > 12 || !sign) return hour;
  if (afternoon.test(sign)) return (hour % 12) + 12;
  return forenoon.test(sign) && !sign.startsWith("中午") ? hour % 12 : hour;
}

/** The local time; undefined if that day or time doesn't exist. */
export function wallClock(written: WrittenTime, order: DateOrder): WallClock | undefined {
  const { hour, minute, second } = written;
  const clock = { ...readDay(written.day, order), hour, minute, second };
  return exists(clock) ? clock : undefined;
}
