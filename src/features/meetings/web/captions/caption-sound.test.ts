import { expect, test } from "vitest";
import { captionRate, createCaptionCutter } from "./caption-sound";

const tone = (seconds: number) =>
  Float32Array.from({ length: seconds * captionRate }, (_, at) => 0.3 * Math.sin(at / 5));
const silence = (seconds: number) => new Float32Array(seconds * captionRate);

/** The lengths of the pieces that come of half-second reads (seconds). */
function piecesOf(sound: Float32Array): number[] {
  const cutter = createCaptionCutter();
  const lengths: number[] = [];
  for (let at = 0; at < sound.length; at += captionRate / 2) {
    const piece = cutter.add(sound.subarray(at, at + captionRate / 2));
    if (piece) lengths.push(piece.length / captionRate);
  }
  return lengths;
}

const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));

test("MEET-2 captions are cut where somebody pauses, and after 14 seconds without a pause", () => {
  expect(piecesOf(joined(tone(4), silence(1), tone(2)))).toEqual([4.5]);
  expect(piecesOf(tone(30))).toEqual([14, 14]);
});

test("MEET-2 silence is no caption, however long it lasts", () => {
  expect(piecesOf(silence(60))).toEqual([]);
});
