import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster";
import { endOrphans } from "./orphans";
import { PostgresError } from "./postgres-error";
import { findProcess, type ProcessInfo } from "./process";

/** PostgreSQL's main process. */
export type Postmaster = { pid: number; port: number };

/** How to start it. `port` is set if it must be this one. */
export type Launch = {
  programs: string;
  cluster: Cluster;
  settings: Record<string, string>;
  port?: number;
  log: (line: string) => void;
};

/** `child` is set if this process started it; otherwise it was adopted. */
export type RunningPostgres = { postmaster: Postmaster; child?: ChildProcess };

/** Temporary failures: leftovers of a killed postmaster, another start in progress, or a taken port. */
const passing = /still in use|lock file|could not bind|could not create any TCP/;
/** Backends of a killed postmaster are still running. */
const survivors = /still in use/;
/** How long they may last (milliseconds). On a busy machine, a surviving backend needs time to finish. */
const passingPatience = 30_000;
/** Longest pause between two attempts (milliseconds). */
const longestPause = 500;
/** True if a process started here has ended. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Starts a postmaster and waits until it accepts connections, or adopts the one that runs on this folder.
 *
 * If several try at once, PostgreSQL's own lock lets only one live, and the others adopt it.
 *
 * @throws PostgresError with the last lines of its log if it doesn't start.
 */
export async function bringUp(launch: Launch): Promise<RunningPostgres> {
  const { folder } = launch.cluster;
  const began = Date.now();
  const noticeAt = began + 5_000;
  let attempt: Attempt | undefined;
  let failures = 0;
  for (let noticed = false; ; ) {
    const found = findPostmaster(folder);
    if (found?.ready) {
      const child = attempt?.child;
      return child?.pid === found.pid && !hasEnded(child)
        ? { postmaster: found, child }
        : { postmaster: found };
    }
    if (!found && (!attempt || hasEnded(attempt.child))) {
      const reason = attempt && lastWords(launch, attempt);
      if (reason) failures++;
      if (reason && survivors.test(reason)) endOrphans(folder);
      const passes = reason && passing.test(reason) && Date.now() - began < passingPatience;
      if (reason && !passes && failures >= 2) {
        throw new PostgresError(`PostgreSQL doesn't start: ${reason} (more in ${logFile(launch)})`);
      }
      await sleep(Math.min(failures * 25, longestPause));
      attempt = await spawnPostmaster(launch, /could not bind|any TCP/.test(reason ?? ""));
    } else await sleep(5);

    if (!noticed && Date.now() > noticeAt) {
      noticed = true;
      launch.log("PostgreSQL is still starting or stopping. Waiting for it.");
    }
  }
}

/**
 * Stops a folder's postmaster, if one is running, and waits until it is gone.
 *
 * @throws PostgresError if it doesn't stop.
 */
export async function shutDown(folder: string): Promise<void> {
  const steps = [
    ["SIGTERM", 300], // smart: connections that are just closing may do so in peace
    ["SIGINT", 30_000], // fast: open transactions are rolled back, everything is written
    ["SIGQUIT", 10_000], // immediate: the next start recovers from the log
  ] as const;
  for (const [signal, patience] of steps) {
    const pid = findPostmaster(folder)?.pid;
    if (!pid) return;
    kill(pid, signal);
    const until = Date.now() + patience;
    while (Date.now() < until) {
      if (!findProcess(pid)) return; // The file disappears a moment before the process.
      await sleep(5);
    }
  }
  throw new PostgresError(`PostgreSQL in ${folder} doesn't stop.`);
}

/**
 * Reads postmaster.pid, which survives a killed postmaster. Source: PostgreSQL, src/include/utils/pidfile.h
 */
function findPostmaster(folder: string): (Postmaster & { ready: boolean }) | undefined {
  const file = join(folder, "postmaster.pid");
  const lines = readLines(file);
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  const found = findProcess(pid);
  if (found && isPostmaster(found, folder, Number(lines[2]))) {
    return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
  }
  // Once it names us, a postmaster that we have started may write it at any moment.
  if (lines.length > 2 && pid !== process.pid && kill(pid, 0)) disown(file, lines);
  return undefined;
}

function readLines(file: string): string[] {
  try {
    const text = readFileSync(file, "utf8");
    // Empty for an instant during a start, or permanently after a power cut; PostgreSQL then refuses to
    // start. After a power cut, the clock may be behind.
    if (text === "" && Math.abs(Date.now() - statSync(file).mtimeMs) > 10_000) rmSync(file, { force: true });
    return text.split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/**
 * Process ids are reused, so the id alone proves nothing. A postmaster's working directory is its data
 * folder.
 */
function isPostmaster(found: ProcessInfo, folder: string, startedAt: number): boolean {
  if (!found.name.startsWith("postgres")) return false;
  if (process.platform !== "linux") return Math.abs(Number(found.started) / 1000 - startedAt) < 10;
  try {
    return readlinkSync(`/proc/${found.pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

/**
 * PostgreSQL mistakes any process with the id in its file for a running postmaster, even a zombie, but
 * ignores its own parent's id. We keep the line about shared memory, which detects surviving backends.
 */
function disown(file: string, lines: string[]) {
  // Another process may have brought up a postmaster since we read it.
  if (readLines(file).join("\n") !== lines.join("\n")) return;
  const text = [process.pid, ...lines.slice(1)].join("\n");
  const fd = openSync(file, "r+");
  writeSync(fd, text, 0);
  ftruncateSync(fd, Buffer.byteLength(text));
  closeSync(fd);
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** `logFrom` is the byte offset of this attempt in the log file. */
type Attempt = { child: ChildProcess; logFrom: number };

async function spawnPostmaster(launch: Launch, portTaken: boolean): Promise<Attempt> {
  const { cluster, programs, settings } = launch;
  const port = launch.port ?? (await choosePort(launch, portTaken));
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const log = openLog(logFile(launch));
  const logFrom = fstatSync(log).size;
  try {
    // Detached, so that Ctrl-C only reaches the server, which stops the database after draining.
    const child = spawn(join(programs, "bin/postgres"), ["-D", cluster.folder, ...options], {
      ...cluster.account,
      cwd: cluster.folder,
      detached: true,
      env: {},
      stdio: ["ignore", log, log],
    });
    child.unref();
    await new Promise((done, fail) => child.once("spawn", done).once("error", fail));
    return { child, logFrom };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new PostgresError(
      `The PostgreSQL programs don't run on this system (${code}). Set DATABASE_URL to your own PostgreSQL server.`,
      { cause },
    );
  } finally {
    closeSync(log);
  }
}

const logFile = ({ cluster }: Launch) => join(dirname(cluster.folder), "postgres.log");

function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > 1_000_000) renameSync(file, `${file}.old`);
  return openSync(file, "a", 0o600);
}

function lastWords(launch: Launch, { logFrom }: Attempt): string {
  const lines = readFileSync(logFile(launch)).subarray(logFrom).toString().trimEnd().split("\n");
  const errors = lines.filter((line) => /FATAL|PANIC|could not|error/i.test(line));
  return (errors.length ? errors : lines).slice(-3).join(" ") || "it exited without a message";
}

/** Reuses the previous port if it is free, so that processes sharing the database find it again. */
async function choosePort(launch: Launch, portTaken: boolean): Promise<number> {
  const file = join(dirname(launch.cluster.folder), "postgres.port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (last && !portTaken && (await isFree(last))) return last;

  for (;;) {
    // Stay below the range for outgoing connections, which could take the port during a restart.
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (!(await isFree(port))) continue;
    writeFileSync(file, `${port}\n`);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer();
    probe.once("error", () => answer(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => answer(true)));
  });
}
