import { printable } from "../../mail/charset";
import type { RawMail } from "../../mail/raw-mail";
import { EncodingCheck, encodingOf, type TextEncoding } from "../../mail/text-encoding";
import type { ArchiveFile, Reading } from "./chat-message";
import { asTable, readTable } from "./csv/csv-file";
import { isTelegramExport, readTelegramExport } from "./telegram/telegram-export";
import { readWhatsAppChat } from "./whatsapp/whatsapp-chat";
import { isWhatsAppChat } from "./whatsapp/whatsapp-line";

/**
 * A header, a separator line or a tag. Most files are mail, so they are recognized before anything is
 * decoded.
 */
const looksLikeMail = /^(?:\xef\xbb\xbf)?\s*(?:[!-9;-Z\\^-z|}~][!-9;-~]{0,75}:(?:[ \t]|\r?\n)|>?From |<)/;
/** Maximum bytes of a table's first row. */
const tableHead = 16 * 1024;

/**
 * Opens the messages of a chat export or a table.
 *
 * @param head - the first bytes of the file, at least 64 KB if the file is longer.
 * @returns null if it is neither; a sentence if it is one but can't be imported.
 */
export function openChat(
  file: ArchiveFile,
  head: Buffer,
  reading: Reading,
): AsyncGenerator<RawMail> | string | null {
  if (looksLikeMail.test(head.toString("latin1", 0, 120))) return null;
  const encoding = encodingOf(head);
  if (encoding === "utf-8" && head.subarray(0, 2000).includes(0)) return null;
  const text = textOf(head, encoding);
  const start = text.trimStart();
  if (isWhatsAppChat(start)) return readWhatsAppChat(file, encoding, reading);
  if (start.startsWith("{") || start.startsWith("[")) return json(file, start, encoding, reading);
  const table = asTable(text.slice(0, tableHead));
  if (typeof table !== "string") return table && readTable(file, encoding, table, reading);
  return /\.(?:csv|tsv|tab)$/i.test(file.entry ?? file.file) ? table : null;
}

function json(
  file: ArchiveFile,
  start: string,
  encoding: TextEncoding,
  reading: Reading,
): AsyncGenerator<RawMail> | string | null {
  if (isTelegramExport(start)) return readTelegramExport(file, encoding, reading);
  if (/^\[\s*\{/.test(start) && /"ts"\s*:\s*"\d+\.\d+"/.test(start))
    return "This is one day of a Slack export. Add the whole zip file from Slack, so that names and conversations are known.";
  if (/^[[{]\s*["{[\]}]/.test(start))
    return "Unknown JSON format. For Telegram, add the result.json file from Telegram Desktop. For Slack, add the whole zip file.";
  return null;
}

/** Decodes the first bytes, even if they end inside a character. */
function textOf(head: Buffer, encoding: TextEncoding): string {
  const text = new TextDecoder(encoding === "windows-1252" ? "utf-8" : encoding).decode(head);
  const check = new EncodingCheck();
  check.add(text);
  return check.western && encoding === "utf-8" ? printable(head.toString("latin1")) : text;
}
