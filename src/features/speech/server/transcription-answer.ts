import { z } from "zod";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { SpeechError } from "../speech-error";

const Seconds = z.number().min(0).max(1e6);
const Segment = z.object({
  start: Seconds,
  end: Seconds,
  text: z.string(),
  speaker: z.string().trim().min(1).nullish(),
});
/**
 * `json`, `verbose_json` and `diarized_json`.
 * Source: developers.openai.com/api/reference/resources/audio/subresources/transcriptions/methods/create
 */
const Answer = z.object({ text: z.string().optional(), segments: z.array(Segment).optional() });

/** How long the piece is that was sent (seconds). */
export interface PieceLength {
  /** Null: unknown. */
  duration: number | null;
  /** It can't be longer than this. */
  longest: number;
}

/**
 * Reads a server's transcription. Without segments, the whole piece is one. Models round times up, so those after the
 * piece's end are at its end.
 *
 * @throws SpeechError `nonsense`.
 */
export function readTranscription(body: string, { duration, longest }: PieceLength): TranscriptSegment[] {
  const parsed = Answer.safeParse(jsonIn(body));
  if (!parsed.success) throw nonsense();
  const { text, segments } = parsed.data;
  if (!segments && text === undefined) throw nonsense();
  const read = segments ?? [{ start: 0, end: duration ?? 0, text: text ?? "", speaker: null }];
  const most = duration ?? longest;
  if (duration === null && read.some(({ start, end }) => Math.max(start, end) > longest)) throw nonsense();
  return read
    .map(({ start, end, text: said, speaker }) => ({
      start: Math.min(start, most),
      end: Math.min(Math.max(start, end), most),
      speaker: oneLine(speaker ?? "") || null,
      text: oneLine(said),
    }))
    .filter(({ text: said }) => said !== "")
    .toSorted((one, other) => one.start - other.start);
}

/** Without NUL, which the database refuses. */
const oneLine = (text: string): string => text.replace(/[\0\s]+/g, " ").trim();

const nonsense = () =>
  new SpeechError(
    "nonsense",
    "The speech server answered with something that is not a transcript. Check its address and path.",
    false,
  );

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
