import { modelRate } from "./resample";

/** A stretch to transcribe, in samples. */
export interface Stretch {
  start: number;
  end: number;
}

const seconds = (count: number) => Math.round(count * modelRate);
/** Shorter pauses don't end a segment. */
const longestPause = seconds(1.2);
/** Longer segments make the model repeat itself; very short ones lose words. */
const longest = seconds(16);
const shortestCut = seconds(12);
/** Added on both sides, because the detector cuts soft beginnings. */
const pad = seconds(0.2);
/** A cut is made where this much is quietest. */
const quiet = seconds(0.1);

/**
 * Joins stretches with a voice into segments of up to 16 seconds, as they come.
 *
 * @param loudness - sum of squares of some samples, to find the quietest place for a cut.
 * @param begin - where an earlier run ended, in samples: what comes before is transcribed.
 */
export function createSegmenter(loudness: (start: number, end: number) => number, begin = 0) {
  let open: Stretch | null = null;
  let last = begin;

  const padded = ({ start, end }: Stretch): Stretch => {
    const from = Math.max(last, start - pad);
    last = end;
    return { start: from, end: end + pad };
  };

  function* cut(stretch: Stretch): Generator<Stretch, Stretch> {
    let { start } = stretch;
    while (stretch.end - start > longest) {
      let best = start + shortestCut;
      let least = Number.POSITIVE_INFINITY;
      for (let at = start + shortestCut; at + quiet <= start + longest; at += quiet / 2) {
        const sum = loudness(at, at + quiet);
        if (sum < least) {
          least = sum;
          best = at + quiet / 2;
        }
      }
      const from = Math.max(last, start - pad);
      last = best;
      yield { start: from, end: best };
      start = best;
    }
    return { start, end: stretch.end };
  }

  return {
    /** Takes the next stretch with a voice; yields the segments that are complete. */
    *add(voice: Stretch): Generator<Stretch> {
      if (open && (voice.start - open.end > longestPause || voice.end - open.start > longest)) {
        yield padded(open);
        open = null;
      }
      open = yield* cut(open ? { start: open.start, end: voice.end } : voice);
    },
    /** Nobody speaks until then, since the last stretch; yields it once the pause is long enough. */
    *silentUntil(until: number): Generator<Stretch> {
      if (open && until - open.end > longestPause) yield* this.flush();
    },
    /** Whether a stretch waits for what comes next. */
    isOpen: (): boolean => open !== null,
    *flush(): Generator<Stretch> {
      if (open) yield padded(open);
      open = null;
    },
  };
}
