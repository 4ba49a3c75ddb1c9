import { modelRate } from "./resample";
import { wavOf } from "./wav-file";

/** A second of silence, two of a tone, and a second of silence: sound without a word in it. */
export function silenceAndTone(): Buffer {
  const samples = new Float32Array(4 * modelRate);
  for (let at = modelRate; at < 3 * modelRate; at++)
    samples[at] = 0.3 * Math.sin((2 * Math.PI * 440 * at) / modelRate);
  return wavOf(samples, modelRate);
}
