import { readFileSync } from "node:fs";
import { join } from "node:path";

const rate = 16_000;

/** A recording of a sentence, and what is said in it. */
export interface Clip {
  said: string;
  samples: Float32Array;
}

/** The clips of a folder with their transcription. */
export function clipsIn(folder: string): Clip[] {
  const lines = readFileSync(join(folder, "transcription"), "utf8").trim().split("\n");
  return lines.map((line) => {
    const [, said, name] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line)!;
    const bytes = readFileSync(join(folder, `${name}.wav`));
    const from = bytes.indexOf("data") + 8;
    const count = (bytes.length - from) >> 1;
    const samples = Float32Array.from(
      { length: count },
      (_, at) => bytes.readInt16LE(from + at * 2) / 32_768,
    );
    return { said: said!, samples };
  });
}

/** Clips in an order that looks shuffled, with pauses, and what is said in them. */
export function recordingOf(
  clips: readonly Clip[],
  seconds: number,
): { sound: Float32Array; said: string[] } {
  const sound = new Float32Array(seconds * rate);
  const said: string[] = [];
  let seed = 7;
  for (let at = 0; ; ) {
    seed = (seed * 16_807) % 2_147_483_647;
    const clip = clips[seed % clips.length]!;
    if (at + clip.samples.length > sound.length) return { sound, said };
    sound.set(clip.samples, at);
    said.push(clip.said);
    at += clip.samples.length + (1 + (seed % 3)) * rate;
  }
}
