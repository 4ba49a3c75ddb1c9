import { counted } from "../../../shared/counted";
import type { AnalyticsSummary, FigureRef, FigureRow } from "../contract";

const none = "–";

/** @returns such as "1.3"; tenths of an hour. */
export const hoursOf = (minutes: number): string =>
  (Math.round(minutes / 6) / 10).toLocaleString("en-US", { maximumFractionDigits: 1 });

/** @returns whole minutes, tenths below 10; a dash without a measurement. */
export function minutesOf(minutes: number | null): string {
  if (minutes === null) return none;
  const rounded = minutes < 10 ? Math.round(minutes * 10) / 10 : Math.round(minutes);
  return rounded.toLocaleString("en-US");
}

/** @returns a length of time such as "9 s", "42 min", "3.5 h" or "2 days"; a dash without a measurement. */
export function durationOf(minutes: number | null): string {
  if (minutes === null) return none;
  const seconds = Math.round(minutes * 60);
  if (seconds < 60) return `${seconds} s`;
  if (minutes < 59.5) return `${minutesOf(minutes)} min`;
  const tenths = (value: number) => (Math.round(value * 10) / 10).toLocaleString("en-US");
  if (minutes < 24 * 60) return `${tenths(minutes / 60)} h`;
  const days = tenths(minutes / (24 * 60));
  return `${days} ${days === "1" ? "day" : "days"}`;
}

/** @returns the share in percent, such as "75%"; a dash if there is nothing to share. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? none : `${Math.round((100 * part) / whole)}%`;

/** A weekday of a date such as 2026-11-16: "Monday" or "Mon". */
export const weekdayOf = (day: string, length: "long" | "short"): string =>
  new Intl.DateTimeFormat("en-US", { weekday: length, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** A date such as 2026-11-16 as "Nov 16". */
export const dateOf = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** When a row counted, in the time zone of the figures: "Mon, Nov 16, 9:30 AM". */
export const momentOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  }).format(new Date(at));

/** How Time Saved is made up, such as "12 messages × 2 min + 3 tasks × 3 min + 0 meetings × 10 min = 33 min". */
export function formulaOf({
  messages,
  tasks,
  meetings,
  minutesPer,
  minutes,
}: AnalyticsSummary["timeSaved"]): string {
  const parts = [
    `${counted(messages, "message")} × ${minutesPer.message} min`,
    `${counted(tasks, "task")} × ${minutesPer.task} min`,
    `${counted(meetings, "meeting")} × ${minutesPer.meeting} min`,
  ];
  return `${parts.join(" + ")} = ${minutes.toLocaleString("en-US")} min`;
}

/** What a row adds to its figure, beside its time. */
export function partOf({ minutes, withContext }: FigureRow, { figure }: FigureRef): string | undefined {
  if (figure === "context_retention" || figure === "member_context_retention")
    return withContext ? "Linked context" : "No linked context";
  if (minutes === null || figure === "channel_received" || figure === "channel_resolved") return undefined;
  return figure === "channel_needing_action" ? undefined : durationOf(minutes);
}
