/** Why there is no transcript. */
export type SpeechErrorCause =
  | "no_engine"
  | "unsupported_format"
  | "unreadable_audio"
  | "too_large"
  | "refused"
  | "rate_limited"
  | "timed_out"
  | "nonsense"
  | "failed";

/** A transcription that failed: `message` is a sentence for people. */
export class SpeechError extends Error {
  override name = "SpeechError";

  /**
   * @param retryable - the same call may succeed later without anybody changing anything.
   * @param retryAfter - seconds the speech server asks us to wait; null if it doesn't say.
   */
  constructor(
    override readonly cause: SpeechErrorCause,
    message: string,
    readonly retryable: boolean,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
