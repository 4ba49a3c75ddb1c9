import type { TranscriptSegment } from "../../shared/transcript-segment";

/** The transcript as text: a line per segment, with the speaker's name where it is known. */
export function transcriptText(segments: readonly TranscriptSegment[]): string {
  return segments.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join("\n");
}

/** A time as in a player: `m:ss`, or `h:mm:ss` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
