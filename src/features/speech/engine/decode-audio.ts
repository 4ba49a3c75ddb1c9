import { once } from "node:events";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  type WriteStream,
} from "node:fs";
import { audioKindOf } from "../audio-kind";
import { breaksOff } from "./declared-length";
import { type DecodedAudio, type DecoderName, openDecoder } from "./engine-packages";
import { createResampler, modelRate, type Resampler } from "./resample";

/** Bytes that a decoder gets at once. */
const pieceSize = 256 * 1024;

/** Two channels more alike than this are one recording (a room, or mono saved twice). */
const alike = 0.6;

/** A decoded recording: one file of 16-bit samples at 16 kHz for each side. */
export interface DecodedFile {
  files: string[];
  /** Samples of each file. */
  samples: number;
  /** `sides`: You left and Others right. `mix`: the files are averaged. */
  layout: "single" | "sides" | "mix";
  /** The file breaks off; what came before is there. */
  cut: boolean;
}

/** The file can't be decoded: its kind is unknown to us, or it's broken from the start. */
export class DecodeFailure extends Error {
  override name = "DecodeFailure";
  constructor(readonly reason: "unsupported_format" | "unreadable_audio") {
    super(reason);
  }
}

/**
 * Decodes a recording into files, in bounded memory.
 *
 * @param into - path of the files without their ending.
 * @throws DecodeFailure
 */
export async function decodeAudio(
  engine: string,
  file: string,
  into: string,
  onSeconds: (seconds: number) => void,
): Promise<DecodedFile> {
  const name = decoderFor(file);
  if (!name) throw new DecodeFailure("unsupported_format");
  const decoder = await openDecoder(engine, name);
  const writer = createChannelWriter(into, onSeconds);
  let cut = false;
  try {
    for await (const piece of createReadStream(file, { highWaterMark: pieceSize }))
      await writer.write(await decoder.decode(new Uint8Array(piece as Buffer)));
    if (decoder.flush) await writer.write(await decoder.flush());
  } catch {
    cut = true;
  }
  const result = await writer.end();
  if (result.samples === 0) throw new DecodeFailure("unreadable_audio");
  return { ...result, cut: cut || breaksOff(file, result.samples / modelRate) };
}

function decoderFor(file: string): DecoderName | null {
  const head = Buffer.alloc(4096);
  const handle = openSync(file, "r");
  const read = readSync(handle, head, 0, head.length, 0);
  closeSync(handle);
  const start = head.subarray(0, read);
  const kind = audioKindOf(start);
  if (kind === "ogg") {
    if (start.includes("OpusHead")) return "opus";
    return start.includes("vorbis") ? "vorbis" : start.includes("FLAC") ? "flac" : null;
  }
  return kind === null || kind === "m4a" || kind === "aac" ? null : kind;
}

/** Resamples up to two channels and writes them; more are averaged into one. */
function createChannelWriter(into: string, onSeconds: (seconds: number) => void) {
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
    async end(): Promise<Omit<DecodedFile, "cut">> {
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
