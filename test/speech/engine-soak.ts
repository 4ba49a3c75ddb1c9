import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { engineFolder } from "../../src/features/speech/engine/engine-files";
import { createInstalledEngine } from "../../src/features/speech/engine/installed-engine";
import { wavOf } from "../../src/features/speech/engine/wav-file";
import { extractActionItems } from "../../src/features/triage/action-items/action-items";
import type { TranscriptSegment } from "../../src/shared/transcript-segment";
import { dataFolder, onlyIf } from "../support/only-if";
import { missingSpeechEngine, speechDataDir } from "./installed-engine";
import { clipsIn, recordingOf } from "./shuffled-clips";
import { wordsOf, wrongWords } from "./wrong-words";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const rate = 16_000;
const minutes = Number(process.env.SOAK_MINUTES ?? 60);

test(
  "MEET-3 an hour of shuffled clips, killed three times on the way, loses no words and makes no items of a novel",
  onlyIf(missing === null, missing ?? ""),
  async () => {
    const work = mkdtempSync(join(tmpdir(), "zippy-soak-speech-"));
    const { sound, said } = recordingOf(clipsIn(join(dataFolder!, "speech", "librivox")), minutes * 60);
    const file = join(work, "hour.wav");
    writeFileSync(file, wavOf(sound, rate));
    let running: ChildProcess | undefined;
    const engine = createInstalledEngine(engineFolder(speechDataDir), work, (child) => {
      running = child;
    });
    const segments: TranscriptSegment[] = [];
    const kills = [0.2, 0.5, 0.8].map((share) => share * minutes * 60);
    // Every other time the whole transcription ends too, as with its server, and goes on where it was.
    let from: number[] = [];
    while (true) {
      const stop = new AbortController();
      try {
        for await (const heard of engine.transcribe(file, { from, signal: stop.signal })) {
          segments.push(...heard.segments);
          from = heard.done;
          if (kills.length === 0 || from[0]! < kills[0]!) continue;
          kills.shift();
          if (kills.length === 1) stop.abort(new Error("the server was killed"));
          else running?.kill("SIGKILL");
        }
        break;
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      }
    }
    rmSync(work, { recursive: true, force: true });

    expect(kills).toEqual([]);
    for (const [at, { start, end }] of segments.entries()) {
      expect(end - start).toBeLessThanOrEqual(17);
      expect(start).toBeGreaterThanOrEqual((segments[at - 1]?.end ?? 0) - 0.5);
    }
    const heard = segments.map(({ text }) => text).join(" ");
    const words = said.join(" ");
    expect(wrongWords(heard, words) / wordsOf(words).length).toBeLessThanOrEqual(0.1);
    const options = { members: [], now: new Date("2026-11-18T10:00:00Z"), timeZone: "UTC" };
    const { items, summary } = extractActionItems(segments, options);
    expect(items).toEqual([]);
    expect(summary).toMatch(/ of talk\b/);
  },
);
