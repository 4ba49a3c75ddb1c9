import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { audioKindOf } from "../audio-kind";
import { damagedFrameIn, tagLength } from "./mp3-frames";
import { damagedPageIn, type ReadBytes } from "./ogg-pages";

/** Bytes at the beginning of a file that contain its length. */
const headSize = 64 * 1024;
/** Files may say a little more than they hold (seconds). */
const tolerance = 3;

/**
 * Where sound of a file is first damaged or missing (seconds). Decoders read what they can and don't complain.
 *
 * @param seconds - how much sound was decoded.
 * @returns `seconds` if the file breaks off there; null if nothing is missing.
 */
export function damagedAt(file: string, seconds: number): number | null {
  return reading(file, (read, size) => {
    const kind = audioKindOf(read(0, headSize));
    if (kind === "ogg") {
      const damage = damagedPageIn(read, size);
      return damage === null ? null : Math.min(damage, seconds);
    }
    if (kind === "mp3") {
      const damage = damagedFrameIn(read, size);
      if (damage !== null) return Math.min(damage, seconds);
    }
    if (kind === "wav" && goesOnBehind(read, size)) return seconds;
    const isCut = kind === "webm" ? breaksInElement(read, size) : null;
    const declared = declaredIn(read);
    return (isCut ?? (declared !== null && seconds < declared - tolerance)) ? seconds : null;
  });
}

/** How long a file says that it is (seconds); null: it doesn't say. Its sound may be shorter. */
export const declaredSeconds = (file: string): number | null => reading(file, declaredIn);

function declaredIn(read: ReadBytes): number | null {
  const head = read(0, headSize);
  const kind = audioKindOf(head);
  const tagged = kind === "mp3" ? read(tagLength(head), headSize) : head;
  return kind === null ? null : (lengths[kind]?.(tagged) ?? null);
}

function reading<T>(file: string, use: (read: ReadBytes, size: number) => T): T {
  const handle = openSync(file, "r");
  try {
    const { size } = fstatSync(handle);
    const read: ReadBytes = (from, length) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from));
    };
    return use(read, size);
  } finally {
    closeSync(handle);
  }
}

/** The seconds that a file says it has; null: it doesn't say. */
const lengths: Partial<Record<NonNullable<ReturnType<typeof audioKindOf>>, (head: Buffer) => number | null>> =
  {
    wav: wavLength,
    flac: flacLength,
    webm: webmLength,
    mp3: mp3Length,
  };

function wavLength(head: Buffer): number | null {
  const data = wavData(head);
  return data && data.size / data.bytesPerSecond;
}

/**
 * Where the sound of a WAV file begins and how much it is said to be (bytes); null: it doesn't say. Programs that can't
 * go back write 0, or a number that no file reaches. Source: the RIFF chunks `fmt ` and `data`.
 */
function wavData(head: Buffer): { from: number; size: number; bytesPerSecond: number } | null {
  let bytesPerSecond = 0;
  for (let at = 12; at + 8 <= head.length; ) {
    const id = head.toString("latin1", at, at + 4);
    const size = head.readUInt32LE(at + 4);
    if (id === "fmt " && at + 24 <= head.length) bytesPerSecond = wavSpeed(head.subarray(at + 8));
    if (id === "data")
      return bytesPerSecond > 0 && size > 0 && size < 0x7fff_0000
        ? { from: at + 8, size, bytesPerSecond }
        : null;
    at += 8 + size + (size % 2);
  }
  return null;
}

/**
 * Whether a WAV file has much more behind its sound than it says, and no further chunk there: its recorder broke off
 * before it wrote the length. Decoders read as far as it says.
 */
function goesOnBehind(read: ReadBytes, size: number): boolean {
  const data = wavData(read(0, headSize));
  if (!data) return false;
  const end = data.from + data.size;
  const isChunk = (at: number) => {
    const chunk = read(at, 8);
    return /^[ -~]{4}/.test(chunk.toString("latin1")) && chunk.readUInt32LE(4) <= size - at - 8;
  };
  return size - end > tolerance * data.bytesPerSecond && !isChunk(end) && !isChunk(end + (end % 2));
}

/** Bytes a second by the chunk `fmt `. Some programs write a wrong number, which plain samples don't need. */
function wavSpeed(format: Buffer): number {
  const plain = [1, 3, 0xfffe].includes(format.readUInt16LE(0));
  if (!plain) return format.readUInt32LE(8);
  return format.readUInt16LE(2) * format.readUInt32LE(4) * Math.ceil(format.readUInt16LE(14) / 8);
}

/** Source: RFC 9639, section 8.2: rate in 20 bits and samples in 36, of which 0 means unknown. */
function flacLength(head: Buffer): number | null {
  if (head.length < 26) return null;
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = (head[21]! & 0x0f) * 2 ** 32 + head.readUInt32BE(22);
  return rate > 0 && samples > 0 ? samples / rate : null;
}

/**
 * Source: RFC 9559: Info with TimestampScale and Duration, that of the picture if it goes on after the sound. Browsers' own
 * recordings have none.
 */
function webmLength(head: Buffer): number | null {
  const info = head.indexOf(Buffer.from([0x15, 0x49, 0xa9, 0x66]));
  if (info < 0) return null;
  const inside = head.subarray(info, info + 400);
  const scaleAt = inside.indexOf(Buffer.from([0x2a, 0xd7, 0xb1, 0x83]));
  const scale = scaleAt < 0 || scaleAt + 7 > inside.length ? 1_000_000 : inside.readUIntBE(scaleAt + 4, 3);
  const at = inside.indexOf(Buffer.from([0x44, 0x89]));
  if (at < 0 || at + 11 > inside.length) return null;
  const bytes = inside[at + 2]! & 0x0f;
  const duration = bytes === 8 ? inside.readDoubleBE(at + 3) : bytes === 4 ? inside.readFloatBE(at + 3) : 0;
  return duration > 0 ? (duration * scale) / 1e9 : null;
}

/**
 * Whether an element of a WebM file is longer than what holds it or damaged, where decoders stop; null if none is, but the
 * one that holds all others doesn't say how long it is, as in browsers' own recordings.
 */
function breaksInElement(read: ReadBytes, size: number): boolean | null {
  let end: number | null = null;
  for (let at = 0; at < (end ?? size); ) {
    const start = read(at, 12);
    const idLength = Math.clz32(start[0] ?? 0) - 23;
    const first = start[idLength] ?? 0;
    const sizeLength = Math.clz32(first) - 23;
    if (idLength > 4 || sizeLength > 8 || start.length < idLength + sizeLength) return true;
    const value = start.subarray(idLength, idLength + sizeLength);
    const isUnknown = first === 2 ** (9 - sizeLength) - 1 && value.subarray(1).every((byte) => byte === 0xff);
    const length = value.subarray(1).reduce((sum, byte) => sum * 256 + byte, first - 2 ** (8 - sizeLength));
    const id = start.readUIntBE(0, idLength);
    at += idLength + sizeLength;
    if (id === segmentId && !isUnknown) end = at + length;
    else if (id !== segmentId && id !== clusterId) {
      if (isUnknown) return null;
      at += length;
    }
    if (Math.max(at, end ?? 0) > size) return true;
  }
  return end === null ? null : false;
}

/** Holds all others. */
const segmentId = 0x18538067;
/** Holds some seconds. */
const clusterId = 0x1f43b675;

/** The number of frames that encoders write into the first one, after `Xing` or `Info`. */
function mp3Length(sound: Buffer): number | null {
  const first = sound.subarray(0, 400);
  const at = Math.max(first.indexOf("Xing"), first.indexOf("Info"));
  if (at < 0 || at + 12 > first.length || first[0] !== 0xff || (first.readUInt32BE(at + 4) & 1) === 0)
    return null;
  const version = (first[1]! >> 3) & 3;
  const rate = [44_100, 48_000, 32_000][(first[2]! >> 2) & 3];
  if (rate === undefined) return null;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  return (first.readUInt32BE(at + 8) * (version === 3 ? 1152 : 576)) / (rate / divisor);
}
