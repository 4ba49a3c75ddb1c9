import type { MeetingEvidence } from "../../../../shared/evidence";
import type { MeetingSegment } from "../../contract";

/** A place in the transcript to show. */
export interface TranscriptTarget {
  segment?: number;
  second: number;
  /** The words to mark. */
  evidence?: MeetingEvidence;
  /** Also play the sound from there. */
  play?: boolean;
}

/** The place of some words, which are then heard too. */
export const targetOf = (evidence: MeetingEvidence): TranscriptTarget => ({
  segment: evidence.segment,
  second: evidence.second,
  evidence,
  play: true,
});

/**
 * The segment that a target means: the named one, else the last that begins by its second. A new transcript may have
 * other words where a kept task's words were, and then the second still leads near them.
 */
export function segmentAt(
  segments: readonly MeetingSegment[],
  { segment, second, evidence }: TranscriptTarget,
): MeetingSegment | undefined {
  const named = segments.find(({ position }) => position === segment);
  if (named && (!evidence || isSaidIn(named, evidence))) return named;
  return segments.findLast(({ start }) => start <= second + 0.01) ?? segments[0];
}

/** The words to mark in a segment; undefined if they aren't in it. */
export const markIn = (
  segment: MeetingSegment,
  target: TranscriptTarget | undefined,
): MeetingEvidence | undefined =>
  target?.evidence && isSaidIn(segment, target.evidence) ? target.evidence : undefined;

const isSaidIn = (
  { position, text }: MeetingSegment,
  { segment, start, end, quote }: MeetingEvidence,
): boolean => position === segment && text.slice(start, end) === quote;
