/** The sample rate of the models (Hz). */
export const modelRate = 16_000;

/** Zero crossings of the filter on each side; more would be slower and not heard by the models. */
const crossings = 12;

/** Turns a stream of samples into 16 kHz, piece by piece. */
export interface Resampler {
  push(samples: Float32Array): Float32Array;
  /** The rest, at the end of the stream. */
  flush(): Float32Array;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** @param rate - of the input (Hz). */
export function createResampler(rate: number): Resampler {
  if (rate === modelRate) return { push: (samples) => samples, flush: () => new Float32Array() };
  const common = gcd(rate, modelRate);
  const phases = modelRate / common;
  const step = rate / common;
  const cutoff = Math.min(1, modelRate / rate) * 0.94;
  const half = Math.ceil(crossings / cutoff);
  const kernel = kernelFor(phases, half, cutoff);
  let tail = new Float32Array(half);
  /** Position of the next output, in input samples times `phases`, from the start of `tail`. */
  let position = half * phases;

  function run(input: Float32Array): Float32Array {
    const all = new Float32Array(tail.length + input.length);
    all.set(tail);
    all.set(input, tail.length);
    const lastCenter = all.length - half - 1;
    const count = Math.max(0, Math.floor((lastCenter * phases + phases - 1 - position) / step) + 1);
    const output = new Float32Array(count);
    const taps = 2 * half + 1;
    for (let at = 0; at < count; at++) {
      const center = Math.floor(position / phases);
      const row = (position % phases) * taps;
      let sum = 0;
      for (let tap = 0, from = center - half; tap < taps; tap++) sum += kernel[row + tap]! * all[from + tap]!;
      output[at] = sum;
      position += step;
    }
    const keep = Math.min(all.length, Math.max(0, Math.floor(position / phases) - half));
    tail = all.slice(keep);
    position -= keep * phases;
    return output;
  }

  return { push: run, flush: () => run(new Float32Array(half + 1)) };
}

/** A windowed sinc for every position between two input samples. */
function kernelFor(phases: number, half: number, cutoff: number): Float32Array {
  const taps = 2 * half + 1;
  const kernel = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const x = tap - half - phase / phases;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      const window = Math.abs(x) > half ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * x) / half);
      sum += kernel[phase * taps + tap] = sinc * window;
    }
    for (let tap = 0; tap < taps; tap++) kernel[phase * taps + tap]! /= sum;
  }
  return kernel;
}
