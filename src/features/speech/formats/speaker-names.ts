import type { TranscriptSegment } from "../../../shared/transcript-segment";

/** Only the beginning: an expression that matches a line of 10 MB to its end runs out of stack. */
const prefix = /^([\p{L}][^:<>[\]{}?!]{0,59}?)\s{0,9}:\s{1,99}(?=\S)/u;

/** A line that may begin with the speaker's name, as in "Ann Lee: Good morning." */
export function splitSpeaker(text: string): { speaker: string; text: string } | null {
  const match = prefix.exec(text);
  if (!match) return null;
  const speaker = match[1]!.trim();
  return speaker.split(/\s+/).length <= 6 ? { speaker, text: text.slice(match[0].length).trim() } : null;
}

/**
 * Takes names out of the texts. "Note: …" looks like a name too, so names count only if most texts have one
 * or the same one comes again.
 */
export function withSpeakers(
  texts: readonly { segment: TranscriptSegment; split: ReturnType<typeof splitSpeaker> }[],
): TranscriptSegment[] {
  const counts = new Map<string, number>();
  for (const { split } of texts) if (split) counts.set(split.speaker, (counts.get(split.speaker) ?? 0) + 1);
  const usual = [...counts.values()].reduce((sum, count) => sum + count, 0) >= texts.length / 2;
  return texts.map(({ segment, split }) => {
    if (segment.speaker || !split || (!usual && counts.get(split.speaker)! < 2)) return segment;
    return { ...segment, speaker: split.speaker, text: split.text };
  });
}
