import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { audioKindOf } from "../audio-kind";
import { createChannelWriter, type DecodedFile } from "./channel-files";
import { damagedAt } from "./declared-length";
import { type DecoderName, openDecoder } from "./engine-packages";
import { modelRate } from "./resample";

/** Bytes that a decoder gets at once. */
const pieceSize = 256 * 1024;

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
  const seconds = result.samples / modelRate;
  return { ...result, damagedAt: damagedAt(file, seconds) ?? (cut ? seconds : null) };
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
