import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createChannelWriter, type DecodedFile } from "./channel-files";
import { damagedAt } from "./declared-length";
import { modelRate } from "./resample";

/** The sample rates of browsers and recorders: odd ones would make resampling costly, and this process does it. */
const rates = [
  ...[8000, 11_025, 16_000, 17_640, 22_050, 24_000, 32_000],
  ...[44_100, 48_000, 88_200, 96_000, 176_400, 192_000],
];

/** Where the 16-bit samples of a WAV file are. */
interface PlainWav {
  channels: number;
  rate: number;
  /** The first byte of the sound. */
  from: number;
  /** The last one; infinite: that of the file. */
  to: number;
}

/** Finds 16-bit samples of one or two channels in a WAV file; null: it has others. Source: the RIFF chunks `fmt ` and `data` */
export function plainWavIn(file: string): PlainWav | null {
  const head = Buffer.alloc(64 * 1024);
  const handle = openSync(file, "r");
  const length = readSync(handle, head, 0, head.length, 0);
  closeSync(handle);
  let found: Pick<PlainWav, "channels" | "rate"> | null = null;
  for (let at = 12; at + 8 <= length; ) {
    const id = head.toString("latin1", at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const from = at + 8;
    if (id === "fmt " && from + 16 <= length) {
      const [format, bits] = [head.readUInt16LE(from), head.readUInt16LE(from + 14)];
      if (format === 1 && bits === 16)
        found = { channels: head.readUInt16LE(from + 2), rate: head.readUInt32LE(from + 4) };
    }
    if (id === "data")
      return found && [1, 2].includes(found.channels) && rates.includes(found.rate)
        ? // Recorders that can't go back write 0, or a number that no file reaches.
          { ...found, from, to: size > 0 ? from + size - 1 : Number.POSITIVE_INFINITY }
        : null;
    at = from + size + (size % 2);
  }
  return null;
}

/**
 * Decodes a WAV file of 16-bit samples without the engine, in bounded memory.
 *
 * @param into - path of the files without their ending.
 */
export async function decodePlainWav(
  file: string,
  { channels, rate, from, to }: PlainWav,
  into: string,
  signal: AbortSignal,
): Promise<DecodedFile> {
  const writer = createChannelWriter(into, () => undefined);
  const frame = channels * 2;
  let rest = Buffer.alloc(0);
  for await (const piece of createReadStream(file, {
    start: from,
    end: to,
    highWaterMark: 256 * 1024,
    signal,
  })) {
    const bytes = Buffer.concat([rest, piece as Buffer]);
    const frames = Math.floor(bytes.length / frame);
    rest = bytes.subarray(frames * frame);
    const channelData = Array.from({ length: channels }, (_, channel) =>
      Float32Array.from({ length: frames }, (_, at) => bytes.readInt16LE(at * frame + channel * 2) / 32_768),
    );
    await writer.write({ channelData, sampleRate: rate });
  }
  const result = await writer.end();
  return { ...result, damagedAt: damagedAt(file, result.samples / modelRate) };
}
