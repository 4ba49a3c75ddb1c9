/** Commands to the worklet. After `end` it sends the samples it has, then null. */
export type WavCommand = "pause" | "resume" | "end";

/** Samples per second that the engine hears, and all that speech needs. */
const enough = 16_000;

/** How many samples of the microphone become one. About 16,000 a second are left, a whole number in any case. */
function shrinkFactor(rate: number): number {
  let factor = Math.max(1, Math.floor(rate / enough));
  while (rate % factor !== 0) factor--;
  return factor;
}

/**
 * The header of a WAV file of 16-bit samples that begins to grow: its lengths are open.
 *
 * @param rate - of the microphone (samples per second).
 */
export function wavHeader(rate: number, channels: number): ArrayBuffer {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, letters: string) => {
    for (const [n, letter] of [...letters].entries()) header.setUint8(at + n, letter.charCodeAt(0));
  };
  const kept = rate / shrinkFactor(rate);
  text(0, "RIFF");
  header.setUint32(4, 0xffff_ffff, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, channels, true);
  header.setUint32(24, kept, true);
  header.setUint32(28, kept * channels * 2, true);
  header.setUint16(32, channels * 2, true);
  header.setUint16(34, 16, true);
  text(36, "data");
  header.setUint32(40, 0xffff_ffff, true);
  return header.buffer;
}

/** Turns running sound into 16-bit samples, the channels by turns, in pieces of a second. */
export function createWavPieces(rate: number, channels: number) {
  const factor = shrinkFactor(rate);
  const length = (rate / factor) * channels;
  let piece = new Int16Array(length);
  let filled = 0;
  /** What is added up of the next sample of each channel, and how many. */
  const sums = new Float32Array(channels);
  let added = 0;

  function take(): Int16Array {
    const taken = piece.slice(0, filled);
    piece = new Int16Array(length);
    filled = 0;
    return taken;
  }

  return {
    /** @returns a piece once it has a second. */
    add(sound: readonly Float32Array[], count: number): Int16Array | null {
      let whole: Int16Array | null = null;
      for (let at = 0; at < count; at++) {
        for (let channel = 0; channel < channels; channel++) sums[channel]! += sound[channel]?.[at] ?? 0;
        if (++added < factor) continue;
        for (const sum of sums)
          piece[filled++] = Math.round(Math.max(-1, Math.min(1, sum / factor)) * 32_767);
        sums.fill(0);
        added = 0;
        if (filled === length) whole = take();
      }
      return whole;
    },
    /** Takes the samples of the next piece that have arrived so far. */
    take,
  };
}
