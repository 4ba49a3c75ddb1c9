import type { MeetingEvidence } from "../../../../shared/evidence";

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
