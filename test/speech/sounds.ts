import { readFileSync } from "node:fs";
import { wavOf } from "../../src/features/speech/engine/wav-file";

const rate = 16_000;

/** The samples of a 16 kHz mono WAV file with the usual header. */
export function samplesOf(file: string): Float32Array {
  const bytes = readFileSync(file);
  const from = bytes.indexOf("data") + 8;
  return Float32Array.from(
    { length: (bytes.length - from) >> 1 },
    (_, at) => bytes.readInt16LE(from + at * 2) / 32_768,
  );
}

/** A WAV file with You on the left channel and Others on the right. */
export function call(left: Float32Array, right: Float32Array): Buffer {
  const length = Math.max(left.length, right.length);
  const both = new Float32Array(length * 2);
  for (let at = 0; at < length; at++) {
    both[at * 2] = left[at] ?? 0;
    both[at * 2 + 1] = right[at] ?? 0;
  }
  const wav = wavOf(both, rate);
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(rate * 4, 28);
  wav.writeUInt16LE(4, 32);
  return wav;
}

/** One sound after the other. */
export const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

export const silence = (seconds: number) => new Float32Array(seconds * rate);
