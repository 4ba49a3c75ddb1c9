import { open, readFile, stat } from "node:fs/promises";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import type { PrivacyService } from "../../privacy/service";
import { type AudioKind, audioKindOf, audioKinds } from "../audio-kind";
import type { DecodedFile } from "../engine/channel-files";
import { declaredSeconds } from "../engine/declared-length";
import { sides, type WithDecoded } from "../engine/installed-engine";
import { plainWavIn } from "../engine/plain-wav";
import { modelRate } from "../engine/resample";
import { openSound, type SoundFile } from "../engine/sound-file";
import { wavOf } from "../engine/wav-file";
import { doneOn, type HeardSpeech } from "../heard-speech";
import type { SpeechServerSettings } from "../settings";
import { SpeechError } from "../speech-error";
import { askServer, type CallSubject } from "./speech-server";

/** What a server gets at once if we can cut the recording (seconds): 19 MB of 16-bit samples. */
const pieceLength = 600;
/** A cut is made where a tenth of a second is quietest, in the last part of a piece (seconds). */
const cutWithin = 15;
const quiet = 0.1;
/** Compressed speech has more bytes than this a second, also with pauses. */
const fewestBytes = 100;

export interface ServerOptions extends CallSubject {
  from: readonly number[];
  /** How long the sound is (seconds); null: unknown. */
  seconds: number | null;
  signal: AbortSignal;
}

interface Decoders {
  /** Null: no engine is installed. */
  all: WithDecoded | null;
  plainWav: WithDecoded;
}

type Ledger = Pick<PrivacyService, "opened" | "closed">;

/**
 * Transcribes with a server. With the installed engine's decoders, the recording is sent in pieces of ten minutes, each
 * side of a call separately. Without decoders, it is sent whole; only a WAV that is too large can still be cut.
 */
export async function* transcribeWithServer(
  server: SpeechServerSettings,
  ledger: Ledger,
  file: string,
  options: ServerOptions,
  decoders: Decoders,
): AsyncGenerator<HeardSpeech> {
  const kind = await kindOf(file);
  if (!kind) throw unknownFormat();
  const isTooLarge = (await stat(file)).size > server.uploadLimit;
  const withDecoded =
    decoders.all ?? (kind === "wav" && isTooLarge && plainWavIn(file) ? decoders.plainWav : null);
  if (withDecoded && kind !== "m4a" && kind !== "aac")
    yield* withDecoded(file, options.signal, (decoded) => inPieces(server, ledger, decoded, options));
  else yield* whole(server, ledger, file, kind, options);
}

async function* whole(
  server: SpeechServerSettings,
  ledger: Ledger,
  file: string,
  kind: AudioKind,
  { teamId, subjectId, from, seconds, signal }: ServerOptions,
): AsyncGenerator<HeardSpeech> {
  if ((await stat(file)).size > server.uploadLimit)
    throw new SpeechError(
      "too_large",
      `The speech server takes at most ${Math.round(server.uploadLimit / 1000 ** 2)} MB at once. Install the English engine too: it cuts recordings into pieces.`,
      false,
    );
  const bytes = await readFile(file);
  const length = { duration: seconds ?? declaredSeconds(file), longest: bytes.length / fewestBytes };
  const piece = { name: `recording.${kind}`, type: audioKinds[kind].type, bytes, ...length };
  const segments = await askServer(server, piece, { teamId, subjectId }, ledger, signal);
  const total = Math.max(segments.at(-1)?.end ?? 0, ...from);
  // Nobody tells the sides of a call apart here: what one side has already is better twice than the other's lost.
  const before = from.length > 0 ? Math.min(...from) : 0;
  // Another engine may have cut what came before elsewhere.
  const fresh = segments.filter(({ start, end }) => before === 0 || (start + end) / 2 >= before);
  yield { segments: fresh, done: [total], total, damagedAt: null };
}

async function* inPieces(
  server: SpeechServerSettings,
  ledger: Ledger,
  decoded: DecodedFile,
  { teamId, subjectId, from, signal }: ServerOptions,
): AsyncGenerator<HeardSpeech> {
  const total = decoded.samples / modelRate;
  const isCall = decoded.layout === "sides";
  const sounds = (isCall ? decoded.files.map((file) => [file]) : [decoded.files]).map((files) =>
    openSound(files, decoded.samples),
  );
  const begins = sounds.map((_, side) => doneOn(from, side));
  const longest = Math.min(pieceLength, Math.floor((server.uploadLimit - 10_000) / (2 * modelRate)));
  try {
    for (let start = Math.min(...begins); start < total; ) {
      const end = total - start <= longest ? total : quietest(sounds, start + longest);
      const segments: TranscriptSegment[] = [];
      for (const [side, sound] of sounds.entries()) {
        // A side may be done further than the other one, if another engine began.
        const begin = Math.max(start, begins[side]!);
        const samples = sound.read(Math.round(begin * modelRate), Math.round(end * modelRate));
        // Servers make words up from silence.
        if (samples.every((sample) => Math.abs(sample) < 0.002)) continue;
        const bytes = wavOf(samples, modelRate);
        const length = { duration: end - begin, longest: end - begin };
        const piece = { name: "recording.wav", type: "audio/wav", bytes, ...length };
        for (const segment of await askServer(server, piece, { teamId, subjectId }, ledger, signal))
          segments.push({
            ...segment,
            start: begin + segment.start,
            end: begin + segment.end,
            speaker: isCall ? sides[side]! : segment.speaker,
          });
      }
      yield {
        segments: segments.toSorted((one, other) => one.start - other.start),
        done: begins.map((begin) => Math.max(begin, end)),
        ...{ total, damagedAt: decoded.damagedAt },
      };
      start = end;
    }
  } finally {
    for (const sound of sounds) sound.close();
  }
}

/** The quietest moment shortly before a time, in seconds. */
function quietest(sounds: readonly SoundFile[], before: number): number {
  let best = before;
  let least = Number.POSITIVE_INFINITY;
  for (let at = before - cutWithin; at + quiet <= before; at += quiet) {
    const range = [Math.round(at * modelRate), Math.round((at + quiet) * modelRate)] as const;
    const sum = sounds.reduce(
      (all, sound) => all + sound.read(...range).reduce((loud, x) => loud + x * x, 0),
      0,
    );
    if (sum < least) {
      least = sum;
      best = at + quiet / 2;
    }
  }
  return best;
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
