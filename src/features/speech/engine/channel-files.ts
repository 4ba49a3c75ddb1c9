import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import type { DecodedAudio } from "./engine-packages";
import { createResampler, modelRate, type Resampler } from "./resample";

/** Two channels more alike than this are one recording (a room, or mono saved twice). */
const alike = 0.6;

/** The sample rates of sound (Hz). A file that names another is damaged; following it would take hours. */
const rates = { lowest: 2_000, highest: 768_000 };

/** A decoded recording: one file of 16-bit samples at 16 kHz for each side. */
export interface DecodedFile {
  files: string[];
  /** Samples of each file. */
  samples: number;
  /** `sides`: You left and Others right. `mix`: the files are averaged. */
  layout: "single" | "sides" | "mix";
  /** Where sound of the file is damaged or missing first (seconds); at its end, it breaks off there. Null: nowhere. */
  damagedAt: number | null;
}

/**
 * Resamples up to two channels and writes them; more are averaged into one. Sound with a rate that no recording has is
 * refused with an error.
 *
 * @param into - path of the files without their ending.
 */
export function createChannelWriter(into: string, onSeconds: (seconds: number) => void) {
  let resamplers: Resampler[] = [];
  let rate = 0;
  let outputs: WriteStream[] = [];
  const files: string[] = [];
  let samples = 0;
  const sums = { left: 0, right: 0, both: 0 };

  function open(channels: number): void {
    for (let at = 0; at < channels; at++) {
      files.push(`${into}.${at}.pcm`);
      outputs.push(createWriteStream(files[at]!));
    }
  }

  async function store(channels: Float32Array[]): Promise<void> {
    const [left, right] = channels;
    if (!left || left.length === 0) return;
    if (right) {
      for (let at = 0; at < left.length; at++) {
        sums.left += left[at]! ** 2;
        sums.right += right[at]! ** 2;
        sums.both += left[at]! * right[at]!;
      }
    }
    samples += left.length;
    for (const [at, channel] of channels.entries())
      if (outputs[at] && !outputs[at].write(toBytes(channel))) await once(outputs[at], "drain");
    onSeconds(samples / modelRate);
  }

  return {
    async write({ channelData, sampleRate }: DecodedAudio): Promise<void> {
      const filled = channelData.filter(({ length }) => length > 0);
      if (filled.length === 0) return;
      if (!(sampleRate >= rates.lowest && sampleRate <= rates.highest))
        throw new Error(`no recording has ${sampleRate} samples a second`);
      const channels = filled.length > 2 ? [average(filled)] : filled;
      if (outputs.length === 0) open(channels.length);
      if (rate !== sampleRate) {
        rate = sampleRate;
        resamplers = outputs.map(() => createResampler(sampleRate));
      }
      // A stream that changes its number of channels in the middle keeps the number it began with.
      const fitting = outputs.map((_, at) => channels[at] ?? channels[0]!);
      await store(fitting.map((channel, at) => resamplers[at]!.push(channel)));
    },
    async end(): Promise<Omit<DecodedFile, "damagedAt">> {
      await store(resamplers.map((resampler) => resampler.flush()));
      const ended = outputs;
      outputs = [];
      await Promise.all(ended.map((output) => once(output.end(), "finish")));
      const likeness = sums.both / Math.sqrt(sums.left * sums.right || 1);
      return { files, samples, layout: files.length < 2 ? "single" : likeness > alike ? "mix" : "sides" };
    },
  };
}

function average(channels: readonly Float32Array[]): Float32Array {
  const mixed = new Float32Array(channels[0]!.length);
  for (const channel of channels)
    for (let at = 0; at < mixed.length; at++) mixed[at]! += (channel[at] ?? 0) / channels.length;
  return mixed;
}

function toBytes(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at++)
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[at]!)) * 32_767), at * 2);
  return bytes;
}
