import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { createInstalledEngine } from "../../src/features/speech/engine/installed-engine";
import { dataFolder, onlyIf } from "../support/only-if";
import { missingSpeechEngine, speechDataDir } from "./installed-engine";
import { expectSidesKept, heardIn } from "./killed-call";
import { call, joined, samplesOf, silence } from "./sounds";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";

test(
  "MEET-3 a call that is killed after any of its stretches of speech keeps the words of each side",
  onlyIf(missing === null, missing ?? ""),
  async () => {
    const work = mkdtempSync(join(tmpdir(), "zippy-soak-call-"));
    const engine = createInstalledEngine(engineFolder(speechDataDir), work);
    const clip = (name: string) => samplesOf(join(dataFolder!, "speech", name));
    const reading = (part: string) =>
      clip(join("librivox", `sense_and_sensibility_01_austen_64kb-${part}.wav`));
    const jfk = clip("jfk.wav");
    const left = joined(jfk, silence(1), jfk, silence(2), reading("0880"));
    const right = joined(silence(3), reading("0890"), silence(1.5), reading("0870"), silence(4), jfk);
    const file = join(work, "call.wav");
    writeFileSync(file, call(left, right));
    const whole = await heardIn(engine, file);
    const kills = whole.filter(({ segments }) => segments.length > 0);
    expect(kills.length).toBeGreaterThan(4);
    await expectSidesKept(engine, file, whole, kills);
  },
);
