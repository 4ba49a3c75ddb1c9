import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Large bytes beside the database: uploads, audio. */
export interface Blobs {
  /** Stores a stream to its end; a stream that breaks leaves nothing behind. */
  write(stream: Readable): Promise<{ id: string; size: number }>;
  /** Where the bytes lie, for readers that need a file. */
  path(id: string): string;
  remove(id: string): Promise<void>;
}

/** Blobs as files in one folder; processes on several machines must share it. */
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
