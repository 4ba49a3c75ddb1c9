import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { MailSource, RawMail, ReportProblem } from "./raw-mail";

const mostUnpacked = 8 * 1024 ** 3;
const mostRatio = 200;
/** Below this size a high ratio harms nobody. */
const harmless = 64 * 1024 ** 2;
const bomb = "It unpacks to far more than mail ever does, so it was refused.";

type ReadMails = (
  chunks: AsyncIterable<Buffer>,
  source: MailSource,
  report: ReportProblem,
) => AsyncGenerator<RawMail>;

/**
 * Reads the mails of every mbox and EML in a zip, one entry at a time and never to disk.
 *
 * Refused with a sentence each: names that leave the archive, encrypted entries, archives inside, entries or wholes
 * that unpack beyond 8 GB or 200 times their size. The `__MACOSX` copies that macOS adds hold no mail and are passed over.
 */
export async function* readZip(
  path: string,
  name: string,
  report: ReportProblem,
  read: ReadMails,
): AsyncGenerator<RawMail> {
  let zip: ZipFile;
  try {
    zip = await yauzl.openPromise(path, { decodeStrings: false, autoClose: false });
  } catch {
    report({
      where: name,
      reason: "The zip file is cut off or damaged: the directory at its end cannot be read.",
    });
    return;
  }
  try {
    yield* readEntries(zip, name, report, read);
  } finally {
    zip.close();
  }
}

async function* readEntries(
  zip: ZipFile,
  name: string,
  report: ReportProblem,
  read: ReadMails,
): AsyncGenerator<RawMail> {
  const sum = { packed: 0, unpacked: 0, files: 0 };
  try {
    for await (const entry of zip.eachEntry()) {
      const entryName = nameOf(entry);
      if (entryName.endsWith("/") || entryName.startsWith("__MACOSX/")) continue;
      sum.files++;
      const where = `${name}, ${entryName}`;
      const refusal = refusalOf(entry, entryName, sum, zip.fileSize);
      if (refusal) report({ where, reason: refusal });
      else yield* readEntry(zip, entry, { file: name, entry: entryName }, report, read);
      if (refusal === bomb && sum.unpacked > mostUnpacked) return;
    }
    if (sum.files === 0) report({ where: name, reason: "The zip file holds no files." });
  } catch (error) {
    report({ where: name, reason: `The zip file is damaged: ${(error as Error).message}.` });
  }
}

async function* readEntry(
  zip: ZipFile,
  entry: Entry,
  source: MailSource,
  report: ReportProblem,
  read: ReadMails,
) {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    yield* read(stream, source, report);
  } catch (error) {
    report({
      where: `${source.file}, ${source.entry}`,
      reason: `It could not be unpacked: ${(error as Error).message}.`,
    });
  }
}

function refusalOf(
  entry: Entry,
  name: string,
  sum: { packed: number; unpacked: number },
  fileSize: number,
): string | null {
  if (yauzl.validateFileName(name)) return "Its name leads out of the archive, so it was refused.";
  if (entry.isEncrypted()) return "It is encrypted: unpack it with its password and add what is inside.";
  if (!entry.canDecodeFileData()) return "It is packed in a way that cannot be unpacked here: zip it again.";
  if (entry.uncompressedSize > harmless && entry.uncompressedSize > entry.compressedSize * mostRatio)
    return bomb;
  sum.packed += entry.compressedSize;
  sum.unpacked += entry.uncompressedSize;
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
 * @throws Error with a sentence when the limits of `readZip` are passed.
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
