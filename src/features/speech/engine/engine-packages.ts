import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { modelFiles, tokensFile } from "./engine-files";
import { modelRate } from "./resample";

/** What we use of sherpa-onnx-node. Its own types lack `mergedDecoder`. */
export interface Sherpa {
  OfflineRecognizer: new (
    config: unknown,
  ) => {
    createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
    decode(stream: unknown): void;
    getResult(stream: unknown): { text: string };
  };
  Vad: new (
    config: unknown,
    bufferSeconds: number,
  ) => {
    acceptWaveform(samples: Float32Array): void;
    isEmpty(): boolean;
    /** Whether somebody is speaking at the end of the sound that it has received. */
    isDetected(): boolean;
    front(externalBuffer?: boolean): { start: number; samples: Float32Array };
    pop(): void;
    flush(): void;
  };
}

/** A decoder of one file format, as the @audio packages have it. */
export interface AudioDecoder {
  decode(piece: Uint8Array): DecodedAudio | Promise<DecodedAudio>;
  flush?(): DecodedAudio | Promise<DecodedAudio>;
  free(): void;
}
export interface DecodedAudio {
  channelData: Float32Array[];
  sampleRate: number;
}

/** Loads the installed engine's native part. */
export const loadSherpa = (folder: string): Sherpa =>
  createRequire(join(folder, "package.json"))("sherpa-onnx-node") as Sherpa;

export const recognizerConfig = (folder: string) => ({
  featConfig: { sampleRate: modelRate, featureDim: 80 },
  modelConfig: {
    moonshine: {
      encoder: join(folder, modelFiles.encoder.path),
      mergedDecoder: join(folder, modelFiles.decoder.path),
    },
    tokens: join(folder, tokensFile),
    numThreads: 1,
    provider: "cpu",
    debug: 0,
  },
});

export const voiceConfig = (folder: string) => ({
  sileroVad: {
    model: join(folder, modelFiles.voice.path),
    threshold: 0.5,
    minSilenceDuration: 0.3,
    minSpeechDuration: 0.2,
    maxSpeechDuration: 14,
    windowSize: 512,
  },
  sampleRate: modelRate,
  numThreads: 1,
  provider: "cpu",
  debug: 0,
});

export type DecoderName = "wav" | "mp3" | "flac" | "opus" | "vorbis" | "webm";

/** Opens a decoder of the installed engine. */
export async function openDecoder(folder: string, name: DecoderName): Promise<AudioDecoder> {
  const loaded = await importFrom(folder, `@audio/decode-${name}`);
  return (loaded as { decoder: () => Promise<AudioDecoder> }).decoder();
}

/** The tokenizer's vocabulary, by id. */
export async function vocabularyIn(folder: string): Promise<string[]> {
  const { default: tokenizer } = (await importFrom(folder, "llama-tokenizer-js")) as {
    default: { vocabById: string[] };
  };
  return tokenizer.vocabById;
}

/** Imports an ES module that is installed in another folder. */
function importFrom(folder: string, name: string): Promise<unknown> {
  const at = join(folder, "node_modules", name);
  const { main } = JSON.parse(readFileSync(join(at, "package.json"), "utf8")) as { main: string };
  return import(pathToFileURL(join(at, main)).href);
}
