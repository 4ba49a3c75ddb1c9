import { expect, test } from "vitest";
import { createWavPieces, wavHeader } from "./wav-sound";

/** Samples of a tone, `frames` at a time, as a browser hands them on. */
function* toneOf(rate: number, seconds: number, hertz: number, frames = 128): Generator<Float32Array> {
  for (let from = 0; from < rate * seconds; from += frames)
    yield Float32Array.from({ length: Math.min(frames, rate * seconds - from) }, (_, at) =>
      Math.sin((2 * Math.PI * hertz * (from + at)) / rate),
    );
}

function record(rate: number, seconds: number): { pieces: Int16Array[]; rest: Int16Array } {
  const sound = createWavPieces(rate, 1);
  const pieces: Int16Array[] = [];
  for (const frames of toneOf(rate, seconds, 440)) {
    const piece = sound.add([frames], frames.length);
    if (piece) pieces.push(piece);
  }
  return { pieces, rest: sound.take() };
}

test("MEET-2 each piece of a WAV recording has a second of it, at whatever rate the microphone runs", () => {
  const kept = { 8000: 8000, 16000: 16_000, 22050: 22_050, 44100: 22_050, 48000: 16_000, 176400: 17_640 };
  for (const [rate, expected] of Object.entries(kept)) {
    const { pieces, rest } = record(Number(rate), 2.5);
    expect(pieces.map(({ length }) => length)).toEqual([expected, expected]);
    expect(rest.length / expected).toBeCloseTo(0.5, 2);
    const header = new DataView(wavHeader(Number(rate), 1));
    expect([header.byteLength, header.getUint32(24, true)]).toEqual([44, expected]);
  }
});

test("MEET-2 a WAV recording keeps its tone and its loudness", () => {
  const [piece] = record(48_000, 1).pieces;
  const crossings = piece!.filter((sample, at) => at > 0 && sample >= 0 && piece![at - 1]! < 0).length;
  expect(crossings).toBeGreaterThanOrEqual(439);
  expect(crossings).toBeLessThanOrEqual(440);
  expect(Math.max(...piece!)).toBeGreaterThan(32_000);
});

test("MEET-2 the sides of a recorded call stay apart, and a side that is gone is silent", () => {
  const sound = createWavPieces(16_000, 2);
  const left = new Float32Array(16_000).fill(0.5);
  expect([...sound.add([left, left.map((x) => -x)], 16_000)!.subarray(0, 4)]).toEqual([
    16_384, -16_383, 16_384, -16_383,
  ]);
  expect([...sound.add([left], 16_000)!.subarray(0, 2)]).toEqual([16_384, 0]);
});
