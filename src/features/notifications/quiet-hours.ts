/**
 * Whether a time of day lies in quiet hours, which may pass midnight. The same start and end mean the whole day.
 *
 * @param now - read in the reader's time zone.
 */
export function isQuiet(quiet: { from: string; to: string } | null, now: Date): boolean {
  if (!quiet) return false;
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const [from, to, at] = [minutes(quiet.from), minutes(quiet.to), now.getHours() * 60 + now.getMinutes()];
  return from < to ? at >= from && at < to : at >= from || at < to;
}
