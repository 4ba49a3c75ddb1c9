import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineFolder } from "../src/features/speech/engine/engine-files";
import { createInstalledEngine } from "../src/features/speech/engine/installed-engine";
import { modelRate } from "../src/features/speech/engine/resample";
import { wavOf } from "../src/features/speech/engine/wav-file";
import { extractActionItems } from "../src/features/triage/action-items/action-items";
import type { TranscriptSegment } from "../src/shared/transcript-segment";
import { missingSpeechEngine, speechDataDir } from "../test/speech/installed-engine";
import { median, report, times } from "./measure";
import { processorTime, residentMemory } from "./memory";

/** Longer than a process of the engine lives, so that the figures hold for any length (seconds). */
const length = 20 * 60;

/** Speed and memory of the installed engine on real clips, and of the extraction. */
export async function measureSpeech(data = process.env.EVAL_DATA): Promise<void> {
  if (!data) return console.log("speech: skipped, EVAL_DATA isn't set to a folder with recordings");
  await measureExtraction(data);
  const missing = await missingSpeechEngine();
  if (missing) return console.log(`speech: skipped, ${missing}`);
  const work = mkdtempSync(join(tmpdir(), "zippy-bench-speech-"));
  try {
    const file = join(work, "long.wav");
    writeFileSync(file, wavOf(longRecording(join(data, "speech")), modelRate));
    await measureEngine(file, work);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measureEngine(file: string, work: string): Promise<void> {
  const spent = new Map<number, number>();
  let memory = 0;
  const watch = setInterval(() => {
    for (const pid of spent.keys()) {
      memory = Math.max(memory, residentMemory(pid));
      spent.set(pid, Math.max(spent.get(pid)!, processorTime(pid)));
    }
  }, 100);
  const engine = createInstalledEngine(engineFolder(speechDataDir), work, ({ pid }) => {
    if (pid) spent.set(pid, 0);
  });
  let heard = 0;
  const options = { from: [], signal: new AbortController().signal };
  for await (const { segments } of engine.transcribe(file, options))
    for (const { text } of segments) heard += text.split(" ").length;
  clearInterval(watch);
  const factor = [...spent.values()].reduce((sum, seconds) => sum + seconds, 0) / length;
  report({
    measure: `speech to text, processor time ÷ audio time (${heard} words)`,
    value: factor,
    unit: "×",
    goal: "≤ 0.12",
    met: factor <= 0.12,
  });
  report({
    measure: "speech to text, peak memory of a process",
    value: memory,
    unit: "MB",
    goal: "≤ 600 MB",
    met: memory <= 600,
  });
}

/** The clips one after another with pauses, again and again. */
function longRecording(folder: string): Float32Array {
  const names = ["0870", "0880", "0890", "0920", "0930"].map(
    (part) => `librivox/sense_and_sensibility_01_austen_64kb-${part}.wav`,
  );
  const clips = ["jfk.wav", ...names].map((name) => samplesOf(join(folder, name)));
  const whole = new Float32Array(length * modelRate);
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const clip = clips[turn % clips.length]!;
    whole.set(clip.subarray(0, whole.length - at), at);
    at += clip.length + (1 + (turn % 3)) * modelRate;
  }
  return whole;
}

/** The samples of a 16 kHz mono WAV file. */
function samplesOf(file: string): Float32Array {
  const bytes = readFileSync(file);
  const from = bytes.indexOf("data") + 8;
  const count = (bytes.length - from) >> 1;
  return Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(from + at * 2) / 32_768);
}

async function measureExtraction(data: string): Promise<void> {
  const lines = readFileSync(join(data, "meetings-ami", "dev.utterances.jsonl"), "utf8")
    .trim()
    .split("\n");
  const segments: TranscriptSegment[] = [];
  let from = 0;
  for (const line of lines) {
    const { t0, sp, text } = JSON.parse(line) as { t0: number; sp: string; text: string };
    const last = segments.at(-1)?.start ?? 0;
    if (t0 + from < last) from = last;
    if (t0 + from > 3600) break;
    segments.push({ start: t0 + from, end: t0 + from + 2, speaker: sp, text });
  }
  const options = { members: [], now: new Date("2026-11-18T10:00:00Z"), timeZone: "UTC" };
  const took = median(await times(9, () => extractActionItems(segments, options)));
  report({
    measure: `action items of a one-hour transcript (${segments.length} segments)`,
    value: took,
    unit: "ms",
    goal: "≤ 300 ms",
    met: took <= 300,
  });
}
