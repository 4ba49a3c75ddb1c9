import type { TranscriptSegment } from "../../shared/transcript-segment";

/** The transcript as text: a line per segment, with the speaker's name where it is known. */
export function transcriptText(segments: readonly TranscriptSegment[]): string {
  return segments.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)).join("\n");
}

/** How many lines each speaker has, in the order of their first lines. */
export function linesBySpeaker(
  segments: readonly Pick<TranscriptSegment, "speaker">[],
): { speaker: string | null; lines: number }[] {
  const lines = new Map<string | null, number>();
  for (const { speaker } of segments) lines.set(speaker, (lines.get(speaker) ?? 0) + 1);
  return [...lines].map(([speaker, count]) => ({ speaker, lines: count }));
}

/** Which lines a change of a speaker's name is about: all of one speaker, or those from `first` to `last`. */
interface ChosenLines {
  from?: string | null | undefined;
  first?: number | undefined;
  last?: number | undefined;
}

/** Whether a change of a speaker's name is about this line. */
export function isChosenLine(
  { position, speaker }: { position: number; speaker: string | null },
  { from = null, first, last = Number.MAX_SAFE_INTEGER }: ChosenLines,
): boolean {
  return first === undefined ? speaker === from : position >= first && position <= last;
}

/** A time as in a player: `m:ss`, or `h:mm:ss` from an hour on. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
