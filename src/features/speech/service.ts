import { open, readFile, stat } from "node:fs/promises";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import type { PrivacyService } from "../privacy/service";
import { type AudioKind, audioKindOf, audioKinds } from "./audio-kind";
import { askServer, type CallSubject } from "./server/speech-server";
import type { SpeechServerSettings } from "./settings";
import { SpeechError } from "./speech-error";

export type { TranscriptSegment } from "../../shared/transcript-segment";

/** What transcribes now: a configured server, or the engine installed on this machine. */
export interface SpeechEngine {
  kind: "server" | "installed";
  name: string;
}

export interface TranscribeOptions extends CallSubject {
  /** Seconds from the start; segments that end before it are left out. */
  from: number;
  signal: AbortSignal;
  /** Seconds of audio that are done, and of the whole; null while unknown. */
  onProgress?: (seconds: number, total: number | null) => void;
}

export interface SpeechService {
  /** Which engine would transcribe now; null: none. */
  engine(): Promise<SpeechEngine | null>;
  /**
   * Transcribes an audio file (mono, or stereo with You left and Others right).
   *
   * @returns segments in order, from `from` seconds on.
   * @throws SpeechError with a sentence for people, or the signal's reason.
   */
  transcribe(file: string, options: TranscribeOptions): AsyncIterable<TranscriptSegment>;
}

/** @param server - null: no speech server is configured. */
export function createSpeechService({
  server,
  privacy,
}: {
  server: SpeechServerSettings | null;
  privacy: Pick<PrivacyService, "opened" | "closed">;
}): SpeechService {
  return {
    async engine() {
      return server && { kind: "server", name: server.host };
    },
    async *transcribe(file, options) {
      if (!server)
        throw new SpeechError(
          "no_engine",
          "No speech engine is installed and no speech server is configured.",
          false,
        );
      yield* withServer(server, privacy, file, options);
    },
  };
}

/** Sends the file as it is. */
async function* withServer(
  server: SpeechServerSettings,
  ledger: Pick<PrivacyService, "opened" | "closed">,
  file: string,
  { teamId, subjectId, from, signal, onProgress }: TranscribeOptions,
): AsyncGenerator<TranscriptSegment> {
  const kind = await kindOf(file);
  if (!kind) throw unknownFormat();
  if ((await stat(file)).size > server.uploadLimit)
    throw new SpeechError(
      "too_large",
      `The speech server takes at most ${Math.round(server.uploadLimit / 1000 ** 2)} MB at once.`,
      false,
    );
  const bytes = await readFile(file);
  const piece = { name: `recording.${kind}`, type: audioKinds[kind].type, bytes, duration: null };
  const segments = await askServer(server, piece, { teamId, subjectId }, ledger, signal);
  const total = segments.at(-1)?.end ?? 0;
  for (const segment of segments) {
    if (from > 0 && segment.end <= from) continue;
    yield segment;
    onProgress?.(segment.end, total);
  }
}

async function kindOf(file: string): Promise<AudioKind | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return audioKindOf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

const unknownFormat = () =>
  new SpeechError(
    "unsupported_format",
    "This file isn't audio that Zippy knows. Use WAV, MP3, OGG, WebM, FLAC or M4A.",
    false,
  );
