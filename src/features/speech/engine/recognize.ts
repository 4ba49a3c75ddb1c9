import type { EngineMessage, EngineTask } from "./engine-messages";
import { loadSherpa, recognizerConfig, type Sherpa, voiceConfig } from "./engine-packages";
import { withoutRepetition } from "./repetition";
import { modelRate } from "./resample";
import { openSound, type SoundFile } from "./sound-file";
import { createSegmenter, type Stretch } from "./sound-segments";
import { silenceAndTone } from "./test-sound";

/** Samples the voice detector gets at once. */
const window = 512;
/** The voice detector's own buffer (seconds). */
const voiceBuffer = 60;
/** A process ends after this much audio, because native memory grows by 10 MB a minute (seconds). */
const usualRun = 15 * 60;

/** Progress in silence is said after this much audio (seconds), so that nobody thinks that the process hangs. */
const reportEvery = 60;
/** A voice may have begun this long before the detector notices it (seconds). */
const unnoticed = 1;

/**
 * Transcribes decoded audio, segment by segment in order.
 *
 * @returns "pause" after fifteen minutes of audio, unless the task names another length.
 */
export function recognize(
  engine: string,
  { decoded, from, longestRun = usualRun }: Extract<EngineTask, { task: "recognize" }>,
  say: (message: EngineMessage) => void,
): "finished" | "pause" {
  const sherpa = loadSherpa(engine);
  const recognizer = new sherpa.OfflineRecognizer(recognizerConfig(engine));
  const sounds = (decoded.layout === "sides" ? decoded.files.map((file) => [file]) : [decoded.files]).map(
    (files) => openSound(files, decoded.samples),
  );
  const done = sounds.map((_, side) => from[side] ?? 0);
  const sides = sounds.map((sound, side) => {
    const begin = Math.round(done[side]! * modelRate);
    let said = begin;
    const listened = (until: number, silent: boolean) => {
      if (silent) done[side] = Math.max(done[side]!, until / modelRate);
      if (until - said < reportEvery * modelRate) return;
      said = until;
      say({ type: "progress", done: [...done] });
    };
    return { sound, begin, stretches: stretchesOf(sherpa, engine, sound, begin, decoded.samples, listened) };
  });
  const next = sides.map(({ stretches }) => stretches.next());
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
    if (next[side]!.done) done[side] = decoded.samples / modelRate;
  }
}

function earliest(next: readonly IteratorResult<Stretch>[]): number | null {
  let best: number | null = null;
  for (const [side, { done, value }] of next.entries())
    if (!done && (best === null || value.start < (next[best]!.value as Stretch).start)) best = side;
  return best;
}

/**
 * The segments with a voice, while reading the sound once.
 *
 * @param listened - is told how far it has listened, and whether no voice came since the last segment.
 */
function* stretchesOf(
  sherpa: Sherpa,
  engine: string,
  sound: SoundFile,
  begin: number,
  samples: number,
  listened: (until: number, silent: boolean) => void,
): Generator<Stretch> {
  const voice = new sherpa.Vad(voiceConfig(engine), voiceBuffer);
  const segmenter = createSegmenter(
    (start, end) => sound.read(start, end).reduce((sum, x) => sum + x * x, 0),
    begin,
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
    const until = at + read.length - unnoticed * modelRate;
    const speaking = voice.isDetected();
    if (!speaking) yield* segmenter.silentUntil(until);
    listened(until, !speaking && !segmenter.isOpen());
  }
  voice.flush();
  yield* found();
  yield* segmenter.flush();
}

/** Runs the speech model on a sound without words, which the voice detector would keep from it. */
export function tryModel(engine: string): void {
  const sherpa = loadSherpa(engine);
  textOf(new sherpa.OfflineRecognizer(recognizerConfig(engine)), silenceAndTone());
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
