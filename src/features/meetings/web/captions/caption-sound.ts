import { longestCaption } from "../../contract";

/** Samples per second that the engine hears. */
export const captionRate = 16_000;
/** Shorter pieces have too few words to be understood (seconds). */
const shortest = 3;
/** A pause this long ends a piece (seconds). */
const pause = 0.4;
/** Quieter than this is a pause (root mean square). */
const quiet = 0.01;

const loudnessOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / (samples.length || 1));

/** Cuts running sound where somebody pauses. It keeps one piece in memory, whatever the length. */
export function createCaptionCutter() {
  let kept = new Float32Array(0);
  let spoken = false;
  return {
    /** @returns a piece with speech once it's complete; else null. */
    add(samples: Float32Array): Int16Array | null {
      const whole = new Float32Array(kept.length + samples.length);
      whole.set(kept);
      whole.set(samples, kept.length);
      kept = whole;
      spoken ||= loudnessOf(samples) > quiet;
      const seconds = kept.length / captionRate;
      const tail = kept.subarray(Math.max(0, kept.length - pause * captionRate));
      const paused = seconds >= shortest && loudnessOf(tail) < quiet;
      if (!paused && seconds < longestCaption - 1) return null;
      const piece = spoken ? toShorts(kept.subarray(0, longestCaption * captionRate)) : null;
      kept = new Float32Array(0);
      spoken = false;
      return piece;
    },
  };
}

const toShorts = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
