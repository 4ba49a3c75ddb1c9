import type { TranscriptSegment } from "../../shared/transcript-segment";

/** What a transcription heard next. */
export interface HeardSpeech {
  /** In order; empty: silence. */
  segments: TranscriptSegment[];
  /** What is transcribed so far (seconds from the start), for each side of a call; a later run goes on there. */
  done: number[];
  /** Length of the whole (seconds). */
  total: number;
  /** Where sound of the file is damaged or missing first (seconds); at `total`, it breaks off there. Null: nowhere. */
  damagedAt: number | null;
}

/** How far one side is done. `done` is empty at the beginning, and has one figure if nobody told the sides apart. */
export const doneOn = (done: readonly number[], side: number): number =>
  done[side] ?? (done.length > 0 ? Math.min(...done) : 0);
