import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** How often a process looks whether another has finished (milliseconds). */
const lookEvery = 500;

/**
 * Lets one recording at a time be transcribed on this machine, whichever process asks. Within a process, first
 * come is first served.
 *
 * @param file - holds the id of the process whose turn it is.
 */
export function createTurns(file: string) {
  let last: Promise<void> = Promise.resolve();

  async function lock(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      try {
        return await writeFile(file, String(process.pid), { flag: "wx" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const holder = Number(await readFile(file, "utf8").catch(() => ""));
      if (holder === process.pid || !isAlive(holder)) await rm(file, { force: true });
      else await wait(lookEvery, undefined, { signal });
    }
  }

  return {
    /** Resolves when it is the caller's turn; the result ends it. */
    async take(signal: AbortSignal): Promise<() => Promise<void>> {
      const before = last;
      let leave: () => void = () => undefined;
      last = new Promise<void>((resolve) => {
        leave = resolve;
      });
      try {
        await unlessAborted(before, signal);
        await lock(signal);
      } catch (error) {
        // Those behind still wait for the one before.
        void before.then(leave);
        throw error;
      }
      return async () => {
        await rm(file, { force: true });
        leave();
      };
    },
  };
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
