import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingSpeechEngine, speechDataDir } from "../../../../test/speech/installed-engine";
import { expectSidesKept, heardIn, isFurther } from "../../../../test/speech/killed-call";
import { call, joined, samplesOf, silence } from "../../../../test/speech/sounds";
import { dataFolder, onlyIf } from "../../../../test/support/only-if";
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

describe("both sides of a call", onlyIf(missing === null, missing ?? ""), () => {
  test("MEET-3 whatever is stored when a server is killed, the rest follows for each side", async () => {
    // A short turn within a long one, and two that overlap, so that the sides are never done equally far.
    const left = joined(samplesOf(join(sounds, "jfk.wav")), silence(1.5), reading("0880"));
    const right = joined(silence(3), reading("0890"), silence(4), reading("0930"));
    const whole = await heardIn(engine, stored("call.wav", call(left, right)));
    // Killed when one side is further, and when the other one is.
    const further = [whole.find(isFurther(0, 1)), whole.find(isFurther(1, 0))];
    await expectSidesKept(engine, join(work, "call.wav"), whole, further);
  });

  test("MEET-3 silence is progress too, on one side and on both", async () => {
    const minutes = 2;
    const jfk = samplesOf(join(sounds, "jfk.wav"));
    const talk = joined(jfk, silence(minutes * 60));
    for (const [name, bytes] of [
      ["silent.wav", wavOf(talk, 16_000)],
      ["silent-call.wav", call(talk, new Float32Array(talk.length))],
    ] as const) {
      const all = await heardIn(engine, stored(name, bytes));
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
