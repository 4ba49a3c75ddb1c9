import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { minute } from "../../../shared/durations";
import type { InstallStep } from "../contract";
import { engineFolder, modelFiles, readyFile, tokensFile } from "./engine-files";
import { vocabularyIn } from "./engine-packages";
import { EngineCrash, runEngine } from "./engine-run";
import { createInstalledEngine } from "./installed-engine";
import { modelRate } from "./resample";
import { silenceAndTone } from "./test-sound";
import { wavOf } from "./wav-file";

/** An installation that failed, with a sentence for people. */
export class InstallError extends Error {
  override name = "InstallError";
}

/** The packages unpacked, with room for the download's cache (bytes). */
const neededSpace = 250 * 1024 ** 2;
/** Longest that the download may take (milliseconds). */
const longestDownload = 15 * minute;
/**
 * How long to wait before each further attempt (milliseconds), as npm waits by itself. Left to npm, a package with a
 * wrong hash would be fetched again as often as one that the network lost, which takes more than two minutes.
 */
const waits = [10_000, 60_000];
/** What another attempt doesn't change, by npm's code: a wrong hash, a refusal, a full disk. */
const lasting = /^(?:EINTEGRITY|E4(?!08|20|29)\d\d|ENOSPC|EACCES|EPERM|EROFS|EUSAGE)$/;
/** The model has more outputs than the tokenizer has words. */
const vocabularySize = 32_768;

/**
 * Installs, checks and removes the engine in the data folder.
 *
 * @param source - the folder with the pinned package list, `speech/` of the project.
 * @param npm - path of the npm that started this process; without it, the system's.
 */
export function createEngineInstaller({
  source,
  dataDir,
  npm,
  wait = (length, signal) => setTimeout(length, undefined, { signal }),
}: {
  source: string;
  dataDir: string;
  npm: string | undefined;
  /** Waits before another attempt (milliseconds). */
  wait?: (length: number, signal: AbortSignal) => Promise<unknown>;
}) {
  const folder = engineFolder(dataDir);
  const packages = ["package.json", "package-lock.json", "stub"];
  const lockHash = async (of: string) =>
    createHash("sha256")
      .update(await readFile(join(of, "package-lock.json")))
      .digest("hex");

  /** Checks every file's content, makes the token list, transcribes silence and a tone, and runs the model on them. */
  async function prepare(at: string, onStep: (step: InstallStep) => void, signal: AbortSignal) {
    onStep("checking");
    if ((await lockHash(at)) !== (await lockHash(source)))
      throw new InstallError("These packages belong to another version of Zippy. Install them again.");
    for (const { path, sha256 } of Object.values(modelFiles))
      if ((await hashOf(join(at, path))) !== sha256)
        throw new InstallError(`${path.split("/").at(-1)} is missing or damaged. Install the engine again.`);
    await writeFile(join(at, tokensFile), await tokensOf(at));
    signal.throwIfAborted();
    onStep("testing");
    await test(at, signal);
    await writeFile(join(at, readyFile), await lockHash(source));
  }

  async function test(at: string, signal: AbortSignal): Promise<void> {
    const work = join(dirname(folder), "test");
    const file = join(work, "tone.wav");
    await mkdir(work, { recursive: true, mode: 0o700 });
    try {
      await writeFile(file, wavOf(silenceAndTone(), modelRate));
      const heard: string[] = [];
      for await (const { segments } of createInstalledEngine(at, work).transcribe(file, { from: [], signal }))
        heard.push(...segments.map(({ text }) => text));
      if (heard.length > 0)
        throw new InstallError("The engine heard words in a tone, so it doesn't work here.");
      for await (const message of runEngine(at, { task: "try" }, signal))
        if (message.type === "failed") throw new EngineCrash(message.detail);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof InstallError) throw error;
      throw new InstallError(
        "The engine can't run on Zippy's server. It needs Linux with glibc 2.32, macOS or Windows, on x64 or arm64.",
      );
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /** Downloads the packages, again where the network or the registry failed. */
  async function download(into: string, signal: AbortSignal): Promise<void> {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(longestDownload)]);
    for (let attempt = 0; ; attempt++) {
      const failure = await tryDownload(into, npm, ending);
      signal.throwIfAborted();
      if (!failure) return;
      const pause = waits[attempt];
      if (failure.lasts || pause === undefined || ending.aborted) throw failure.error;
      await wait(pause, ending).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  return {
    folder,

    /** Whether the engine is installed, has passed its test, and belongs to this version. */
    async isReady(): Promise<boolean> {
      const marked = await readFile(join(folder, readyFile), "utf8").catch(() => null);
      return marked !== null && marked === (await lockHash(source));
    },

    /** Whether somebody copied the packages here by hand and nobody checked them yet. */
    isUnchecked: (): boolean =>
      existsSync(join(folder, "node_modules")) && !existsSync(join(folder, readyFile)),

    /** Downloads the pinned packages, checks and tests them, and only then replaces what is there. */
    async install(onStep: (step: InstallStep) => void, signal: AbortSignal): Promise<void> {
      const draft = `${folder}.new`;
      await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(dirname(folder));
      if (bavail * bsize < neededSpace)
        throw new InstallError("There is too little free disk space. The engine needs 250 MB to install.");
      await rm(draft, { recursive: true, force: true });
      try {
        for (const name of packages) await cp(join(source, name), join(draft, name), { recursive: true });
        onStep("downloading");
        await download(draft, signal);
        await prepare(draft, onStep, signal);
        await rm(folder, { recursive: true, force: true });
        await rename(draft, folder);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },

    /** Checks and tests what was copied here by hand. */
    check: (onStep: (step: InstallStep) => void, signal: AbortSignal): Promise<void> =>
      prepare(folder, onStep, signal),

    async remove(): Promise<void> {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Runs npm once, which checks every package against the hashes of the lock. No script of a package is run.
 *
 * @returns what failed, and whether another attempt would fail too; null if everything is there.
 */
async function tryDownload(
  folder: string,
  npm: string | undefined,
  signal: AbortSignal,
): Promise<{ error: InstallError; lasts: boolean } | null> {
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=0"];
  const [command, first] = npm?.endsWith("npm-cli.js") ? [process.execPath, [npm]] : ["npm", []];
  const child = spawn(command, [...first, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let said = "";
  let started = true;
  child.stderr?.on("data", (piece: Buffer) => {
    said = (said + piece.toString()).slice(-4000);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => {
      started = false;
      resolve(null);
    });
    child.once("close", resolve);
  });
  if (code === 0) return null;
  const reason = /^npm (?:error|ERR!) code (\w+)/m.exec(said)?.[1] ?? "";
  const sentence = /EINTEGRITY/.test(said)
    ? "A downloaded package doesn't have the expected content. Nothing was installed."
    : "The packages couldn't be downloaded from the npm registry. Check the network of Zippy's server, or copy the engine here by hand.";
  return { error: new InstallError(sentence), lasts: !started || lasting.test(reason) };
}

async function hashOf(file: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    return hash.digest("hex");
  } catch {
    return null;
  }
}

/** One line for each word of the tokenizer: its bytes in base64, and its number. */
async function tokensOf(folder: string): Promise<string> {
  const words = await vocabularyIn(folder);
  const lines: string[] = [];
  for (let id = 0; id < vocabularySize; id++) {
    const word = words[id] ?? `<unused_${id}>`;
    const byte = /^<0x([0-9A-F]{2})>$/i.exec(word)?.[1];
    lines.push(`${(byte ? Buffer.from(byte, "hex") : Buffer.from(word)).toString("base64")} ${id}`);
  }
  return `${lines.join("\n")}\n`;
}
