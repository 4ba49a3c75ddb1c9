/**
 * Whether a time of day lies in quiet hours, which may pass midnight. The same start and end mean the whole day.
 *
 * @param timeZone - the reader's (IANA); default: this computer's.
 */
export function isQuiet(
  quiet: { from: string; to: string } | null,
  now: Date,
  timeZone?: string | null,
): boolean {
  if (!quiet) return false;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const [from, to, at] = [
    minutes(quiet.from),
    minutes(quiet.to),
    minutes(clockIn(now, timeZone ?? undefined)),
  ];
  return from < to ? at >= from && at < to : at >= from || at < to;
}

/** The time of day such as "07:05". */
const clockIn = (now: Date, timeZone: string | undefined): string =>
  new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(
    now,
  );
