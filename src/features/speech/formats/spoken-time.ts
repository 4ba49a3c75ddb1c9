/**
 * Reads a time such as `1:02:03.500`, `02:03,5` or `0:0:3.12`.
 *
 * @returns seconds; null if it is none.
 */
export function readTime(text: string): number | null {
  const match = /^(?:(\d{1,4}):)?(\d{1,4}):(\d{1,2})(?:[.,](\d{1,9}))?$/.exec(text.trim());
  if (!match) return null;
  const [, hours, minutes = "0", seconds = "0", fraction = "0"] = match;
  // Without hours, minutes count on. Some programs round up to 60.
  if (Number(seconds) > 60 || (hours && Number(minutes) > 60)) return null;
  const thousandths = Math.round(Number(`0.${fraction}`) * 1000);
  return ((Number(hours ?? 0) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + thousandths) / 1000;
}
