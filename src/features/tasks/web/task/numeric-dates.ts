/** A date in numbers as it was typed; the month from 1. */
export interface NumericDate {
  year: string | undefined;
  month: number;
  day: string;
}

/**
 * Reads "12/25", "11/1/2027" or "25/12/27".
 *
 * @param locale - the order of day and month where both are possible, as in "11/1"; default: the browser's.
 * @returns undefined for anything else, such as "24/7", which means always.
 */
export function numericDate(words: string, locale?: string): NumericDate | undefined {
  const found = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(words);
  if (!found || words === "24/7") return undefined;
  const [, first = "", second = "", typed] = found;
  const year = typed?.length === 2 ? `20${typed}` : typed;
  const monthIn = (text: string) => Number(text) >= 1 && Number(text) <= 12;
  // "25/12" can only be one thing, wherever it is typed.
  if (monthIn(first) && (monthFirst(locale) || !monthIn(second)))
    return { year, month: Number(first), day: second };
  return monthIn(second) ? { year, month: Number(second), day: first } : undefined;
}

/** Whether dates in numbers begin with the month, as in American English and in Japanese. */
function monthFirst(locale: string | undefined): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: "numeric", month: "numeric" })
    .formatToParts(0)
    .map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day");
}

/** Words whose times are written "16:30" instead of "16.30". */
export function withColons(words: string): string {
  return words.replaceAll(/(?<=^|\s)(\d{1,2})\.(\d{2})(?=\s|$)/g, "$1:$2");
}

const time = (name: string) =>
  `(?<${name}Hour>\\d{1,2})(?:[:.](?<${name}Minute>\\d{2}))?\\s*(?:(?<${name}Half>[ap])\\.?m\\b\\.?)?`;
const timeSpan = new RegExp(
  `(?<![\\w/:.-])${time("start")}\\s*(?:[-–—]|to|until)\\s*${time("end")}(?![\\w/:-])`,
);

/** Words whose span of time ("4pm-5pm", "9-11:30am", "16:00 to 17:00") is only its start, when the task is due. */
export function withoutEnd(words: string): string {
  const found = timeSpan.exec(words);
  const { startHour, startMinute, startHalf, endHour, endMinute, endHalf } = found?.groups ?? {};
  // "10-12" and "2027-01-15" aren't times.
  if (!found || !(endHalf || (endMinute && (startMinute || startHalf)))) return words;
  const inHalf = (hour: string | undefined) => Number(hour) % 12;
  // "11-1pm" begins in the morning, "4-5pm" in the afternoon.
  const half = startHalf ?? (endHalf === "p" && inHalf(startHour) > inHalf(endHour) ? "a" : endHalf);
  const start = `${startHour}:${startMinute ?? "00"}${half && Number(startHour) <= 12 ? ` ${half}m` : ""}`;
  return words.replace(found[0], start);
}
