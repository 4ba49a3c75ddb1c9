import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../../../../test/support/only-if";
import { damagedAt, declaredSeconds } from "./declared-length";
import { pageChecksum } from "./ogg-pages";
import { wavOf } from "./wav-file";

/** Whether sound is missing in a file of which so many seconds were decoded. */
const breaksOff = (file: string, seconds: number) => damagedAt(file, seconds) !== null;

const folder = mkdtempSync(join(tmpdir(), "zippy-length-"));
/** Length of the clip (seconds). */
const clip = 11;

function stored(name: string, bytes: Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

describe("real recordings", onlyWithData, () => {
  test.each(["webm", "ogg", "mp3", "flac"])(
    "MEET-3 a cut %s says less than it holds, a whole one doesn't",
    (format) => {
      const whole = readFileSync(join(dataFolder ?? "", "speech", "formats", `jfk.${format}`));
      expect(breaksOff(stored(`whole.${format}`, whole), clip)).toBe(false);
      const cut = stored(`cut.${format}`, whole.subarray(0, Math.floor(whole.length * 0.6)));
      expect(breaksOff(cut, clip * 0.6)).toBe(true);
    },
  );

  test.each([
    ["webm", 5, 0],
    ["mp3", 5, 9.35],
    ["ogg", 5, 9.5],
  ])(
    "MEET-3 a %s that is damaged in the middle says where its sound is missing",
    (format, second, decoded) => {
      const damaged = readFileSync(join(dataFolder ?? "", "speech", "formats", `jfk.${format}`));
      damaged.fill(0, Math.floor(damaged.length * 0.45), Math.floor(damaged.length * 0.6));
      // The decoder of WebM stops there.
      const at = damagedAt(stored(`damaged.${format}`, damaged), decoded || second);
      expect(at).toBeGreaterThanOrEqual(second - 1);
      expect(at).toBeLessThanOrEqual(second);
    },
  );

  test("MEET-3 an Ogg whose program marks no last page is whole", () => {
    const whole = readFileSync(join(dataFolder ?? "", "speech", "formats", "jfk.ogg"));
    const page = whole.lastIndexOf("OggS");
    expect(whole[page + 5]! & 4).toBe(4);
    whole[page + 5]! &= ~4;
    whole.writeUInt32LE(pageChecksum(whole.subarray(page)), page + 22);
    expect(breaksOff(stored("unmarked.ogg", whole), clip)).toBe(false);
    expect(breaksOff(stored("unmarked.ogg", whole.subarray(0, -1)), clip)).toBe(true);
  });

  test("MEET-3 what a tag before an MP3 says is skipped", () => {
    const whole = readFileSync(join(dataFolder ?? "", "speech", "formats", "jfk.mp3"));
    const tag = Buffer.alloc(10 + 200_000);
    tag.write("ID3\x03\0\0");
    for (const [at, shift] of [21, 14, 7, 0].entries()) tag[6 + at] = (200_000 >> shift) & 0x7f;
    const untagged = whole.subarray(whole.indexOf(Buffer.from([0xff, 0xfb])));
    expect(breaksOff(stored("tagged.mp3", Buffer.concat([tag, untagged])), clip)).toBe(false);
    expect(breaksOff(stored("tagged.mp3", Buffer.concat([tag, untagged])), 5)).toBe(true);
  });
});

test("MEET-3 a WAV that was cut says so, and one that was written without a length can't", () => {
  const wav = wavOf(new Float32Array(16_000 * 10), 16_000);
  expect(breaksOff(stored("whole.wav", wav), 10)).toBe(false);
  expect(breaksOff(stored("cut.wav", wav.subarray(0, 100_000)), 3)).toBe(true);
  for (const unknown of [0, 0xffff_ffff]) {
    wav.writeUInt32LE(unknown, 40);
    const file = stored("streamed.wav", wav);
    expect([breaksOff(file, 10), declaredSeconds(file)]).toEqual([false, null]);
  }
});

test("MEET-3 a WAV that goes on behind what it says is heard so far, and says so; other chunks there are no sound", () => {
  const wav = wavOf(new Float32Array(16_000 * 10).fill(0.3), 16_000);
  wav.writeUInt32LE(16_000 * 2 * 4, 40);
  expect(damagedAt(stored("longer.wav", wav), 4)).toBe(4);
  wav.writeUInt32LE(16_000 * 2 * 9, 40);
  expect(damagedAt(stored("little-longer.wav", wav), 9)).toBeNull();
  const words = Buffer.alloc(200_000, "a");
  words.write("LIST");
  words.writeUInt32LE(words.length - 8, 4);
  const whole = wavOf(new Float32Array(16_000 * 4).fill(0.3), 16_000);
  expect(damagedAt(stored("list.wav", Buffer.concat([whole, words])), 4)).toBeNull();
});

test("MEET-3 a WAV of plain samples may say a wrong number of bytes a second", () => {
  const wav = wavOf(new Float32Array(16_000 * 10), 16_000);
  for (const wrong of [0, 1, 0xffff_ffff]) {
    wav.writeUInt32LE(wrong, 28);
    expect(breaksOff(stored("speed.wav", wav), 10)).toBe(false);
    expect(breaksOff(stored("speed.wav", wav), 5)).toBe(true);
  }
});

test("MEET-3 a WebM that is cut in the unit of its times says no length", () => {
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x15, 0x49, 0xa9, 0x66, 0x87];
  const cut = Buffer.from([...head, 0x44, 0x89, 0x84, ...Array(30).fill(0), 0x2a, 0xd7, 0xb1, 0x83]);
  expect(declaredSeconds(stored("scale.webm", cut))).toBeNull();
});

test("MEET-3 a WebM says how long it is, and a browser's own recording doesn't", () => {
  const duration = Buffer.alloc(11);
  duration.set([0x44, 0x89, 0x88]);
  duration.writeDoubleBE(60_000, 3);
  const scale = [0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40];
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x01, ...Array(7).fill(0xff)];
  const info = [0x15, 0x49, 0xa9, 0x66, 0x80 + scale.length + duration.length, ...scale, ...duration];
  const live = [0x1f, 0x43, 0xb6, 0x75, 0x01, ...Array(7).fill(0xff), 0xe7, 0x81, 0];
  const file = stored("minute.webm", Buffer.from([...head, ...info, ...live]));
  expect([breaksOff(file, 60), breaksOff(file, 58), breaksOff(file, 30)]).toEqual([false, false, true]);
  expect(breaksOff(stored("live.webm", Buffer.from([...head, ...live])), 30)).toBe(false);
});

test("MEET-3 a WebM that says how many bytes it has is whole even if its sound ends before its picture", () => {
  const duration = Buffer.alloc(11);
  duration.set([0x44, 0x89, 0x88]);
  duration.writeDoubleBE(60_000, 3);
  const info = [0x15, 0x49, 0xa9, 0x66, 0x80 + duration.length, ...duration];
  const clusters = [1, 2].flatMap((at) => [0x1f, 0x43, 0xb6, 0x75, 0x83, 0xe7, 0x81, at]);
  const size = info.length + clusters.length;
  const head = [0x1a, 0x45, 0xdf, 0xa3, 0x80, 0x18, 0x53, 0x80, 0x67, 0x40, size];
  const whole = Buffer.from([...head, ...info, ...clusters]);
  expect(breaksOff(stored("silent-end.webm", whole), 40)).toBe(false);
  // Cut between two elements, only the size of all tells.
  for (const cut of [8, 3, 1]) expect(breaksOff(stored("cut.webm", whole.subarray(0, -cut)), 60)).toBe(true);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["a text", Buffer.from("Dear diary")],
  ["the first bytes of a WAV", Buffer.from("RIFF\0\0\0\0WAVEfmt ")],
  ["the first bytes of a FLAC", Buffer.from("fLaC\0\0")],
  ["a WebM without anything in it", Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80])],
  ["the first bytes of an MP3", Buffer.from([0xff, 0xfb, 0x90, 0x64])],
  [
    "an MP3 that is cut in its number of frames",
    Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Buffer.from("Xing")]),
  ],
  [
    "an MP3 that is cut behind its flags",
    Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Buffer.from("Xing\0\0\0\x01")]),
  ],
  ["an MP3 tag", Buffer.from("ID3\x03")],
])("MEET-3 %s has no length", (name, bytes) => {
  expect(breaksOff(stored(name, bytes), 0)).toBe(false);
});

test("MEET-3 an Ogg without its last page breaks off", () => {
  expect(breaksOff(stored("short.ogg", Buffer.from("OggS\0\x02OpusHead")), 0)).toBe(true);
});
