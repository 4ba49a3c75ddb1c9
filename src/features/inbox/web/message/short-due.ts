import { day } from "../../../../shared/durations";

const near = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});
const far = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/**
 * A due date in few words: weekday and time within six days, such as "Mon 12:00 PM", else the date.
 *
 * @param iso - ISO 8601.
 * @param now - milliseconds since the epoch.
 */
export function shortDue(iso: string, now: number): string {
  const at = Date.parse(iso);
  return Math.abs(at - now) < 6 * day && at > now ? near.format(at) : far.format(at);
}
