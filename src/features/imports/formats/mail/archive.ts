import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isMailHead, readHeaders } from "../../../mail/mail-headers";
import type { MailSource, RawMail, ReportProblem } from "../../../mail/raw-mail";
import { openChat } from "../chat-kind";
import { type ArchiveFile, nameOf, type Reading } from "../chat-message";
import { isSlackExport, readSlackExport } from "../slack/slack-export";
import { unreadable } from "../unreadable";
import { type CutMail, MboxSplitter, readPostmark, SingleMail, undatedPostmark } from "./mbox";
import { limitUnpacked, openZip } from "./zip";

/** Bytes per read. */
const chunkSize = 256 * 1024;
const headSize = 64 * 1024;

/** Default reading: no owner, and times in UTC. */
const plainReading = { timeZone: "UTC", ownerAddress: null, note: () => undefined };

/**
 * Reads the messages of one file and detects its type from its content: mail (an mbox, plain or gzip, or one
 * EML), a WhatsApp chat, a Telegram export, a table (CSV), or a zip of them. A Slack export is a zip.
 *
 * Memory is bounded by the largest mail kept (25 MB). Nothing is skipped silently: input without messages
 * goes to `report`, and reading continues after it; assumptions and omissions go to `note`.
 *
 * @param name - the user's name for the file, for positions and reports.
 */
export async function* readArchive(
  path: string,
  name: string,
  report: ReportProblem,
  reading: Omit<Reading, "report"> = plainReading,
): AsyncGenerator<RawMail> {
  let start: Buffer;
  try {
    start = await firstBytes(path);
  } catch (error) {
    report({ where: name, reason: unreadable(error) });
    return;
  }
  const full: Reading = { ...reading, report };
  if (start.length === 0) report({ where: name, reason: "The file is empty." });
  else if (isZip(start)) yield* readZip(path, name, full);
  else
    yield* readFile(
      {
        file: name,
        entry: null,
        open: () => openFile(path, isGzip(start), (bytes) => reading.reached?.(start, bytes)),
      },
      full,
    );
}

async function* readZip(path: string, name: string, reading: Reading): AsyncGenerator<RawMail> {
  const zip = await openZip(path, name, reading);
  if (!zip) return;
  try {
    if (isSlackExport([...zip.files.keys()])) yield* readSlackExport(zip.files, reading);
    else for (const file of zip.ordered()) yield* readFile(file, reading, zip.passOver);
    zip.end();
  } finally {
    zip.close();
  }
}

/**
 * Reads one file based on its first bytes.
 *
 * @param passOver - whether a file without messages needs no report because an earlier message refers to it.
 */
async function* readFile(
  file: ArchiveFile,
  reading: Reading,
  passOver: (file: ArchiveFile) => boolean = () => false,
): AsyncGenerator<RawMail> {
  const { head, whole } = await peek(file);
  const chat = openChat(file, head, reading);
  if (typeof chat === "string") reading.report({ where: nameOf(file), reason: chat });
  else if (chat) yield* chat;
  else if (!passOver(file)) yield* fetchMails(whole, file, reading.report);
}

/**
 * Returns the first bytes of a file and a stream of all of it. A read error surfaces at its position in the
 * stream.
 */
async function peek(file: ArchiveFile): Promise<{ head: Buffer; whole: AsyncIterable<Buffer> }> {
  const chunks: Buffer[] = [];
  const rest = file.open()[Symbol.asyncIterator]();
  let size = 0;
  let failure: { error: unknown } | undefined;
  try {
    while (size < headSize) {
      const next = await rest.next();
      if (next.done) break;
      chunks.push(next.value);
      size += next.value.length;
    }
  } catch (error) {
    failure = { error };
  }
  async function* whole() {
    try {
      yield* chunks;
      if (failure) throw failure.error;
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, headSize), whole: whole() };
}

/**
 * Reads the mails of one stream, an mbox or a single mail. If the stream fails midway, it still yields what
 * came before.
 */
export async function* fetchMails(
  chunks: AsyncIterable<Buffer>,
  { file, entry }: MailSource,
  report: ReportProblem,
): AsyncGenerator<RawMail> {
  const where = nameOf({ file, entry });
  let reader: MailReader | null = null;
  let head: Buffer = Buffer.alloc(0);
  let index = 0;
  let failed = false;
  const location = (mail: CutMail): RawMail => ({ ...mail, position: { file, entry, index: ++index } });
  const begin = (): CutMail[] => {
    const opened = chooseReader(head);
    if (typeof opened === "string") {
      if (!failed) report({ where, reason: opened });
      return [];
    }
    reader = opened;
    return opened.push(withoutLead(head));
  };
  const read = (chunk: Buffer): CutMail[] | null => {
    if (reader) return reader.push(chunk);
    head = head.length ? Buffer.concat([head, chunk]) : chunk;
    if (head.length < headSize) return [];
    const cut = begin();
    return reader ? cut : null;
  };
  try {
    for await (const chunk of chunks) {
      const cut = read(chunk);
      if (!cut) return;
      for (const mail of cut) yield location(mail);
    }
  } catch (error) {
    report({ where, reason: unreadable(error) });
    failed = true;
  }
  if (!reader) for (const mail of begin()) yield location(mail);
  for (const mail of (reader as MailReader | null)?.end() ?? []) yield location(mail);
}

interface MailReader {
  push(chunk: Buffer): CutMail[];
  end(): CutMail[];
}

/** The parser for a stream with these first bytes, or a sentence why there is none. */
function chooseReader(head: Buffer): MailReader | string {
  const start = withoutLead(head);
  if (start.length === 0) return "The file is empty.";
  if (isZip(start) || isGzip(start))
    return "This is an archive inside an archive. Unpack it and add it separately.";
  if (start.toString("latin1", 0, 4) === "\xd0\xcf\x11\xe0")
    return "This is an Outlook message (.msg). Save the message as EML, or export the folder as mbox.";
  if (start.toString("latin1", 0, 4) === "!BDN")
    return "This is an Outlook data file (.pst). Export its folders as mbox or EML.";
  const lineEnd = start.indexOf("\n");
  const firstLine = start.toString("latin1", 0, lineEnd < 0 ? 1000 : Math.min(lineEnd, 1000)).trimEnd();
  if (readPostmark(firstLine)) return new MboxSplitter();
  const undated = undatedPostmark.test(firstLine);
  const headersAt = /^>?From /.test(firstLine) && lineEnd >= 0 ? lineEnd + 1 : 0;
  if (isMailHead(readHeaders(start, headersAt)) && beginsLikeHeader(start, headersAt))
    return undated ? new MboxSplitter({ undated }) : new SingleMail();
  // cut off at the front, but more mails follow
  if (holdsSeparator(start)) return new MboxSplitter();
  return unknownFile;
}

const unknownFile =
  "Unknown file type. Add mail (mbox or EML), a Slack, WhatsApp or Telegram export, or a CSV table of messages.";

function beginsLikeHeader(start: Buffer, at: number): boolean {
  return /^[!-9;-~]{1,100}[ \t]*:/.test(start.toString("latin1", at, at + 120));
}

function holdsSeparator(start: Buffer): boolean {
  for (let at = start.indexOf("\nFrom "); at >= 0; at = start.indexOf("\nFrom ", at + 1)) {
    const end = start.indexOf("\n", at + 1);
    if (end > 0 && readPostmark(start.toString("latin1", at + 1, end).trimEnd())) return true;
  }
  return false;
}

/** Skips a byte-order mark and empty lines before the first header. */
function withoutLead(head: Buffer): Buffer {
  let at = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  while (at < head.length && (head[at] === 0x0a || head[at] === 0x0d || head[at] === 0x20)) at++;
  return head.subarray(at);
}

function isZip(start: Buffer): boolean {
  return ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"].includes(start.toString("latin1", 0, 4));
}

function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function openFile(path: string, gzip: boolean, reached: (bytes: number) => void): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkSize });
  const onChunk = () => reached(file.bytesRead);
  if (!gzip) return observed(file, onChunk);
  const unpacked = createGunzip({ chunkSize });
  // the reader receives the error through `unpacked`
  pipeline(file, unpacked, () => {});
  return observed(
    limitUnpacked(unpacked, () => file.bytesRead),
    onChunk,
  );
}

async function* observed(chunks: AsyncIterable<Buffer>, onChunk: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    onChunk();
    yield chunk;
  }
}
