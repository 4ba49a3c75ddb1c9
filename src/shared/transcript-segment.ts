/** A stretch of what was said, in seconds from the start. */
export interface TranscriptSegment {
  start: number;
  end: number;
  /** Null: unknown. */
  speaker: string | null;
  text: string;
}
