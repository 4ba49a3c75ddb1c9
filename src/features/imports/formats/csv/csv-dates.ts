import { minute } from "../../../../shared/durations";
import { claimedInstant, exists, instantIn } from "../../../../shared/local-time";
import { readMailDate } from "../../../mail/mail-date";
import type { DateOrder, WrittenDay } from "../date-order";
import { hourOf, plainDigits, wallClock, writtenDay } from "../written-time";

const unix = /^(\d{9,10}|\d{12,13})(?:\.\d{1,9})?$/;
const numbers =
  /^(\d{1,4})([-/.])\s?(\d{1,2})[-/.]\s?(\d{1,4})\.?(?:[T,\s]+(?:[^\d\s]{1,6}\s)?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2}))?(?:[.,]\d{1,9})?)?\s*([^\d\s+-][^\d+-]{0,12})?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const zone = /(?:Z|UTC|GMT|[+-]\d{4}|[+-]\d{2}:\d{2}|\b[ECMP][SD]T|\bCES?T|\bBST)\)?\s*(?:\([^()]*\))?$/;
const universal = /^\s*(?:z|utc|gmt)\s*$/i;

/** The numbers of an ambiguous date; undefined for any other text. */
export function dayIn(text: string): WrittenDay | undefined {
  const found = numbers.exec(plainDigits(text.trim()));
  return found ? writtenDay(found[1] ?? "", found[2] ?? "", found[3] ?? "", found[4] ?? "") : undefined;
}

/** Whether a date leaves open in which time zone it is. */
export function leavesZoneOpen(text: string): boolean {
  const plain = plainDigits(text.trim()).slice(0, 100);
  if (plain === "" || unix.test(plain)) return false;
  const found = numbers.exec(plain);
  return found ? !found[9] && !universal.test(found[8] ?? "") : !zone.test(plain);
}

/**
 * Parses a table date: seconds or milliseconds since 1970, ISO 8601, numbers in the file's order, or words as
 * in mail.
 *
 * @param timeZone - for dates without a time zone.
 * @returns null if the date is unreadable.
 */
export function readTableDate(text: string, order: DateOrder, timeZone: string): Date | null {
  const plain = plainDigits(text.trim()).slice(0, 100);
  if (unix.test(plain)) {
    const value = Number.parseFloat(plain);
    return claimedInstant(Math.floor(plain.split(".")[0]!.length > 10 ? value : value * 1000));
  }
  const found = numbers.exec(plain);
  if (!found) return readWords(plain, timeZone);
  const day = writtenDay(found[1] ?? "", found[2] ?? "", found[3] ?? "", found[4] ?? "");
  if (!day) return null;
  let half = found[8] ?? "";
  let offset = found[9] ?? "";
  if (universal.test(half)) [half, offset] = ["", "Z"];
  const hour = hourOf(Number(found[5] ?? 0), half);
  const clock = wallClock({ day, hour, minute: Number(found[6] ?? 0), second: Number(found[7] ?? 0) }, order);
  if (!clock) return null;
  const instant = instantIn(offset ? "UTC" : timeZone, clock);
  return new Date(instant.getTime() - minutesOf(offset) * minute);
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

/** For example "Thu, 26 Aug 2021 14:42:29 -0400" or "Mar 4, 2024 10:15 AM". */
function readWords(text: string, timeZone: string): Date | null {
  const read = readMailDate(text);
  if (!read || zone.test(text)) return read;
  // a time without a zone was parsed as UTC; keep the clock time but use the user's zone
  const clock = {
    year: read.getUTCFullYear(),
    month: read.getUTCMonth() + 1,
    day: read.getUTCDate(),
    hour: read.getUTCHours(),
    minute: read.getUTCMinutes(),
    second: read.getUTCSeconds(),
  };
  return exists(clock) ? instantIn(timeZone, clock) : null;
}
