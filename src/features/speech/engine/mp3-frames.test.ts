import { expect, test } from "vitest";
import { damagedFrameIn } from "./mp3-frames";

/** A frame of MPEG 1, layer III, with 128 kbit/s at 44.1 kHz: 417 bytes, 26 ms. */
const frame = Buffer.alloc(417, 7);
frame.set([0xff, 0xfb, 0x90, 0xc0]);
/** A frame of MPEG 2 with 64 kbit/s at 24 kHz: 192 bytes, 24 ms. */
const half = Buffer.alloc(192, 7);
half.set([0xff, 0xf3, 0x84, 0xc0]);
const tag = Buffer.concat([
  Buffer.from([...Buffer.from("ID3"), 3, 0, 0, 0, 0, 0x01, 0x00]),
  Buffer.alloc(128),
]);
const many = (one: Buffer) => Array.from({ length: 1000 }, () => one);
const damageIn = (...pieces: Buffer[]) => {
  const file = Buffer.concat(pieces);
  return damagedFrameIn((from, length) => file.subarray(from, from + length), file.length);
};

test("MEET-3 an MP3 says at which second something else stands between its frames", () => {
  expect(damageIn(...many(frame))).toBeNull();
  for (const other of [Buffer.alloc(200_000), Buffer.from("junk"), frame.subarray(0, 300)])
    expect(damageIn(...many(frame), other, ...many(frame))).toBeCloseTo(26.1, 1);
  expect(damageIn(...many(half), Buffer.alloc(300), ...many(half))).toBeCloseTo(24, 1);
});

test("MEET-3 tags before, between and behind the frames of an MP3 are no damage", () => {
  const old = Buffer.alloc(128);
  old.write("TAG");
  expect(damageIn(tag, Buffer.alloc(500), ...many(frame), tag, ...many(frame), old)).toBeNull();
  expect(damageIn(tag, ...many(frame), frame.subarray(0, 100))).toBeNull();
  expect(damageIn(Buffer.from("nothing of this is sound"))).toBeNull();
});
