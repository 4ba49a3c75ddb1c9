import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { doneOn, type HeardSpeech } from "../heard-speech";
import { SpeechError } from "../speech-error";
import type { DecodedFile } from "./channel-files";
import { EngineCrash, runEngine } from "./engine-run";
import { convertWithFfmpeg } from "./ffmpeg";
import { decodePlainWav, plainWavIn } from "./plain-wav";
import { modelRate } from "./resample";
import { createTurns } from "./turns";

/** Who speaks on which channel. */
export const sides = ["You", "Others"] as const;

export interface InstalledOptions {
  from: readonly number[];
  signal: AbortSignal;
  /** A process ends after this much audio (seconds); only for tests. */
  longestRun?: number;
}

/** Works on a recording that is decoded in a folder of its own, which is removed afterwards. */
export type WithDecoded = <T>(
  file: string,
  signal: AbortSignal,
  use: (decoded: DecodedFile) => AsyncGenerator<T>,
) => AsyncGenerator<T>;

/**
 * Transcribes with the engine in `folder`, one recording at a time.
 *
 * @param work - folder for decoded audio.
 * @param onStart - is given each process that is started; only for tests.
 */
export function createInstalledEngine(
  folder: string,
  work: string,
  onStart: (child: ChildProcess) => void = () => undefined,
) {
  const turns = createTurns(join(work, "lock"));

  async function decode(file: string, into: string, signal: AbortSignal): Promise<DecodedFile> {
    for await (const message of runEngine(folder, { task: "decode", file, into }, signal, onStart)) {
      if (message.type === "decoded") return message.decoded;
      if (message.type !== "failed") continue;
      if (message.reason !== "unsupported_format") throw unreadable();
      const converted = await convertWithFfmpeg(file, `${into}.wav`, signal);
      return decode(converted, into, signal);
    }
    throw new EngineCrash("the decoder ended without a result");
  }

  type Decode = (file: string, into: string, signal: AbortSignal) => Promise<DecodedFile>;

  const decodedBy = (decodeFile: Decode): WithDecoded =>
    async function* (file, signal, use) {
      await mkdir(work, { recursive: true, mode: 0o700 });
      const release = await turns.take(signal);
      try {
        // What a killed server left behind.
        for (const name of await readdir(work))
          if (name.startsWith("run-")) await rm(join(work, name), { recursive: true, force: true });
        const run = await mkdtemp(join(work, "run-"));
        try {
          const decoded = await decodeFile(file, join(run, "sound"), signal).catch((error: unknown) => {
            throw error instanceof EngineCrash ? brokenOff() : error;
          });
          yield* use(decoded);
        } finally {
          await rm(run, { recursive: true, force: true });
        }
      } finally {
        await release();
      }
    };
  const withDecoded = decodedBy(decode);

  /** Restarts the process after each pause, and once if it crashed. */
  async function* recognized(
    decoded: DecodedFile,
    { from, signal, longestRun }: InstalledOptions,
  ): AsyncGenerator<HeardSpeech> {
    const total = decoded.samples / modelRate;
    const isCall = decoded.layout === "sides";
    let done = (isCall ? sides : ["all"]).map((_, side) => doneOn(from, side));
    const heard = (segments: TranscriptSegment[]): HeardSpeech => ({
      segments,
      done,
      total,
      damagedAt: decoded.damagedAt,
    });
    let crashedAt: string | null = null;
    for (let over = false; !over; ) {
      try {
        const task = { task: "recognize" as const, decoded, from: done, longestRun };
        for await (const message of runEngine(folder, task, signal, onStart)) {
          if (message.type === "segment") {
            const { start, end, text, side } = message;
            // A process that dies before it reports its progress must not say this again.
            done = done.with(side, Math.max(done[side] ?? 0, end));
            yield heard([{ start, end, text, speaker: isCall ? sides[side]! : null }]);
          } else if (message.type === "progress") {
            done = message.done;
            yield heard([]);
          } else if (message.type === "finished") over = true;
          else if (message.type === "failed") throw new EngineCrash(message.detail);
        }
      } catch (error) {
        if (!(error instanceof EngineCrash)) throw error;
        const at = done.join();
        if (crashedAt === at) throw brokenOff();
        crashedAt = at;
      }
    }
    done = done.map(() => total);
    yield heard([]);
  }

  return {
    withDecoded,
    /** Works on a WAV file of 16-bit samples, which needs no engine. */
    withPlainWav: decodedBy((file, into, signal) => {
      const wav = plainWavIn(file);
      if (!wav) throw unreadable();
      return decodePlainWav(file, wav, into, signal);
    }),
    /**
     * What is said in some seconds of sound.
     *
     * @param samples - 16-bit samples at 16 kHz, mono.
     * @returns null if the engine transcribes a recording, which comes first.
     */
    async caption(samples: Buffer, signal: AbortSignal): Promise<string | null> {
      await mkdir(work, { recursive: true, mode: 0o700 });
      const release = await turns.takeIfFree(signal);
      if (!release) return null;
      try {
        const run = await mkdtemp(join(work, "run-"));
        try {
          const file = join(run, "sound.0.pcm");
          await writeFile(file, samples);
          const sound = {
            files: [file],
            samples: samples.length >> 1,
            layout: "single" as const,
            damagedAt: null,
          };
          const heard: string[] = [];
          const task = { task: "recognize" as const, decoded: sound, from: [0] };
          for await (const message of runEngine(folder, task, signal, onStart))
            if (message.type === "segment") heard.push(message.text);
          return heard.join(" ");
        } finally {
          await rm(run, { recursive: true, force: true });
        }
      } finally {
        await release();
      }
    },
    /** @throws SpeechError, or the signal's reason. */
    transcribe: (file: string, options: InstalledOptions): AsyncGenerator<HeardSpeech> =>
      withDecoded(file, options.signal, (decoded) => recognized(decoded, options)),
  };
}

const unreadable = () =>
  new SpeechError(
    "unreadable_audio",
    "This recording can't be read: it is empty or damaged. You can still play what your browser can.",
    false,
  );

const brokenOff = () =>
  new SpeechError(
    "failed",
    "The speech engine stopped twice at the same place. What it heard before is kept. Try again later.",
    false,
  );
