import { day, hour } from "../../shared/durations";
import { isOverdue } from "./overdue";

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
 */
export function dueLabel(dueDate: string, now: number): DueLabel {
  const beside = { day: shortDay(dueDate), exact: exactTime(dueDate) };
  const left = Date.parse(dueDate) - now;
  if (isOverdue(dueDate, now)) return { text: "Overdue", tone: "danger", ...beside };
  if (left < day) return { text: `Due: ${Math.floor(left / hour)} hours`, tone: "danger", ...beside };
  if (left < 72 * hour) return { text: "Due: Today", tone: "warning", ...beside };
  return settledDueLabel(dueDate);
}

/** The label of a resolved task: its date, without a warning. */
export function settledDueLabel(dueDate: string): DueLabel {
  return {
    text: dayOf(dueDate),
    tone: "plain",
    day: format(dueDate, { weekday: "short" }),
    exact: exactTime(dueDate),
  };
}

/**
 * The heading over the tasks of one month in a long list, such as "March 2027".
 *
 * @param dueDate - ISO 8601; null for none.
 */
export function dueMonth(dueDate: string | null): string {
  return dueDate === null ? "No due date" : format(dueDate, { month: "long", year: "numeric" });
}

function shortDay(iso: string): string {
  return format(iso, { weekday: "short", month: "short", day: "numeric" });
}

function dayOf(iso: string): string {
  return format(iso, { dateStyle: "medium" });
}

function exactTime(iso: string): string {
  return format(iso, { dateStyle: "full", timeStyle: "short" });
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Reused: creating a format costs a hundred times more than using it, and a board shows hundreds of dates.
 */
function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${Object.values(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat("en-US", options);
  formats.set(key, known);
  return known.format(Date.parse(iso));
}
