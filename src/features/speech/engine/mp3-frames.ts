import type { ReadBytes } from "./ogg-pages";

/** Bits a second of layer III, in thousands, by the four bits of a frame. Sources: ISO 11172-3 and 13818-3, 2.4.2.3 */
const rates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

interface Frame {
  /** Bytes. */
  length: number;
  seconds: number;
}

/** The frame of layer III that begins with four bytes; null: none does. */
function frameAt(bytes: Buffer, at = 0): Frame | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xe6) !== 0xe2) return null;
  const version = (bytes[at + 1]! >> 3) & 3;
  const third = bytes[at + 2]!;
  const isMpeg1 = version === 3;
  const bits = (isMpeg1 ? rates.mpeg1 : rates.mpeg2)[third >> 4];
  const full = [44_100, 48_000, 32_000][(third >> 2) & 3];
  if (version === 1 || !bits || full === undefined) return null;
  const rate = isMpeg1 ? full : version === 2 ? full / 2 : full / 4;
  const samples = isMpeg1 ? 1152 : 576;
  return { length: Math.floor((samples * 125 * bits) / rate) + ((third >> 1) & 1), seconds: samples / rate };
}

/** The bytes of an ID3 tag before or between frames. Source: id3.org/id3v2.3.0, section 3.1 */
export function tagLength(head: Buffer): number {
  if (head.toString("latin1", 0, 3) !== "ID3" || head.length < 10) return 0;
  return 10 + [6, 7, 8, 9].reduce((size, at) => size * 128 + (head[at]! & 0x7f), 0);
}

/** Bytes that are searched at once, and the longest frame. */
const searched = 64 * 1024;
const longestFrame = 2881;

/**
 * Where something else stands between the frames of an MP3 (seconds of its sound). Decoders go on at the next frame and
 * don't complain.
 *
 * @returns null if nothing does; what follows the last frame doesn't count.
 */
export function damagedFrameIn(read: ReadBytes, size: number): number | null {
  let at = tagLength(read(0, 10));
  // Some programs fill the room between tag and sound.
  at = nextFrame(read, at, size) ?? size;
  for (let seconds = 0; at < size; ) {
    const head = read(at, 10);
    const frame = frameAt(head);
    const skipped = frame?.length ?? tagLength(head);
    if (skipped === 0) return nextFrame(read, at, size) === null ? null : seconds;
    at += skipped;
    seconds += frame?.seconds ?? 0;
  }
  return null;
}

/** Where a frame begins that another one follows; null: nowhere. */
function nextFrame(read: ReadBytes, from: number, size: number): number | null {
  for (let begin = from; begin < size; begin += searched) {
    const bytes = read(begin, searched + longestFrame + 4);
    for (let at = 0; at < Math.min(searched, bytes.length); at++) {
      const frame = frameAt(bytes, at);
      if (frame && frameAt(bytes, at + frame.length)) return begin + at;
    }
  }
  return null;
}
