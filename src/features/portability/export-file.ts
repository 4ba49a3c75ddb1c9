import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { z } from "zod";
import { AppError } from "../../shared/app-error";
import { exportFormat } from "./contract";

/** What `manifest.json`, the last file of an export, says. docs/export-format.md describes it. */
const Manifest = z.object({
  format: z.literal(exportFormat.name),
  version: z.int(),
  /** As in `structureVersion`: larger is newer. */
  structure: z.number(),
  exportedAt: z.string(),
  team: z.object({ id: z.uuid(), name: z.string() }),
  tables: z.array(
    z.object({
      table: z.string(),
      file: z.string(),
      rows: z.int(),
      columns: z.array(z.string()),
    }),
  ),
  people: z.int(),
  blobs: z.array(z.object({ id: z.string(), file: z.string(), bytes: z.int() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Bytes that a manifest has at most. */
const largestManifest = 64 * 1024 * 1024;
/** Bytes that a row has at most. */
const longestRow = 256 * 1024 * 1024;
/** How many times its size a file may unpack to. Rows of an export shrink to a tenth at the least. */
const mostRatio = 300;
/** Below this size (bytes), a high ratio is harmless. */
const harmless = 64 * 1024 * 1024;

/** Why an export can't be read, as a sentence. */
function refuse(sentence: string, cause?: unknown): never {
  throw new AppError("invalid_input", sentence, { cause });
}

const damaged = (cause?: unknown): never =>
  refuse("This export is damaged or incomplete. Download it again; nothing was restored.", cause);

/** An opened export. */
export interface ExportFile {
  manifest: Manifest;
  /** The lines of a file. @throws AppError with a sentence if it is damaged. */
  lines(name: string): AsyncGenerator<string>;
  /** The bytes of a file. */
  bytes(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Opens an export without unpacking it to the disk.
 *
 * @throws AppError with a sentence if the file is damaged, something else, made by a newer Zippy, or unpacks to
 * more than an export does.
 */
export async function openExport(path: string): Promise<ExportFile> {
  const zip = await openZip(path);
  try {
    const entries = await entriesOf(zip);
    const opened = {
      async *bytes(name: string): AsyncGenerator<Buffer> {
        const entry = entries.get(name);
        if (!entry) return damaged();
        yield* contentOf(zip, entry);
      },
      lines: (name: string) => linesOf(opened.bytes(name)),
      close: () => zip.close(),
    };
    const manifest = await manifestOf(entries, opened.bytes);
    return { ...opened, manifest };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(path: string): Promise<ZipFile> {
  const begin = await firstBytes(path);
  if (begin.length === 0) refuse("This file is empty.");
  if (begin.toString("latin1", 0, 2) !== "PK")
    refuse(
      "This isn't a team export of Zippy: it's no zip file. Choose the file that Settings → Data → Export saved.",
    );
  try {
    return await yauzl.openPromise(path, { autoClose: false });
  } catch (cause) {
    return damaged(cause);
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    for await (const piece of createReadStream(path, { end: 3 })) return piece as Buffer;
    return Buffer.alloc(0);
  } catch (cause) {
    return refuse(`Can't read the file ${path}.`, cause);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let [packed, unpacked] = [0, 0];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName as string, entry);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
    }
  } catch (cause) {
    damaged(cause);
  }
  // Entries that share their bytes add up to more than the file.
  if (packed > zip.fileSize || (unpacked > harmless && unpacked > zip.fileSize * mostRatio))
    refuse("This file unpacks to far more than an export of Zippy does, so it was refused.");
  return entries;
}

async function manifestOf(
  entries: Map<string, Entry>,
  bytes: (name: string) => AsyncGenerator<Buffer>,
): Promise<Manifest> {
  const entry = entries.get("manifest.json");
  if (!entry || entry.uncompressedSize > largestManifest)
    return refuse("This zip isn't a team export of Zippy: it has no manifest.json.");
  const pieces: Buffer[] = [];
  for await (const piece of bytes("manifest.json")) pieces.push(piece);
  const text = Buffer.concat(pieces).toString("utf8");
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    return damaged(cause);
  }
  const { format, version } = (content ?? {}) as { format?: unknown; version?: unknown };
  if (format !== exportFormat.name)
    refuse("This zip isn't a team export of Zippy: its manifest.json is another program's.");
  if (typeof version === "number" && version > exportFormat.version) newer();
  const parsed = Manifest.safeParse(content);
  return parsed.success ? parsed.data : damaged(parsed.error);
}

/** Refuses what a newer Zippy has exported. */
export function newer(): never {
  refuse("This export was made by a newer version of Zippy. Update this Zippy first, then restore it.");
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let [sum, size] = [0, 0];
  try {
    const stream = (await zip.openReadStreamPromise(entry)) as Readable;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum);
      size += piece.length;
      yield piece;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    damaged(cause);
  }
  if (sum !== entry.crc32 || size !== entry.uncompressedSize) damaged();
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const started: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      started.push(piece.subarray(from, end));
      yield Buffer.concat(started).toString("utf8");
      started.length = 0;
      length = 0;
      from = end + 1;
    }
    started.push(piece.subarray(from));
    length += piece.length - from;
    if (length > longestRow) refuse("This export has a row that is far too long, so it was refused.");
  }
  if (length > 0) damaged();
}
