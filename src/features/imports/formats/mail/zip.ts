import type { Readable } from "node:stream";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ReportProblem } from "../../../mail/raw-mail";
import type { ArchiveFile } from "../chat-message";

const mostUnpacked = 8 * 1024 ** 3;
const mostRatio = 200;
/** Files of a zip that are kept in mind. */
const mostFiles = 500_000;
/** Below this size a high ratio harms nobody. */
const harmless = 64 * 1024 ** 2;
const bomb = "It unpacks to far more than mail ever does, so it was refused.";

/** An open zip: its files by name, each to be opened as often as needed. */
export interface OpenZip {
  /** Files whose names and sizes are in order; the others have been reported. */
  files: ReadonlyMap<string, ArchiveFile>;
  /** Texts first where the zip holds a chat: which files belong to its messages shows only in them. */
  ordered(): ArchiveFile[];
  /** Whether a message that was read before names this file as its own. */
  passOver(file: ArchiveFile): boolean;
  /** Reports what can be told only after everything was read. */
  end(): void;
  close(): void;
}

/**
 * Opens a zip; nothing of it is written to disk.
 *
 * Refused with a sentence each: names that leave the archive, encrypted entries, entries or wholes that unpack beyond
 * 8 GB or 200 times their size. The `__MACOSX` copies that macOS adds hold no messages and are passed over.
 *
 * @returns undefined when it cannot be read, which has been reported.
 */
export async function openZip(
  path: string,
  name: string,
  report: ReportProblem,
): Promise<OpenZip | undefined> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { decodeStrings: false, autoClose: false });
  } catch {
    report({
      where: name,
      reason: "The zip file is cut off or damaged: the directory at its end cannot be read.",
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
        damage = `It holds more than ${mostFiles.toLocaleString("en-US")} files; the first of them were read.`;
        break;
      }
      sizes.set(shortName(entryName), entry.uncompressedSize);
      chats ||= /\.(?:txt|json|csv)$/i.test(entryName);
      const open = () => openEntry(zip, entry, entryName, sum);
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
      else if (files.size === 0) report({ where: name, reason: "The zip file holds no files." });
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

async function* openEntry(zip: ZipFile, entry: Entry, name: string, sum: Sum): AsyncGenerator<Buffer> {
  const refusal = refusalOf(entry, name, sum, zip.fileSize);
  if (refusal) throw new Refusal(refusal);
  let stream: Readable;
  try {
    stream = await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw new Refusal(`It could not be unpacked: ${(error as Error).message}.`);
  }
  yield* stream as AsyncIterable<Buffer>;
}

/** Why a file of a zip is not read; the message is a sentence. */
export class Refusal extends Error {}

/** What was unpacked so far. */
interface Sum {
  packed: number;
  unpacked: number;
  counted: Set<Entry>;
}

function refusalOf(entry: Entry, name: string, sum: Sum, fileSize: number): string | null {
  if (yauzl.validateFileName(name)) return "Its name leads out of the archive, so it was refused.";
  if (entry.isEncrypted()) return "It is encrypted: unpack it with its password and add what is inside.";
  if (!entry.canDecodeFileData()) return "It is packed in a way that cannot be unpacked here: zip it again.";
  if (entry.uncompressedSize > harmless && entry.uncompressedSize > entry.compressedSize * mostRatio)
    return bomb;
  // some are read twice
  if (!sum.counted.has(entry)) {
    sum.counted.add(entry);
    sum.packed += entry.compressedSize;
    sum.unpacked += entry.uncompressedSize;
  }
  // entries that share their bytes add up to more than the file has
  const tooMuch = sum.packed > fileSize || sum.unpacked > fileSize * mostRatio;
  return sum.unpacked > mostUnpacked || (tooMuch && sum.unpacked > harmless) ? bomb : null;
}

function nameOf(entry: Entry): string {
  return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);
}

/**
 * Passes a stream on until it has unpacked too much.
 *
 * @param packed - bytes read so far of what is being unpacked.
 * @throws Error with a sentence when the limits of `openZip` are passed.
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
