import { randomUUID } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { AppError } from "../shared/app-error";

/** What a blob is. Each kind belongs to one feature, which alone removes blobs of this kind. */
export type BlobKind = "upload" | "audio";

/** Large files stored outside the database, such as uploads. */
export interface Blobs {
  /**
   * Stores a stream. If it breaks off, nothing is left behind.
   *
   * @param onBytes - is called with the length of each piece; what it throws ends the stream.
   */
  write(
    kind: BlobKind,
    stream: Readable,
    onBytes?: (bytes: number) => void,
  ): Promise<{ id: string; size: number }>;
  /**
   * Stores a stream under an id that another installation gave it. A part of it that is there already, because an
   * earlier attempt was broken off, is completed.
   *
   * @returns whether there was none before. Then nothing is left behind if it fails.
   * @throws AppError `conflict` if there is another one under this id.
   */
  restore(id: string, stream: Readable): Promise<boolean>;
  /** An id for a blob that grows by {@link Blobs.writeAt}. */
  newId(kind: BlobKind): string;
  /**
   * Writes bytes at a position, which is the blob's length so far, and ends the blob after them. Repeating it is
   * safe: what an interrupted attempt left behind is overwritten.
   */
  writeAt(id: string, position: number, bytes: Uint8Array): Promise<void>;
  /** Replaces bytes inside a blob; its length stays. */
  overwrite(id: string, position: number, bytes: Uint8Array): Promise<void>;
  /** The path of the file, for readers that need one. @throws Error for a link, which would lead out of the folder. */
  path(id: string): string;
  remove(id: string): Promise<void>;
  /** The ids of all blobs of a kind that nobody has written to since a time. */
  unchangedSince(kind: BlobKind, time: Date): Promise<string[]>;
}

/** Whether this can be the id of a blob. */
export const isBlobId = (id: string): boolean => blobName.test(id);

const blobName = /^(?:([a-z]+)_)?[0-9a-f-]{36}$/;

/** Stores blobs as files in one folder. Processes on several machines must share it. */
export function openBlobs(folder: string): Blobs {
  const path = (id: string): string => {
    if (!blobName.test(id)) throw new Error("not a blob id");
    return join(folder, id);
  };
  return {
    async write(kind, stream, onBytes = () => undefined) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = `${kind}_${randomUUID()}`;
      try {
        return { id, size: await fill(path(id), stream, onBytes) };
      } catch (error) {
        await rm(path(id), { force: true });
        throw error;
      }
    },
    async restore(id, stream) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const isNew = await stat(path(id)).then(
        () => false,
        () => true,
      );
      if (!isNew) await complete(path(id), stream);
      else
        await fill(path(id), stream, () => undefined).catch(async (error: unknown) => {
          await rm(path(id), { force: true });
          throw error;
        });
      return isNew;
    },
    newId: (kind) => `${kind}_${randomUUID()}`,
    async writeAt(id, position, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path(id), constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
      try {
        await writeAll(file, bytes, position);
        await file.truncate(position + bytes.length);
      } finally {
        await file.close();
      }
    },
    async overwrite(id, position, bytes) {
      const file = await open(path(id), constants.O_RDWR | constants.O_NOFOLLOW);
      await writeAll(file, bytes, position).finally(() => file.close());
    },
    path(id) {
      const found = path(id);
      if (lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error("a blob is no link");
      return found;
    },
    remove: (id) => rm(path(id), { force: true }),
    async unchangedSince(kind, time) {
      const names = await readdir(folder).catch(() => []);
      const old: string[] = [];
      for (const name of names) {
        const found = blobName.exec(name);
        // A name without a kind is an upload of an earlier version.
        if (!found || (found[1] ?? "upload") !== kind) continue;
        const file = await stat(join(folder, name)).catch(() => undefined);
        if (file && file.mtimeMs < time.getTime()) old.push(name);
      }
      return old;
    },
  };
}

/**
 * Writes a stream into a new file. An upload may be thousands of small files, and a stream into each of them takes three
 * times as long.
 *
 * @returns its size.
 */
async function fill(path: string, stream: Readable, onBytes: (bytes: number) => void): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let size = 0;
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      onBytes(piece.length);
      await file.writeFile(piece);
      size += piece.length;
    }
  } finally {
    await file.close();
  }
  return size;
}

/** Adds to a file what is missing of a stream. @throws AppError `conflict` for a file that doesn't begin like it. */
async function complete(path: string, stream: Readable): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    const { size } = await file.stat();
    let position = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      const known = await readAll(file, Math.min(piece.length, Math.max(0, size - position)), position);
      if (!known.equals(piece.subarray(0, known.length))) refuseOther();
      await writeAll(file, piece.subarray(known.length), position + known.length);
      position += piece.length;
    }
    if (position < size) refuseOther();
  } finally {
    await file.close();
  }
}

/** Reads so many bytes, though the system may give fewer at a time; fewer only at the file's end. */
async function readAll(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) return bytes.subarray(0, done);
    done += bytesRead;
  }
  return bytes;
}

/** Writes all bytes, though the system may take fewer at a time. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function refuseOther(): never {
  throw new AppError(
    "conflict",
    "Some of these files are already in this Zippy with another content, so nothing was restored. Restore it into an empty one.",
  );
}
