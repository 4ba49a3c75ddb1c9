import { expect, test } from "vitest";
import { damagedPageIn, pageChecksum } from "./ogg-pages";

/** A page with one packet; `until` is where its sound ends (samples). */
function page(serial: number, number: number, until: number, packet: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(28), packet]);
  bytes.write("OggS");
  bytes.writeBigInt64LE(BigInt(until), 6);
  bytes.writeUInt32LE(serial, 14);
  bytes.writeUInt32LE(number, 18);
  bytes.set([1, packet.length], 26);
  bytes.writeUInt32LE(pageChecksum(bytes), 22);
  return bytes;
}

const sound = Buffer.alloc(100, 7);
const opus = Buffer.from("OpusHead\x01\x01");
const vorbis = Buffer.alloc(30);
vorbis.write("\x01vorbis");
vorbis.writeUInt32LE(16_000, 12);
const flac = Buffer.alloc(51);
flac.write("\x7fFLAC");
flac.writeUIntBE(44_100 << 4, 27, 3);

/** A minute of sound and a stream beside it, which counts in another way. */
const pagesOf = (first: Buffer, rate: number) => [
  ...[page(1, 0, 0, Buffer.from("fishead")), page(2, 0, 0, first), page(2, 1, 0, Buffer.from("tags"))],
  ...Array.from({ length: 6 }, (_, at) => page(2, 2 + at, (at + 1) * 10 * rate, sound)),
  page(1, 1, 999_999_999, sound),
];
const damageIn = (pages: readonly Buffer[], length = Number.POSITIVE_INFINITY) => {
  const file = Buffer.concat(pages).subarray(0, length);
  return damagedPageIn((from, bytes) => file.subarray(from, from + bytes), file.length);
};

test.each([
  ["Opus", opus, 48_000],
  ["Vorbis", vorbis, 16_000],
  ["FLAC", flac, 44_100],
])("MEET-3 an Ogg file with %s says at which second a page is damaged or missing", (_, first, rate) => {
  const pages = pagesOf(first, rate);
  expect(damageIn(pages)).toBeNull();
  const at = 6;
  const flipped = Buffer.from(pages[at]!);
  flipped[40]! ^= 1;
  expect(damageIn(pages.with(at, flipped))).toBe(30);
  expect(damageIn(pages.with(at, Buffer.alloc(128)))).toBe(30);
  expect(damageIn(pages.toSpliced(at, 1))).toBe(30);
  expect(damageIn(pages.toSpliced(at, 0, Buffer.from("junk")))).toBe(30);
});

test("MEET-3 an Ogg file may begin in the middle and have a second part, and breaks off within its last page", () => {
  const pages = pagesOf(opus, 48_000);
  expect(damageIn([...pages, page(9, 700, 480_000, sound), page(9, 701, 960_000, sound)])).toBeNull();
  const { length } = Buffer.concat(pages);
  for (const missing of [1, 100, 125])
    expect(damageIn(pages, length - missing)).toBe(Number.POSITIVE_INFINITY);
});
