import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Large files stored outside the database, such as uploads and audio. */
export interface Blobs {
  /** Stores a stream. If it breaks off, nothing is left behind. */
  write(stream: Readable): Promise<{ id: string; size: number }>;
  /** The path of the file, for readers that need one. */
  path(id: string): string;
  remove(id: string): Promise<void>;
}

/** Stores blobs as files in one folder. Processes on several machines must share it. */
export function openBlobs(folder: string): Blobs {
  const path = (id: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error("not a blob id");
    return join(folder, id);
  };
  return {
    async write(stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = randomUUID();
      try {
        await pipeline(stream, createWriteStream(path(id), { mode: 0o600 }));
      } catch (error) {
        await rm(path(id), { force: true });
        throw error;
      }
      return { id, size: (await stat(path(id))).size };
    },
    path,
    remove: (id) => rm(path(id), { force: true }),
  };
}
