import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { atEnd } from "../support/at-end";

/** Whether a process can have a disk of its own here. It needs root and Linux. */
export const hasSmallDisk =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("unshare", ["-m", "sh", "-c", "mount -t tmpfs none /mnt"], { stdio: "ignore" }).status === 0;

export interface SmallDisk {
  /** The program, with its arguments, that starts another one which sees the disk. */
  through: string[];
  /** Where others find a file of the disk. */
  seen(path: string): string;
  /** Takes all of the space that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
}

/**
 * Mounts a disk in memory over a folder. Only processes started through it see it, and it is gone when they and the
 * test file have ended, however they end.
 */
export async function startSmallDisk(folder: string, megabytes: number): Promise<SmallDisk> {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=755 none "$0" && echo mounted && exec cat`;
  const holder = spawn("unshare", ["-m", "sh", "-c", mount, folder], { stdio: ["pipe", "pipe", "inherit"] });
  atEnd(() => void holder.stdin.end());
  await once(holder.stdout, "data");
  const seen = (path: string) => join(`/proc/${holder.pid}/root`, path);
  const ballast = seen(join(folder, "ballast"));
  return {
    through: ["nsenter", "-m", "-t", String(holder.pid)],
    seen,
    fill() {
      const file = openSync(ballast, "w");
      try {
        for (let size = 8 * 2 ** 20; size >= 1; size = Math.floor(size / 2))
          writeAll(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

function writeAll(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) > 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
