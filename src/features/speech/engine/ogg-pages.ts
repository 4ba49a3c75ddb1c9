/** Reads bytes of a file, fewer at its end. */
export type ReadBytes = (from: number, length: number) => Buffer;

/** A head of a page has this many bytes, and one more for each part of a packet, of which there are up to 255. */
const shortestHead = 27;
const longestHead = shortestHead + 255;

/** The checksum of a page, whose own four bytes count as zero. Source: RFC 3533, section 6 */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  return sum >>> 0;
});
export function pageChecksum(page: Buffer): number {
  let sum = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= 22 && at < 26 ? 0 : page[at]!;
    sum = (sum << 8) ^ table[(sum >>> 24) ^ byte]!;
  }
  return sum >>> 0;
}

/**
 * Where the first page of an Ogg file is damaged or missing (seconds of its sound). Decoders skip such pages and don't
 * complain. Not every program marks a page as the last one.
 *
 * @returns infinity if the last page isn't whole; null if all are.
 */
export function damagedPageIn(read: ReadBytes, size: number): number | null {
  const following = new Map<number, number>();
  let sound: { serial: number; rate: number } | null = null;
  let samples = 0;
  const now = () => (sound ? samples / sound.rate : 0);
  for (let at = 0; at < size; ) {
    const head = read(at, longestHead);
    if (head.length < shortestHead) return Number.POSITIVE_INFINITY;
    if (head.toString("latin1", 0, 4) !== "OggS") return now();
    const sizes = head.subarray(shortestHead, shortestHead + head[26]!);
    const length = shortestHead + sizes.length + sizes.reduce((sum, one) => sum + one, 0);
    if (at + length > size) return Number.POSITIVE_INFINITY;
    const page = read(at, length);
    const [serial, number] = [page.readUInt32LE(14), page.readUInt32LE(18)];
    if (pageChecksum(page) !== page.readUInt32LE(22) || number !== (following.get(serial) ?? number))
      return now();
    following.set(serial, number + 1);
    const rate = rateIn(page.subarray(shortestHead + sizes.length));
    if (!sound && rate !== null) sound = { serial, rate };
    const until = Number(page.readBigInt64LE(6));
    // No packet ends on a page with -1.
    if (serial === sound?.serial && until >= 0) samples = until;
    at += length;
  }
  return null;
}

/**
 * The rate at which a stream of sound counts, from its first packet; null: it's another packet.
 * Sources: RFC 7845, section 4 (always 48 kHz); Vorbis I, section 4.2.2; xiph.org/flac/ogg_mapping.html
 */
function rateIn(packet: Buffer): number | null {
  const start = packet.toString("latin1", 0, 8);
  if (start === "OpusHead") return 48_000;
  const rate =
    start.startsWith("\x01vorbis") && packet.length >= 16
      ? packet.readUInt32LE(12)
      : start.startsWith("\x7fFLAC") && packet.length >= 30
        ? packet.readUIntBE(27, 3) >> 4
        : 0;
  return rate || null;
}
