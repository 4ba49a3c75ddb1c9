import type { DecodedFile } from "./decode-audio";
import type { EngineMessage } from "./engine-messages";
import { loadSherpa, recognizerConfig, type Sherpa, voiceConfig } from "./engine-packages";
import { withoutRepetition } from "./repetition";
import { modelRate } from "./resample";
import { openSound, type SoundFile } from "./sound-file";
import { createSegmenter, type Stretch } from "./sound-segments";

/** Samples the voice detector gets at once. */
const window = 512;
/** The voice detector's own buffer (seconds). */
const voiceBuffer = 60;
/** A process ends after this much audio, because native memory grows by 10 MB a minute (seconds). */
export const longestRun = 15 * 60;

/**
 * Transcribes decoded audio, segment by segment in order.
 *
 * @param from - where to begin, in seconds, one for each side.
 * @returns "pause" after fifteen minutes of audio.
 */
export function recognize(
  engine: string,
  decoded: DecodedFile,
  from: readonly number[],
  say: (message: EngineMessage) => void,
): "finished" | "pause" {
  const sherpa = loadSherpa(engine);
  const recognizer = new sherpa.OfflineRecognizer(recognizerConfig(engine));
  const sounds = (decoded.layout === "sides" ? decoded.files.map((file) => [file]) : [decoded.files]).map(
    (files) => openSound(files, decoded.samples),
  );
  const sides = sounds.map((sound, side) => {
    const begin = Math.round((from[side] ?? 0) * modelRate);
    return { side, sound, begin, stretches: stretchesOf(sherpa, engine, sound, begin, decoded.samples) };
  });
  const next = sides.map(({ stretches }) => stretches.next());
  const done = sides.map(({ begin }) => begin / modelRate);
  const most = longestRun * modelRate;
  for (;;) {
    const side = earliest(next);
    if (side === null) return "finished";
    const { value: stretch } = next[side] as { value: Stretch };
    const { sound, begin } = sides[side]!;
    const text = textOf(recognizer, sound.read(stretch.start, stretch.end));
    const [start, end] = [stretch.start / modelRate, Math.min(stretch.end, decoded.samples) / modelRate];
    if (text !== "") say({ type: "segment", side, start, end, text });
    done[side] = end;
    say({ type: "progress", done: [...done] });
    if (stretch.end - begin > most) return "pause";
    next[side] = sides[side]!.stretches.next();
  }
}

function earliest(next: readonly IteratorResult<Stretch>[]): number | null {
  let best: number | null = null;
  for (const [side, { done, value }] of next.entries())
    if (!done && (best === null || value.start < (next[best]!.value as Stretch).start)) best = side;
  return best;
}

/** The segments with a voice, while reading the sound once. */
function* stretchesOf(
  sherpa: Sherpa,
  engine: string,
  sound: SoundFile,
  begin: number,
  samples: number,
): Generator<Stretch> {
  const voice = new sherpa.Vad(voiceConfig(engine), voiceBuffer);
  const segmenter = createSegmenter((start, end) =>
    sound.read(start, end).reduce((sum, x) => sum + x * x, 0),
  );
  const found = function* (): Generator<Stretch> {
    while (!voice.isEmpty()) {
      const { start, samples: spoken } = voice.front(false);
      voice.pop();
      yield* segmenter.add({ start: begin + start, end: begin + start + spoken.length });
    }
  };
  const block = window * 64;
  for (let at = begin; at < samples; at += block) {
    const read = sound.read(at, at + block);
    for (let from = 0; from < read.length; from += window) {
      const piece = read.subarray(from, from + window);
      voice.acceptWaveform(piece.length === window ? piece : padded(piece));
    }
    yield* found();
  }
  voice.flush();
  yield* found();
  yield* segmenter.flush();
}

function padded(piece: Float32Array): Float32Array {
  const whole = new Float32Array(window);
  whole.set(piece);
  return whole;
}

function textOf(recognizer: InstanceType<Sherpa["OfflineRecognizer"]>, samples: Float32Array): string {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples, sampleRate: modelRate });
  recognizer.decode(stream);
  return withoutRepetition(recognizer.getResult(stream).text.trim());
}
