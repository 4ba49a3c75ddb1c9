import yauzl, { type Entry, type ZipFile } from "yauzl";
import { DamagedEntry, unpackedBytes } from "../../../../server/zip/zip-reader";
import type { ArchiveFile, Reading } from "../chat-message";
import { ChangedSince, Refusal } from "../unreadable";

const mostUnpacked = 8 * 1024 ** 3;
const mostRatio = 200;
/** Maximum number of files listed per zip. */
const mostFiles = 500_000;
/** Below this size, a high compression ratio is harmless. */
const harmless = 64 * 1024 ** 2;
const bomb = "This unpacks to far more than mail ever does, so it was refused.";
const changedSince =
  "This file was damaged after it was zipped, so what was read from it may be wrong. Export or download it again.";

/** An open zip: its files by name. Each can be opened repeatedly. */
export interface OpenZip {
  /** Files with valid names and sizes. The others have been reported. */
  files: ReadonlyMap<string, ArchiveFile>;
  /** Texts first if the zip contains a chat, because only they tell which files belong to messages. */
  ordered(): ArchiveFile[];
  /** True if an earlier message refers to this file. */
  passOver(file: ArchiveFile): boolean;
  /** Reports what is only known after everything was read. */
  end(): void;
  close(): void;
}

/**
 * Opens a zip without writing to disk.
 *
 * Refuses, with a sentence each: names that point outside the archive, encrypted entries, and entries or
 * totals that unpack beyond 8 GB or 200 times their size. Skips the `__MACOSX` copies that macOS adds.
 *
 * @returns undefined if the zip is unreadable, after reporting it.
 */
export async function openZip(
  path: string,
  name: string,
  { report, reached }: Pick<Reading, "report" | "reached">,
): Promise<OpenZip | undefined> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { decodeStrings: false, autoClose: false });
  } catch {
    report({
      where: name,
      reason: "The zip file is cut off or damaged: the directory at its end is unreadable.",
    });
    return undefined;
  }
  const files = new Map<string, ArchiveFile>();
  const sizes = new Map<string, number>();
  const used = new Set<string>();
  let chats = false;
  let damage: string | null = null;
  const sum: Sum = { packed: 0, unpacked: 0, counted: new Set() };
  const sizeBeside = (wanted: string): number | undefined => {
    const size = sizes.get(wanted);
    if (size !== undefined) used.add(wanted);
    return size;
  };
  try {
    for await (const entry of zip.eachEntry()) {
      const entryName = nameOf(entry);
      if (entryName.endsWith("/") || entryName.startsWith("__MACOSX/")) continue;
      if (files.size >= mostFiles) {
        damage = `The zip file contains more than ${mostFiles.toLocaleString("en-US")} files. Only the first ones were read.`;
        break;
      }
      sizes.set(shortName(entryName), entry.uncompressedSize);
      chats ||= /\.(?:txt|json|csv)$/i.test(entryName);
      const open = () => openEntry(zip, entry, entryName, sum, reached);
      files.set(entryName, { file: name, entry: entryName, open, sizeBeside });
    }
  } catch (error) {
    damage = `The zip file is damaged: ${(error as Error).message}.`;
  }
  return {
    files,
    ordered: () => (chats ? [...files.values()].toSorted((a, b) => rank(a) - rank(b)) : [...files.values()]),
    passOver: ({ entry }) => entry !== null && used.has(shortName(entry)),
    end() {
      if (damage) report({ where: name, reason: damage });
      else if (files.size === 0) report({ where: name, reason: "The zip file contains no files." });
    },
    close: () => zip.close(),
  };
}

function rank({ entry }: ArchiveFile): number {
  return /\.(?:txt|json|csv)$/i.test(entry ?? "") ? 0 : 1;
}

function shortName(name: string): string {
  return name.split("/").at(-1) as string;
}

async function* openEntry(
  zip: ZipFile,
  entry: Entry,
  name: string,
  sum: Sum,
  reached: Reading["reached"],
): AsyncGenerator<Buffer> {
  const refusal = refusalOf(entry, name, sum, zip.fileSize);
  if (refusal) throw new Refusal(refusal);
  let unpacked = 0;
  try {
    for await (const chunk of unpackedBytes(zip, entry)) {
      unpacked += chunk.length;
      reached?.(entry, Math.round((unpacked / entry.uncompressedSize) * entry.compressedSize));
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DamagedEntry) throw new ChangedSince(changedSince);
    // The errors of zlib have their own sentences.
    if (unpacked > 0 || (error as NodeJS.ErrnoException).code) throw error;
    throw new Refusal(`Unpacking failed: ${(error as Error).message}.`);
  }
}

/** Totals unpacked so far. */
interface Sum {
  packed: number;
  unpacked: number;
  counted: Set<Entry>;
}

function refusalOf(entry: Entry, name: string, sum: Sum, fileSize: number): string | null {
  if (yauzl.validateFileName(name))
    return "The name of this file points outside the archive, so it was refused.";
  if (entry.isEncrypted()) return "This file is encrypted. Unpack it with its password and add the result.";
  if (!entry.canDecodeFileData())
    return "This file uses an unsupported compression. Zip it again with standard settings.";
  if (entry.uncompressedSize > harmless && entry.uncompressedSize > entry.compressedSize * mostRatio)
    return bomb;
  // some are read twice
  if (!sum.counted.has(entry)) {
    sum.counted.add(entry);
    sum.packed += entry.compressedSize;
    sum.unpacked += entry.uncompressedSize;
  }
  // entries that share their bytes add up to more than the file size
  const tooMuch = sum.packed > fileSize || sum.unpacked > fileSize * mostRatio;
  return sum.unpacked > mostUnpacked || (tooMuch && sum.unpacked > harmless) ? bomb : null;
}

function nameOf(entry: Entry): string {
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

/**
 * Passes a stream on until it has unpacked too much.
 *
 * @param packed - compressed bytes read so far.
 * @throws Error with a sentence if it exceeds the limits of `openZip`.
 */
export async function* limitUnpacked(
  chunks: AsyncIterable<Buffer>,
  packed: () => number,
): AsyncGenerator<Buffer> {
  let unpacked = 0;
  for await (const chunk of chunks) {
    unpacked += chunk.length;
    if (unpacked > mostUnpacked || (unpacked > harmless && unpacked > packed() * mostRatio))
      throw new Error(bomb);
    yield chunk;
  }
}
