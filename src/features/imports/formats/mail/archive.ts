import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isMailHead, readHeaders } from "../../../mail/mail-headers";
import type { MailSource, RawMail, ReportProblem } from "../../../mail/raw-mail";
import { openChat } from "../chat-kind";
import { type ArchiveFile, nameOf, type Reading } from "../chat-message";
import { isSlackExport, readSlackExport } from "../slack/slack-export";
import { type CutMail, MboxSplitter, readPostmark, SingleMail, undatedPostmark } from "./mbox";
import { limitUnpacked, openZip, Refusal } from "./zip";

/** Bytes read at once. */
const chunkSize = 256 * 1024;
const headSize = 64 * 1024;

/** How a file is read where nobody says: for nobody in particular, with clocks on UTC. */
const plainReading = { timeZone: "UTC", ownerAddress: null, note: () => undefined };

/**
 * Reads the messages of one file, told apart by content: mail (an mbox, plain or gzip, or one EML), a WhatsApp chat, a
 * Telegram export, a table (CSV), or a zip of them; a Slack export is a zip.
 *
 * Memory stays bounded by the largest mail kept (25 MB). Nothing is left out silently: what yields no message goes to
 * `report`, and reading goes on behind it; what was taken for granted or passed over goes to `note`.
 *
 * @param name - what the user calls the file; used in positions and reports.
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
  else yield* readFile({ file: name, entry: null, open: () => openFile(path, isGzip(start)) }, full);
}

async function* readZip(path: string, name: string, reading: Reading): AsyncGenerator<RawMail> {
  const zip = await openZip(path, name, reading.report);
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
 * Reads one file by what it begins with.
 *
 * @param passOver - whether a file that holds no messages needs no report: it belongs to a message read before.
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

/** The first bytes of a file, and all of it; an error met on the way comes where it stands. */
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

/** Reads the mails of one stream, an mbox or a single mail. A stream that fails midway still yields what came before. */
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

/** The reader for a stream that begins so, or the sentence that says why there is none. */
function chooseReader(head: Buffer): MailReader | string {
  const start = withoutLead(head);
  if (start.length === 0) return "The file is empty.";
  if (isZip(start) || isGzip(start))
    return "An archive inside an archive is not opened: unpack it and add it by itself.";
  if (start.toString("latin1", 0, 4) === "\xd0\xcf\x11\xe0")
    return "This is an Outlook message (.msg): save the mail as EML, or export the folder as mbox.";
  if (start.toString("latin1", 0, 4) === "!BDN")
    return "This is an Outlook data file (.pst): export its folders as mbox or EML.";
  const lineEnd = start.indexOf("\n");
  const firstLine = start.toString("latin1", 0, lineEnd < 0 ? 1000 : Math.min(lineEnd, 1000)).trimEnd();
  if (readPostmark(firstLine)) return new MboxSplitter();
  const undated = undatedPostmark.test(firstLine);
  const headersAt = /^>?From /.test(firstLine) && lineEnd >= 0 ? lineEnd + 1 : 0;
  if (isMailHead(readHeaders(start, headersAt)) && beginsLikeHeader(start, headersAt))
    return undated ? new MboxSplitter({ undated }) : new SingleMail();
  // cut off at its front, but mails follow
  if (holdsSeparator(start)) return new MboxSplitter();
  return unknownFile;
}

const unknownFile =
  "This is not a mail file, and no chat export that is known here: mbox, EML, an export of Slack, WhatsApp or Telegram, or a CSV table of messages.";

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

/** A byte-order mark and empty lines before the first header mean nothing. */
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

function openFile(path: string, gzip: boolean): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: chunkSize });
  if (!gzip) return file;
  const unpacked = createGunzip({ chunkSize });
  // the error reaches the reader through `unpacked`
  pipeline(file, unpacked, () => {});
  return limitUnpacked(unpacked, () => file.bytesRead);
}

const sentences: Record<string, string> = {
  ENOENT: "The file does not exist.",
  EISDIR: "This is a folder: name the files in it.",
  EACCES: "The file may not be read: its permissions forbid it.",
  EPERM: "The file may not be read: its permissions forbid it.",
  Z_BUF_ERROR: "The archive is cut off: only what stands before the cut was read.",
  Z_DATA_ERROR: "The archive is damaged: only what stands before the damage was read.",
};

/** A sentence for an error met while reading. */
export function unreadable(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return sentences[code] ?? `It could not be read on: ${message}.`;
}
