/** An offered end of a snooze. */
export interface SnoozeTime {
  label: string;
  at: Date;
}

/** The hour at which a snoozed day begins. */
export const morning = 9;

/**
 * The ends of a snooze that are offered, in the reader's time zone, earliest first. Days are counted in the
 * calendar, so a change of the clocks doesn't move the hour.
 */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const day = (days: number, hour = morning) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const weekday = now.getDay();
  const evening = day(0, 18);
  const times: (SnoozeTime | false)[] = [
    { label: "In an hour", at: new Date(now.getTime() + 3_600_000) },
    // After midnight, tomorrow is more than a night away.
    now.getHours() < 5 && { label: "This morning", at: day(0) },
    evening.getTime() - now.getTime() > 2 * 3_600_000 && { label: "This evening", at: evening },
    { label: "Tomorrow morning", at: day(1) },
    weekday >= 1 && weekday <= 4 && { label: "This weekend", at: day(6 - weekday) },
    { label: "Next week", at: day((8 - weekday) % 7 || 7) },
  ];
  const offered = times.filter((time) => time !== false);
  // On Sundays, next week begins tomorrow.
  return offered.filter(
    ({ at }, index) => index === offered.findIndex((other) => other.at.getTime() === at.getTime()),
  );
}

/** A time with its weekday, as the reader sees it: "Mon, Nov 23, 9:00 AM"; one in another year names that. */
export function exactTimeOf(at: Date | string, now = new Date()): string {
  const time = new Date(at);
  return time.toLocaleString("en-US", {
    ...(time.getFullYear() !== now.getFullYear() && { year: "numeric" }),
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}

/** Whether something is snoozed now. */
export function isSnoozed({ snoozedUntil }: { snoozedUntil: string | null }, now = Date.now()): boolean {
  return snoozedUntil !== null && Date.parse(snoozedUntil) > now;
}
