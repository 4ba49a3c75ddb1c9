import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { AppError } from "../../shared/app-error";

/** How many times its size a zip of ours may unpack to. */
const mostRatio = 300;
/** Below this size (bytes), a high ratio is harmless. */
const harmless = 64 * 1024 * 1024;

/** What a zip should be, for its refusals. */
export interface ZipKind {
  /** Such as "a team export of Zippy". */
  name: string;
  /** Which file to choose instead. */
  instead: string;
}

/** An opened zip of ours. */
export interface OpenedZip {
  /** The unpacked size of a file (bytes); undefined if there is none. */
  sizeOf(name: string): number | undefined;
  names(): string[];
  /** The bytes of a file. @throws AppError with a sentence if it is damaged. */
  bytes(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Refuses a file with a sentence. */
export function refuseFile(sentence: string, cause?: unknown): never {
  throw new AppError("invalid_input", sentence, { cause });
}

/** Refuses a file whose content isn't what was written. */
export const refuseDamaged = (cause?: unknown): never =>
  refuseFile(
    "This file is damaged or incomplete, so nothing was restored. Get it again from where it came from.",
    cause,
  );

/**
 * Opens a zip without unpacking it to the disk, and checks the sum of everything that is read.
 *
 * @throws AppError with a sentence if it is damaged, something else, or unpacks to more than such a file does.
 */
export async function openOwnZip(path: string, kind: ZipKind): Promise<OpenedZip> {
  const zip = await open(path, kind);
  try {
    const entries = await entriesOf(zip, kind);
    return {
      sizeOf: (name) => entries.get(name)?.uncompressedSize,
      names: () => [...entries.keys()],
      async *bytes(name) {
        const entry = entries.get(name);
        if (!entry) return refuseDamaged();
        yield* contentOf(zip, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function open(path: string, { name, instead }: ZipKind): Promise<ZipFile> {
  const begin = await firstBytes(path);
  if (begin.length === 0) refuseFile("This file is empty.");
  if (begin.toString("latin1", 0, 2) !== "PK") refuseFile(`This isn't ${name}: it's no zip file. ${instead}`);
  try {
    return await yauzl.openPromise(path, { autoClose: false });
  } catch (cause) {
    return refuseDamaged(cause);
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    for await (const piece of createReadStream(path, { end: 3 })) return piece as Buffer;
    return Buffer.alloc(0);
  } catch (cause) {
    return refuseFile(`Can't read the file ${path}.`, cause);
  }
}

async function entriesOf(zip: ZipFile, { name }: ZipKind): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName as string, entry);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
    }
  } catch (cause) {
    refuseDamaged(cause);
  }
  // Entries that share their bytes add up to more than the file.
  if (packed > zip.fileSize || (unpacked > harmless && unpacked > zip.fileSize * mostRatio))
    refuseFile(`This file unpacks to far more than ${name} does, so it was refused.`);
  return entries;
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* unpackedBytes(zip, entry);
  } catch (cause) {
    refuseDamaged(cause);
  }
}

/** The bytes of a file in any zip. @throws DamagedEntry, after the last ones if they aren't what was zipped. */
export async function* unpackedBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let [sum, size] = [0, 0];
  const stream = (await zip.openReadStreamPromise(entry)) as Readable;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    sum = crc32(piece, sum);
    size += piece.length;
    yield piece;
  }
  if (sum !== entry.crc32 || size !== entry.uncompressedSize) throw new DamagedEntry();
}

/** The bytes of a file in a zip could be unpacked, but aren't what was zipped. */
export class DamagedEntry extends Error {}

/** A JSON file of a zip. @throws AppError with a sentence if it isn't there, or no JSON. */
export async function readJson(zip: OpenedZip, name: string, { name: kind }: ZipKind): Promise<unknown> {
  if ((zip.sizeOf(name) ?? Number.POSITIVE_INFINITY) > harmless)
    refuseFile(`This zip isn't ${kind}: it has no ${name}.`);
  const pieces: Buffer[] = [];
  for await (const piece of zip.bytes(name)) pieces.push(piece);
  try {
    return JSON.parse(Buffer.concat(pieces).toString("utf8"));
  } catch (cause) {
    return refuseDamaged(cause);
  }
}
