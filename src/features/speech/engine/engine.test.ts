import type { ChildProcess } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { missingSpeechEngine, speechDataDir } from "../../../../test/speech/installed-engine";
import { call, joined, samplesOf, silence } from "../../../../test/speech/sounds";
import { wordsOf, wrongWords } from "../../../../test/speech/wrong-words";
import { atEnd } from "../../../../test/support/at-end";
import { dataFolder, onlyIf } from "../../../../test/support/only-if";
import { projectRoot } from "../../../server/project-root";
import type { TranscriptSegment } from "../../../shared/transcript-segment";
import { transcribeWithServer } from "../server/server-transcription";
import { speechServerIn } from "../settings";
import { engineFolder, modelFiles } from "./engine-files";
import { createEngineInstaller } from "./engine-install";
import { createInstalledEngine, type InstalledOptions } from "./installed-engine";
import { silenceAndTone } from "./test-sound";
import { wavOf } from "./wav-file";

const missing = dataFolder ? await missingSpeechEngine() : "EVAL_DATA isn't set to a folder with recordings";
const work = mkdtempSync(join(tmpdir(), "zippy-engine-"));
const sounds = join(dataFolder ?? "", "speech");
const jfk = join(sounds, "jfk.wav");
const spoken =
  "and so my fellow americans ask not what your country can do for you ask what you can do for your country";

async function transcribe(
  file: string,
  more: Partial<InstalledOptions> = {},
  onStart?: (child: ChildProcess) => void,
): Promise<TranscriptSegment[]> {
  const engine = createInstalledEngine(engineFolder(speechDataDir), work, onStart);
  const all: TranscriptSegment[] = [];
  const options = { from: [], signal: new AbortController().signal, ...more };
  for await (const { segments } of engine.transcribe(file, options)) all.push(...segments);
  return all;
}

const textOf = (segments: readonly TranscriptSegment[]) => segments.map(({ text }) => text).join(" ");

function stored(name: string, bytes: Buffer): string {
  const file = join(work, name);
  writeFileSync(file, bytes);
  return file;
}

describe("the installed engine", onlyIf(missing === null, missing ?? ""), () => {
  test.each(["webm", "ogg", "mp3", "flac"])("MEET-3 hears a speech in %s", async (format) => {
    const segments = await transcribe(join(sounds, "formats", `jfk.${format}`));
    expect(wrongWords(textOf(segments), spoken)).toBeLessThanOrEqual(4);
    expect(segments[0]!.start).toBeLessThan(1);
    expect(segments.at(-1)!.end).toBeGreaterThan(9);
  });

  test("MEET-3 at most a tenth of the words of five readings is wrong", async () => {
    const folder = join(sounds, "librivox");
    const lines = readFileSync(join(folder, "transcription"), "utf8").trim().split("\n");
    const all = lines.map((line) => {
      const [, said, name] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line)!;
      return { said: said!, samples: samplesOf(join(folder, `${name}.wav`)) };
    });
    const file = stored(
      "readings.wav",
      wavOf(joined(...all.flatMap(({ samples }) => [samples, silence(1)])), 16_000),
    );
    const segments = await transcribe(file);
    const said = all.map(({ said: text }) => text).join(" ");
    expect(wrongWords(textOf(segments), said) / wordsOf(said).length).toBeLessThanOrEqual(0.1);
    for (const [at, { start, end }] of segments.entries()) {
      expect(end - start).toBeLessThanOrEqual(17);
      expect(start).toBeGreaterThanOrEqual((segments[at - 1]?.end ?? 0) - 0.5);
    }
  });

  test("MEET-2 each side of a call keeps its words", async () => {
    const reading = samplesOf(join(sounds, "librivox", "sense_and_sensibility_01_austen_64kb-0890.wav"));
    const file = stored("call.wav", call(samplesOf(jfk), joined(silence(12), reading)));
    const segments = await transcribe(file);
    const of = (speaker: string) => textOf(segments.filter((segment) => segment.speaker === speaker));
    expect(wrongWords(of("You"), spoken)).toBeLessThanOrEqual(4);
    expect(of("Others").toLowerCase()).toContain("rather selfish");
    expect(segments.at(-1)!.speaker).toBe("Others");
  });

  test("MEET-3 the same sound on both channels is one recording", async () => {
    const segments = await transcribe(stored("twice.wav", call(samplesOf(jfk), samplesOf(jfk))));
    expect(wrongWords(textOf(segments), spoken)).toBeLessThanOrEqual(4);
    expect(segments.every(({ speaker }) => speaker === null)).toBe(true);
  });

  test("MEET-3 silence, a tone and noise hold no words", async () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647 - 0.5;
    };
    const noise = Float32Array.from({ length: 5 * 16_000 }, () => random() * 0.1);
    expect(await transcribe(stored("tone.wav", wavOf(silenceAndTone(), 16_000)))).toEqual([]);
    expect(await transcribe(stored("noise.wav", wavOf(joined(silence(2), noise), 16_000)))).toEqual([]);
  });

  test("MEET-3 a recording that breaks off is heard up to there", async () => {
    const whole = readFileSync(join(sounds, "formats", "jfk.webm"));
    const text = textOf(await transcribe(stored("cut.webm", whole.subarray(0, whole.length * 0.6))));
    expect(text.toLowerCase()).toContain("my fellow american");
    expect(wordsOf(text).length).toBeLessThan(20);
  });

  test.each([
    ["nothing", Buffer.alloc(0), "unsupported_format"],
    ["a text", Buffer.from("Dear diary"), "unsupported_format"],
    ["only the beginning of a recording", Buffer.from("OggS\0\x02OpusHead"), "unreadable_audio"],
  ])("MEET-3 %s is refused with a sentence", async (name, bytes, cause) => {
    const failed = await transcribe(stored(`${name}.wav`, bytes)).catch((error: unknown) => error);
    expect(failed).toMatchObject({ name: "SpeechError", message: expect.stringMatching(/\.$/) });
    // Where there is an ffmpeg, it finds that these are no audio.
    expect([cause, "unreadable_audio"]).toContain((failed as { cause: string }).cause);
  });

  test("MEET-3 cancelling kills the process, and leaves no files behind", async () => {
    const stop = new AbortController();
    const children: ChildProcess[] = [];
    const started = (child: ChildProcess) => {
      children.push(child);
      if (children.length === 2) stop.abort(new Error("cancelled"));
    };
    await expect(transcribe(jfk, { signal: stop.signal }, started)).rejects.toThrow("cancelled");
    expect(children[1]!.signalCode).toBe("SIGKILL");
    expect(readdirSync(work).filter((name) => /^run-|lock/.test(name))).toEqual([]);
  });

  test("MEET-3 a killed process is started again where it stopped, once", async () => {
    let starts = 0;
    const killOnce = (child: ChildProcess) => {
      if (++starts === 2) child.once("spawn", () => child.kill("SIGKILL"));
    };
    expect(wrongWords(textOf(await transcribe(jfk, {}, killOnce)), spoken)).toBeLessThanOrEqual(4);
    expect(starts).toBe(3);

    starts = 0;
    const killAlways = (child: ChildProcess) => {
      if (++starts > 1) child.once("spawn", () => child.kill("SIGKILL"));
    };
    await expect(transcribe(jfk, {}, killAlways)).rejects.toMatchObject({ cause: "failed" });
    expect(starts).toBe(3);
  });

  test("MEET-3 a transcription goes on from a second", async () => {
    const reading = samplesOf(join(sounds, "librivox", "sense_and_sensibility_01_austen_64kb-0880.wav"));
    const file = stored("two.wav", wavOf(joined(samplesOf(jfk), silence(2), reading), 16_000));
    const segments = await transcribe(file, { from: [11.5] });
    expect(textOf(segments).toLowerCase()).toContain("young man");
    expect(textOf(segments).toLowerCase()).not.toContain("country");
    expect(segments[0]!.start).toBeGreaterThan(11.5);
  });

  test("MEET-3 a process that hangs is killed after two minutes and started again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let starts = 0;
    const stopOnce = (child: ChildProcess) => {
      if (++starts !== 2) return;
      child.once("spawn", () => {
        child.kill("SIGSTOP");
        vi.advanceTimersByTime(120_000);
      });
    };
    try {
      expect(wrongWords(textOf(await transcribe(jfk, {}, stopOnce)), spoken)).toBeLessThanOrEqual(4);
      expect(starts).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test("MEET-3 an M4A is converted by the system's ffmpeg, or a sentence says what to do", async () => {
    const folder = mkdtempSync(join(tmpdir(), "zippy-ffmpeg-"));
    const before = process.env.PATH;
    const file = stored("recording.m4a", Buffer.from("\0\0\0\x20ftypM4A \0\0"));
    try {
      process.env.PATH = folder;
      await expect(transcribe(file)).rejects.toMatchObject({
        cause: "unsupported_format",
        message: expect.stringContaining("MP3"),
      });
      // A substitute for ffmpeg, which always writes the speech.
      writeFileSync(join(folder, "ffmpeg"), `#!/bin/sh\nfor last; do :; done\n/bin/cp ${jfk} "$last"\n`, {
        mode: 0o755,
      });
      expect(wrongWords(textOf(await transcribe(file)), spoken)).toBeLessThanOrEqual(4);
      writeFileSync(join(folder, "ffmpeg"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
      await expect(transcribe(file)).rejects.toMatchObject({ cause: "unreadable_audio" });
    } finally {
      process.env.PATH = before;
    }
  });

  test("MEET-3 a speech server gets each side of a call as WAV, but no silence", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request.setEncoding("latin1")) body += piece;
      bodies.push(body);
      const segments = [{ start: 0.5, end: 2, text: `Piece ${bodies.length}` }];
      response.end(JSON.stringify({ text: "", segments }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    atEnd(() => new Promise((resolve) => server.close(resolve)));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const opened: { bytesSent: number }[] = [];
    const ledger = {
      opened: async (one: { bytesSent: number }) => String(opened.push(one)),
      closed: async () => undefined,
    };
    const heard = async (file: string, from: number[]) => {
      const speech = speechServerIn({ STT_BASE_URL: url, STT_UPLOAD_LIMIT: "1" })!;
      const { withDecoded, withPlainWav } = createInstalledEngine(engineFolder(speechDataDir), work);
      const decoders = { all: withDecoded, plainWav: withPlainWav };
      const options = {
        from,
        seconds: null,
        signal: new AbortController().signal,
        teamId: "t",
        subjectId: null,
      };
      const all: TranscriptSegment[] = [];
      for await (const { segments } of transcribeWithServer(speech, ledger, file, options, decoders))
        all.push(...segments);
      return all;
    };
    // One megabyte holds half a minute, so the left side takes two pieces and the right one only the second.
    const talk = samplesOf(jfk);
    const file = stored("long-call.wav", call(joined(talk, talk, talk, talk), joined(silence(33), talk)));
    expect(
      (await heard(file, [])).map(({ start, speaker, text }) => [Math.floor(start), speaker, text]),
    ).toEqual([
      [0, "You", "Piece 1"],
      [expect.toSatisfy((start: number) => start > 15 && start < 32), "You", "Piece 2"],
      [expect.toSatisfy((start: number) => start > 15 && start < 32), "Others", "Piece 3"],
    ]);
    expect(bodies.every((body) => body.includes("RIFF") && body.length < 1_000_000)).toBe(true);
    expect(opened.map(({ bytesSent }) => bytesSent)).toEqual(bodies.map(({ length }) => length));
    bodies.length = 0;
    expect((await heard(file, [40])).map(({ start }) => Math.floor(start))).toEqual([40, 40]);
    // Each side goes on where it was.
    expect((await heard(file, [38, 40])).map(({ start, speaker }) => [Math.floor(start), speaker])).toEqual([
      [38, "You"],
      [40, "Others"],
    ]);
  });

  test("MEET-3 an engine with a damaged file or of another version isn't used, and says so", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "zippy-data-"));
    const source = join(projectRoot, "speech");
    const installer = createEngineInstaller({ source, dataDir, npm: undefined });
    const filter = (from: string) => !/(?:ready|tokens)\.txt$/.test(from);
    cpSync(engineFolder(speechDataDir), installer.folder, {
      recursive: true,
      verbatimSymlinks: true,
      filter,
    });
    expect([installer.isUnchecked(), await installer.isReady()]).toEqual([true, false]);
    const { signal } = new AbortController();
    const steps: string[] = [];
    await installer.check((step) => steps.push(step), signal);
    expect([steps, await installer.isReady()]).toEqual([["checking", "testing"], true]);

    // A processor that can't run the model would end its process here.
    const native = createRequire(join(installer.folder, "package.json")).resolve("sherpa-onnx-node");
    const working = readFileSync(native, "utf8");
    const dies = "module.exports.OfflineRecognizer.prototype.decode = () => process.abort();";
    writeFileSync(native, `${working}\n${dies}`);
    await expect(installer.check(() => undefined, signal)).rejects.toThrow(/can't run on Zippy's server/);
    writeFileSync(native, working);

    appendFileSync(join(installer.folder, modelFiles.voice.path), "x");
    await expect(installer.check(() => undefined, signal)).rejects.toThrow(/silero.* is missing or damaged/);
    appendFileSync(join(installer.folder, "package-lock.json"), " ");
    await expect(installer.check(() => undefined, signal)).rejects.toThrow(/another version/);
    await installer.remove();
    expect([installer.isUnchecked(), await installer.isReady()]).toEqual([false, false]);
  });
});
