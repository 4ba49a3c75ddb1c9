import { expect, test } from "vitest";
import { createResampler, modelRate } from "./resample";

const tone = (rate: number, hertz: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));

/** Root of the mean square. */
const loudness = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

function resampled(input: Float32Array, rate: number, piece: number): Float32Array {
  const resampler = createResampler(rate);
  const parts: number[] = [];
  for (let at = 0; at < input.length; at += piece) parts.push(...resampler.push(input.slice(at, at + piece)));
  return Float32Array.from([...parts, ...resampler.flush()]);
}

test.each([8000, 11_025, 16_000, 22_050, 44_100, 48_000])(
  "sound of %i Hz keeps its length and pitch, in pieces of any size",
  (rate) => {
    const input = tone(rate, 440, 1);
    const output = resampled(input, rate, 1000);
    expect(Math.abs(output.length - modelRate)).toBeLessThan(20);
    const wanted = tone(modelRate, 440, 1);
    const middle = output.slice(2000, 14_000);
    const off = middle.map((sample, at) => sample - wanted[at + 2000]!);
    expect(loudness(off)).toBeLessThan(0.02);
    expect(resampled(input, rate, 37)).toEqual(output);
  },
);

test("what a lower rate can't hold is taken out, not folded back", () => {
  expect(loudness(resampled(tone(48_000, 12_000, 1), 48_000, 4096))).toBeLessThan(0.02);
});
