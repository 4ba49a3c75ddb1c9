import type { MeetingPart, MeetingSegment } from "../../contract";

/** Bars of the strip. */
export const bars = 160;

/**
 * The height of each bar, 0 to 35: the loudest second in it, or, where no levels are known, whether anybody speaks.
 *
 * @param length - of the whole recording (seconds).
 */
export function stripOf(
  parts: readonly Pick<MeetingPart, "levels" | "seconds">[],
  segments: readonly Pick<MeetingSegment, "start" | "end">[],
  length: number,
): number[] {
  const heights = Array.from({ length: bars }, () => 0);
  const raise = (from: number, to: number, height: number) => {
    const last = Math.min(bars - 1, Math.floor((to / length) * bars));
    for (let n = Math.max(0, Math.floor((from / length) * bars)); n <= last; n++)
      heights[n] = Math.max(heights[n] ?? 0, height);
  };
  if (parts.every(({ levels }) => levels === ""))
    for (const { start, end } of segments) raise(start, end - 0.01, 20);
  let offset = 0;
  for (const { levels, seconds } of parts) {
    const step = (seconds ?? levels.length) / Math.max(1, levels.length);
    for (const [n, level] of [...levels].entries())
      raise(offset + n * step, offset + (n + 1) * step - 0.01, Number.parseInt(level, 36));
    offset += seconds ?? levels.length;
  }
  return heights;
}
