import { modelRate } from "./resample";

/** A second of silence, two of a tone, and a second of silence: sound without a word in it, at the model's rate. */
export function silenceAndTone(): Float32Array {
  const samples = new Float32Array(4 * modelRate);
  for (let at = modelRate; at < 3 * modelRate; at++)
    samples[at] = 0.3 * Math.sin((2 * Math.PI * 440 * at) / modelRate);
  return samples;
}
