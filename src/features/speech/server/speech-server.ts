import { retryAfterIn } from "../../../server/language-model/answer";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import type { CallOutcome } from "../../privacy/contract";
import type { PrivacyService } from "../../privacy/service";
import type { SpeechServerSettings } from "../settings";
import { SpeechError, type SpeechErrorCause } from "../speech-error";
import { multipartBody } from "./multipart";
import { PostFailure, postBytes } from "./post-audio";
import { type PieceLength, readTranscription } from "./transcription-answer";

/** The service's name in the ledger of outside calls. */
export const serverService = "speech-server";

/** A piece of audio as it is sent. */
export interface AudioPiece extends PieceLength {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Whose recording it is, for the ledger. */
export interface CallSubject {
  teamId: string;
  subjectId: string | null;
}

/** Which form to ask for: not every model has times, and one names speakers. */
export function formFor(model: string): Record<string, string> {
  if (/diarize/.test(model)) return { response_format: "diarized_json", chunking_strategy: "auto" };
  if (/^gpt-/.test(model)) return { response_format: "json" };
  return { response_format: "verbose_json" };
}

/**
 * Has a speech server transcribe one piece, and records the call before it is made.
 *
 * @throws SpeechError, or the signal's reason.
 */
export async function askServer(
  settings: SpeechServerSettings,
  piece: AudioPiece,
  subject: CallSubject,
  ledger: Pick<PrivacyService, "opened" | "closed">,
  signal: AbortSignal,
): Promise<TranscriptSegment[]> {
  const { url, host, model, apiKey, timeoutMs } = settings;
  const { type, body } = multipartBody({ model, ...formFor(model) }, piece);
  const began = performance.now();
  const id = await ledger.opened({
    ...subject,
    purpose: "speech",
    service: serverService,
    host,
    model,
    bytesSent: body.length,
    redacted: {},
  });
  let bytesReceived = 0;
  let outcome: CallOutcome = "failed";
  try {
    const headers = { "content-type": type, ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
    const answer = await postBytes(url, headers, body, { timeoutMs, signal });
    bytesReceived = Buffer.byteLength(answer.body);
    if (answer.status !== 200) throw refusal(answer.status, answer.headers);
    const segments = readTranscription(answer.body, piece);
    outcome = "answered";
    return segments;
  } catch (error) {
    const failure = error instanceof PostFailure ? failureOf(error) : error;
    if (error instanceof PostFailure) bytesReceived = error.bytesReceived;
    if (failure instanceof SpeechError) outcome = outcomes[failure.cause] ?? "failed";
    throw failure;
  } finally {
    await ledger.closed(id, { outcome, bytesReceived, tokens: null, durationMs: performance.now() - began });
  }
}

const outcomes: Partial<Record<SpeechErrorCause, CallOutcome>> = {
  nonsense: "unreadable",
  timed_out: "timed_out",
  rate_limited: "rate_limited",
  refused: "refused",
  too_large: "refused",
};

function refusal(status: number, headers: Record<string, string>): SpeechError {
  const wait = retryAfterIn(headers);
  if (status === 429 || (status === 503 && wait !== null))
    return new SpeechError("rate_limited", "The speech server is busy. Try again later.", true, wait);
  if (status === 413)
    return new SpeechError(
      "too_large",
      "The speech server doesn't take uploads of this size. Set STT_UPLOAD_LIMIT to its limit.",
      false,
    );
  if (status === 401 || status === 403)
    return new SpeechError(
      "refused",
      "The speech server refused Zippy's key. Ask your administrator to check STT_API_KEY.",
      false,
    );
  if (status >= 500 || status === 408)
    return new SpeechError("failed", "The speech server failed. Try again in a few minutes.", true);
  return new SpeechError(
    "refused",
    `The speech server refused the recording (${status}). Ask your administrator to check the STT settings.`,
    false,
  );
}

function failureOf({ reason }: PostFailure): SpeechError {
  if (reason === "timed_out")
    return new SpeechError("timed_out", "The speech server didn't answer in time. Try again later.", true);
  if (reason === "too_long")
    return new SpeechError("nonsense", "The speech server's answer was far too long.", false);
  if (reason === "cut")
    return new SpeechError("failed", "The connection to the speech server broke off. Try again.", true);
  return new SpeechError("failed", "The speech server can't be reached. Try again later.", true);
}
