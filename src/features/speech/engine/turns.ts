import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** How often a process looks whether another has finished (milliseconds). */
const lookEvery = 500;
/** After so long without a process id in it, the file's writer has ended (milliseconds). */
const writtenWithin = 5000;

/**
 * Lets one recording at a time be transcribed on this machine, whichever process asks. Within a process, first
 * come is first served.
 *
 * @param file - holds the id of the process whose turn it is.
 */
export function createTurns(file: string) {
  let last: Promise<void> = Promise.resolve();
  /** Recordings of this process that wait or are being transcribed. */
  let count = 0;

  /** @returns false if another process works, and `wait` is false. */
  async function lock(signal: AbortSignal, wait: boolean): Promise<boolean> {
    for (;;) {
      signal.throwIfAborted();
      try {
        await writeFile(file, String(process.pid), { flag: "wx" });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = await readFile(file, "utf8").catch(() => "");
      if (await isOver(file, holder)) await takeAway(file, holder);
      else if (!wait) return false;
      else await pause(lookEvery, undefined, { signal });
    }
  }

  async function enter(signal: AbortSignal, wait: boolean): Promise<(() => Promise<void>) | null> {
    const before = last;
    let settle: () => void = () => undefined;
    last = new Promise<void>((resolve) => {
      settle = resolve;
    });
    count++;
    const leave = () => {
      count--;
      settle();
    };
    try {
      await unlessAborted(before, signal);
      if (!(await lock(signal, wait))) {
        leave();
        return null;
      }
    } catch (error) {
      // Those behind still wait for the one before.
      void before.then(leave);
      throw error;
    }
    return async () => {
      await rm(file, { force: true });
      leave();
    };
  }

  return {
    /** Resolves when it is the caller's turn; the result ends it. */
    take: async (signal: AbortSignal): Promise<() => Promise<void>> =>
      (await enter(signal, true)) as () => Promise<void>,

    /** Like `take`, but null at once if anybody else waits or works. */
    takeIfFree: async (signal: AbortSignal): Promise<(() => Promise<void>) | null> =>
      count > 0 ? null : enter(signal, false),
  };
}

/** Whether the holder of a lock file has ended. A file exists a moment before its process id is in it. */
async function isOver(file: string, holder: string): Promise<boolean> {
  const pid = Number(holder);
  if (holder !== "") return pid === process.pid || !isAlive(pid);
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > writtenWithin;
}

/** Removes a lock that is over, unless another process has done so meanwhile and put its own in its place. */
async function takeAway(file: string, holder: string): Promise<void> {
  const taken = `${file}.${process.pid}`;
  const isThere = await rename(file, taken).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  if ((await readFile(taken, "utf8")) === holder) await rm(taken, { force: true });
  else await rename(taken, file);
}

/** Waits for a promise that never rejects, or throws the signal's reason. */
function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    void promise.then(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
  });
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
