import { day, hour } from "../../shared/durations";

/** The due label of a card. */
export interface DueLabel {
  text: string;
  tone: "danger" | "warning" | "plain";
  /** The text next to the label: weekday and date, or only the weekday if the label is the date. */
  day: string;
  /** The exact date and time in the reader's zone, for the tooltip. */
  exact: string;
}

/**
 * The due label of an open task. Source: specification, section 9, taken literally.
 *
 * @param dueDate - ISO 8601.
 * @param now - milliseconds since the epoch.
 * @param locale - BCP 47 tag for dates; default the browser's.
 */
export function dueLabel(dueDate: string, now: number, locale?: string): DueLabel {
  const beside = { day: shortDay(dueDate, locale), exact: exactTime(dueDate, locale) };
  const left = Date.parse(dueDate) - now;
  if (left < hour) return { text: "Overdue", tone: "danger", ...beside };
  if (left < day) return { text: `Due: ${Math.floor(left / hour)} hours`, tone: "danger", ...beside };
  if (left < 72 * hour) return { text: "Due: Today", tone: "warning", ...beside };
  return settledDueLabel(dueDate, locale);
}

/** The label of a resolved task: its date, without a warning. */
export function settledDueLabel(dueDate: string, locale?: string): DueLabel {
  return {
    text: dayOf(dueDate, locale),
    tone: "plain",
    day: format(dueDate, locale, { weekday: "short" }),
    exact: exactTime(dueDate, locale),
  };
}

/**
 * The heading over the tasks of one month in a long list, such as "March 2027".
 *
 * @param dueDate - ISO 8601; null for none.
 */
export function dueMonth(dueDate: string | null, locale?: string): string {
  return dueDate === null ? "No due date" : format(dueDate, locale, { month: "long", year: "numeric" });
}

function shortDay(iso: string, locale?: string): string {
  return format(iso, locale, { weekday: "short", month: "short", day: "numeric" });
}

function dayOf(iso: string, locale?: string): string {
  return format(iso, locale, { dateStyle: "medium" });
}

function exactTime(iso: string, locale?: string): string {
  return format(iso, locale, { dateStyle: "full", timeStyle: "short" });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Reused: creating a format costs a hundred times more than using it, and a board shows hundreds of dates.
 */
function format(iso: string, locale: string | undefined, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${Object.values(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known.format(Date.parse(iso));
}
