import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createEngineInstaller } from "../../src/features/speech/engine/engine-install";
import { createTurns } from "../../src/features/speech/engine/turns";
import { projectRoot } from "../../src/server/project-root";

const source = join(projectRoot, "speech");
const version = createHash("sha256")
  .update(readFileSync(join(source, "package-lock.json")))
  .digest("hex");
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");

/** Works as the data folder of a product that has the engine installed. Shared by all runs on this machine. */
export const speechDataDir = join(cache, "zippy", `speech-${version.slice(0, 12)}`);

/**
 * Installs the speech engine once per machine.
 *
 * @returns why there is none; null if it's installed.
 */
export async function missingSpeechEngine(): Promise<string | null> {
  mkdirSync(speechDataDir, { recursive: true });
  const { signal } = new AbortController();
  const release = await createTurns(join(speechDataDir, "install.lock")).take(signal);
  try {
    const installer = createEngineInstaller({
      source,
      dataDir: speechDataDir,
      npm: process.env.npm_execpath,
    });
    if (!(await installer.isReady())) await installer.install(() => undefined, signal);
    return null;
  } catch (error) {
    return `the speech engine can't be installed here: ${error instanceof Error ? error.message : error}`;
  } finally {
    await release();
  }
}

/** The processes of the engine that a server has started. */
export function enginesOf(server: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args]) => Number(parent) === server && args?.includes("engine-process"))
    .map(([, pid]) => Number(pid));
}
