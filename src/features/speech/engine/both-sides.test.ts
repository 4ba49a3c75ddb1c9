import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingSpeechEngine, speechDataDir } from "../../../../test/speech/installed-engine";
import { call, joined, samplesOf, silence } from "../../../../test/speech/sounds";
import { wordsOf, wrongWords } from "../../../../test/speech/wrong-words";
import { dataFolder, onlyIf } from "../../../../test/support/only-if";
import type { HeardSpeech } from "../heard-speech";
import { engineFolder } from "./engine-files";
import { createInstalledEngine } from "./installed-engine";
import { wavOf } from "./wav-file";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const work = mkdtempSync(join(tmpdir(), "zippy-sides-"));
const engine = createInstalledEngine(engineFolder(speechDataDir), work);
const sounds = join(dataFolder ?? "", "speech");
const reading = (part: string) =>
  samplesOf(join(sounds, "librivox", `sense_and_sensibility_01_austen_64kb-${part}.wav`));

function stored(name: string, bytes: Buffer): string {
  const file = join(work, name);
  writeFileSync(file, bytes);
  return file;
}

async function heardIn(file: string, from: number[] = []): Promise<HeardSpeech[]> {
  const all: HeardSpeech[] = [];
  for await (const heard of engine.transcribe(file, { from, signal: new AbortController().signal }))
    all.push(heard);
  return all;
}

const saidBy = (speaker: string, all: readonly HeardSpeech[]) =>
  all
    .flatMap(({ segments }) => segments)
    .filter((segment) => segment.speaker === speaker)
    .map(({ text }) => text)
    .join(" ");

describe("both sides of a call", onlyIf(missing === null, missing ?? ""), () => {
  test("MEET-3 whatever is stored when a server is killed, the rest follows for each side", async () => {
    const jfk = samplesOf(join(sounds, "jfk.wav"));
    // Short turns within a long one, so that the sides are never done equally far.
    const left = joined(jfk, silence(1), jfk, silence(2), reading("0880"));
    const right = joined(silence(3), reading("0890"), silence(1.5), reading("0870"), silence(4), jfk);
    const file = stored("call.wav", call(left, right));
    const whole = await heardIn(file);
    const speaking = whole.filter(({ segments }) => segments.length > 0);
    // Killed when one side is further, and when the other one is.
    const you = speaking.findIndex(({ done: [one = 0, other = 0] }) => one > other);
    const others = speaking.findIndex(({ done: [one = 0, other = 0] }) => one < other);
    for (const at of [you, others]) {
      expect(at).toBeGreaterThanOrEqual(0);
      const both = [...speaking.slice(0, at + 1), ...(await heardIn(file, speaking[at]!.done))];
      for (const speaker of ["You", "Others"]) {
        const words = saidBy(speaker, whole);
        expect(wrongWords(saidBy(speaker, both), words)).toBeLessThanOrEqual(2);
        expect(wordsOf(words).length).toBeGreaterThan(40);
      }
    }
  });

  test("MEET-3 silence is progress too, on one side and on both", async () => {
    const minutes = 2;
    const jfk = samplesOf(join(sounds, "jfk.wav"));
    const talk = joined(jfk, silence(minutes * 60));
    for (const [name, bytes] of [
      ["silent.wav", wavOf(talk, 16_000)],
      ["silent-call.wav", call(talk, new Float32Array(talk.length))],
    ] as const) {
      const all = await heardIn(stored(name, bytes));
      const reached = all.map(({ done }) => Math.min(...done));
      expect(reached).toEqual(reached.toSorted((one, other) => one - other));
      expect(reached.length).toBeGreaterThan(minutes);
      for (const [at, second] of reached.entries()) expect(second - (reached[at - 1] ?? 0)).toBeLessThan(65);
      expect(all.every(({ total }) => total === talk.length / 16_000)).toBe(true);
      // What was said before a long silence isn't held back until its end.
      const last = all.findLast(({ segments }) => segments.length > 0)!;
      expect(all.indexOf(last)).toBeLessThan(all.length - minutes + 1);
    }
  });
});
