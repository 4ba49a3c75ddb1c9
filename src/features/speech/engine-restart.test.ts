import type { ChildProcess } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingSpeechEngine, speechDataDir } from "../../../test/speech/installed-engine";
import { call, joined, samplesOf, silence } from "../../../test/speech/sounds";
import { wrongWords } from "../../../test/speech/wrong-words";
import { dataFolder, onlyIf } from "../../../test/support/only-if";
import type { TranscriptSegment } from "../../shared/transcript-segment";
import { engineFolder } from "./engine/engine-files";
import { createInstalledEngine } from "./engine/installed-engine";
import { wavOf } from "./engine/wav-file";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const work = mkdtempSync(join(tmpdir(), "zippy-restart-"));
const clip = (name: string) => samplesOf(join(dataFolder ?? "", "speech", name));
const spoken =
  "and so my fellow americans ask not what your country can do for you ask what you can do for your country";
const read =
  "and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them";

interface Transcription {
  segments: TranscriptSegment[];
  /** The processes that recognized, without the one that decoded. */
  processes: number;
}

async function hear(sound: Buffer, longestRun: number): Promise<Transcription> {
  const file = join(work, "sound.wav");
  writeFileSync(file, sound);
  const started: ChildProcess[] = [];
  const engine = createInstalledEngine(engineFolder(speechDataDir), work, (child) => started.push(child));
  const segments: TranscriptSegment[] = [];
  const options = { from: [], signal: new AbortController().signal, longestRun };
  for await (const heard of engine.transcribe(file, options)) segments.push(...heard.segments);
  return { segments, processes: started.length - 1 };
}

const textOf = (segments: readonly TranscriptSegment[]) => segments.map(({ text }) => text).join(" ");

test("MEET-3 a process that has heard enough gives way to another one, and no word is lost or doubled", {
  ...onlyIf(missing === null, missing ?? ""),
  timeout: 300_000,
}, async () => {
  const speech = clip("jfk.wav");
  const book = clip("librivox/sense_and_sensibility_01_austen_64kb-0870.wav");
  const { segments, processes } = await hear(wavOf(joined(speech, silence(2), book), 16_000), 8);
  expect(processes).toBeGreaterThan(1);
  expect(wrongWords(textOf(segments), `${spoken} ${read}`)).toBeLessThanOrEqual(8);
  for (const [at, { start }] of segments.entries())
    expect(start).toBeGreaterThanOrEqual((segments[at - 1]?.end ?? 0) - 0.5);
});

test("MEET-2 each side of a call goes on where it was when another process takes over", {
  ...onlyIf(missing === null, missing ?? ""),
  timeout: 300_000,
}, async () => {
  const speech = clip("jfk.wav");
  const book = clip("librivox/sense_and_sensibility_01_austen_64kb-0870.wav");
  const { segments, processes } = await hear(call(speech, joined(silence(5), book)), 6);
  expect(processes).toBeGreaterThan(1);
  const of = (speaker: string) => textOf(segments.filter((segment) => segment.speaker === speaker));
  expect(wrongWords(of("You"), spoken)).toBeLessThanOrEqual(4);
  expect(wrongWords(of("Others"), read)).toBeLessThanOrEqual(5);
});
