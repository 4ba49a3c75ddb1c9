import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "../../src/server/project-root";

/**
 * The emulator's project and the audience of its ID tokens. "demo-" tells Firebase that no real project
 * exists.
 */
export const emulatedProject = "demo-zippy";

/** Longest start before it counts as failed (milliseconds). */
const startLimit = 180_000;
/** Longest wait to install firebase-tools, or for another process to install it (milliseconds). */
const installLimit = 300_000;
/** Timeout for the hook that starts the emulator, including the first start in a checkout (milliseconds). */
export const slowestStart = installLimit + startLimit;
/** Longest stop before the process is killed (milliseconds). */
const stopLimit = 5_000;

const folder = join(projectRoot, "test", "firebase");
const cache = join(projectRoot, ".cache");
/** The emulator's home folder. It keeps its users in memory and hasn't written anything there so far. */
const home = join(cache, "auth-emulator");

/** A running Auth emulator. */
export interface AuthEmulator {
  /** `127.0.0.1:port`, as in FIREBASE_AUTH_EMULATOR_HOST. It speaks plain HTTP. */
  host: string;
  /** Ends the process and waits until it is gone. Its users are lost. */
  stop(): Promise<void>;
}

/**
 * Starts Firebase's own Auth emulator, without users, on a free port of 127.0.0.1.
 *
 * The first start in a checkout installs firebase-tools (about 220 MB from the npm registry). After that it
 * needs neither network nor Java. Hooks that call it need {@link slowestStart} as their timeout.
 *
 * @throws Error with the reason if it can't be installed or doesn't respond within three minutes.
 */
export async function startAuthEmulator(): Promise<AuthEmulator> {
  await ensureInstalled();
  mkdirSync(home, { recursive: true });
  const child = fork(join(folder, "emulator-process.mjs"), [emulatedProject], {
    cwd: home,
    // An empty home, because firebase-tools reads settings there, including whether to report usage.
    env: { HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home },
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  try {
    const host = await hostOf(child);
    await checkAnswer(host);
    return { host, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Waits until the process reports its port. If it doesn't, throws with its output. */
async function hostOf(child: ChildProcess): Promise<string> {
  const output = outputOf(child);
  const limit = AbortSignal.timeout(startLimit);
  const outcome = await Promise.race([
    once(child, "message", { signal: limit }).then(([message]) => message as { port: number }),
    once(child, "close", { signal: limit }).then(([code, signal]) => `ended (${signal ?? code})`),
  ]).catch((error: Error) => (limit.aborted ? `was not ready after ${startLimit / 1000} s` : error.message));
  if (typeof outcome === "string")
    throw new Error(`The Auth emulator did not start: it ${outcome}.\n${output()}`);
  return `127.0.0.1:${outcome.port}`;
}

/** Collects the output of a process. */
function outputOf(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk;
    });
  }
  return () => output;
}

async function checkAnswer(host: string): Promise<void> {
  const response = await fetch(`http://${host}/`, { signal: AbortSignal.timeout(startLimit) });
  const { authEmulator } = (await response.json()) as { authEmulator?: { ready?: boolean } };
  if (!authEmulator?.ready) throw new Error(`The Auth emulator at ${host} doesn't report that it is ready.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopLimit);
  await exited;
  clearTimeout(timer);
}

/**
 * Installs the packages of test/firebase, unless exactly these are installed. Concurrent test files share one
 * install.
 */
async function ensureInstalled(): Promise<void> {
  if (isInstalled()) return;
  const unlock = await lock();
  try {
    if (isInstalled()) return;
    console.error("Installing the Firebase Auth emulator for the tests (once, about 220 MB)…");
    await install();
  } finally {
    unlock();
  }
}

async function install(): Promise<void> {
  const args = ["ci", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const ownNpm = process.env.npm_execpath;
  const [command, ...before] = ownNpm?.endsWith("npm-cli.js") ? [process.execPath, ownNpm] : ["npm"];
  const child = spawn(command as string, [...before, ...args], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: installLimit,
  });
  const output = outputOf(child);
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new Error(
      `Couldn't install firebase-tools in test/firebase. Is the npm registry reachable?\n${output()}`,
    );
}

/** npm writes its record of node_modules last, so an interrupted install doesn't count. */
function isInstalled(): boolean {
  const wanted = packagesIn("package-lock.json");
  const present = packagesIn("node_modules/.package-lock.json");
  return Object.entries(wanted).every(
    ([path, entry]) => path === "" || entry.optional || present[path]?.integrity === entry.integrity,
  );
}

function packagesIn(lockFile: string): Record<string, { integrity?: string; optional?: boolean }> {
  const text = read(join(folder, lockFile));
  return text ? JSON.parse(text).packages : {};
}

/** Waits until no other test file is installing. Returns a function that releases the lock. */
async function lock(): Promise<() => void> {
  const file = join(cache, "auth-emulator.lock");
  mkdirSync(cache, { recursive: true });
  for (const limit = Date.now() + installLimit; Date.now() < limit; await sleep(200)) {
    if (takes(file)) return () => rmSync(file, { force: true });
    const holder = read(file);
    if (holder && !isAlive(Number(holder))) rmSync(file, { force: true });
  }
  throw new Error(
    `Another process has been installing the Auth emulator for too long. It holds the lock ${file}.`,
  );
}

/**
 * Creates the lock file with this process's id, unless it exists. Uses a link, so nobody ever reads a partial
 * file.
 */
function takes(file: string): boolean {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  } finally {
    rmSync(own);
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
