import { createHash } from "node:crypto";
import { subjectKey } from "../../../mail/mail";
import type { RawMail } from "../../../mail/raw-mail";
import { decoded, EncodingCheck, linesOf, type TextEncoding } from "../../../mail/text-encoding";
import {
  type ArchiveFile,
  type ChatMessage,
  chatMessage,
  nameOf,
  type Reading,
  toRawMail,
} from "../chat-message";
import { type DateOrder, DateOrderVote, orderNames } from "../date-order";
import { unreadableAfter } from "../unreadable";
import { type Columns, columnsSentence, guessColumns, holdsMessages, missingColumns } from "./csv-columns";
import { dayIn, leavesZoneOpen, readTableDate } from "./csv-dates";
import { type TableForm, tableForm, tableRows } from "./csv-rows";

/** A table without a header row: the four columns of Slack's own CSV import. */
const slackColumns: Columns = { date: 0, channel: 1, sender: 2, text: 3 };

const slackRow = (cells: readonly string[]): boolean =>
  cells.length === 4 && /^\d{10}(?:\.\d+)?$/.test(cells[0]?.trim() ?? "");

interface Table {
  form: TableForm;
  header: string[];
  columns: Columns;
  /** The first row is a message, too. */
  headless: boolean;
}

/**
 * Detects whether a text is a table of messages.
 *
 * @param head - the beginning of the text.
 * @returns null if it isn't a table; a sentence if it is one without recognizable messages.
 */
export function asTable(head: string): Table | string | null {
  const found = tableForm(head, (cells) => slackRow(cells) || holdsMessages(guessColumns(cells)));
  if (!found) return null;
  const { form, first: header } = found;
  const headless = slackRow(header);
  const columns = headless ? slackColumns : guessColumns(header);
  return holdsMessages(columns) ? { form, header, columns, headless } : missingColumns(header, columns);
}

/**
 * Reads the messages of a table (CSV), one per row. Needs two passes, because the order of day and month
 * shows only in the whole file. Keeps a few hundred rows and a number per row in memory.
 *
 * Identifies a message by its id column and text, or by all its cells and the number of identical rows before
 * it.
 */
export async function* readTable(
  source: ArchiveFile,
  encoding: TextEncoding,
  table: Table,
  reading: Reading,
): AsyncGenerator<RawMail> {
  const where = nameOf(source);
  const damaged = (location: string, reason: string) =>
    reading.report({ where: location, reason, damaged: 1 });
  let index = 0;
  try {
    const scan = await scanTable(source, encoding, table, reading.timeZone);
    addNotes(where, table, scan, reading);
    const known = new Map<string, number>();
    for await (const row of rowsOf(source, scan.encoding, table)) {
      index++;
      const location = `${where}, line ${row.line}`;
      const message = row.cells && toMessage(row.cells, table, scan.order, known, reading);
      if (!message) damaged(location, row.problem ?? "This row has neither a date nor a text.");
      else {
        message.problem = row.problem ?? message.problem;
        yield toRawMail(source, index, message, "row");
      }
    }
  } catch (error) {
    damaged(where, unreadableAfter(error, index, "row"));
  }
}

interface Scan {
  encoding: TextEncoding;
  order: DateOrder;
  reason: string;
  /** Some dates are numbers in an ambiguous order. */
  numbers: boolean;
  /** Some dates leave open in which time zone they are. */
  zoneOpen: boolean;
}

async function scanTable(
  source: ArchiveFile,
  encoding: TextEncoding,
  table: Table,
  timeZone: string,
): Promise<Scan> {
  const vote = new DateOrderVote();
  const check = new EncodingCheck();
  let numbers = false;
  let zoneOpen = false;
  const { date = 0 } = table.columns;
  async function* checked() {
    for await (const text of decoded(source.open(), encoding)) {
      check.add(text);
      yield text;
    }
  }
  for await (const { cells } of withoutHeader(tableRows(linesOf(checked()), table.form), table)) {
    const written = cells?.[date] ?? "";
    zoneOpen ||= leavesZoneOpen(written);
    const day = dayIn(written);
    if (!day) continue;
    vote.add(day);
    numbers ||= !day.yearFirst;
  }
  const western = encoding === "utf-8" && check.western;
  return { encoding: western ? "windows-1252" : encoding, numbers, zoneOpen, ...vote.decide(timeZone) };
}

function rowsOf(source: ArchiveFile, encoding: TextEncoding, table: Table) {
  return withoutHeader(tableRows(linesOf(decoded(source.open(), encoding)), table.form), table);
}

async function* withoutHeader<T>(rows: AsyncIterable<T>, { headless }: Table): AsyncGenerator<T> {
  let first = !headless;
  for await (const row of rows) {
    if (!first) yield row;
    first = false;
  }
}

function addNotes(where: string, { header, columns, headless }: Table, scan: Scan, reading: Reading): void {
  reading.note(
    headless
      ? `${where} is a table without column names. It was read as time, channel, sender, text.`
      : `${where} is a table. Columns used: ${columnsSentence(header, columns)}.`,
  );
  if (scan.numbers)
    reading.note(`Dates in ${where} were read ${orderNames[scan.order]} because ${scan.reason}.`);
  if (scan.zoneOpen) reading.note(`Times without a zone in ${where} were read as ${reading.timeZone} time.`);
  if (columns.sender === undefined)
    reading.note(`${where} has no sender column. To show senders, name a column “sender”.`);
}

const tooManyCells =
  "This row has more cells than the table has columns. The extra cells were added to its text.";

/** Null for a row with neither date nor text. */
function toMessage(
  cells: string[],
  { columns, header, form }: Table,
  order: DateOrder,
  known: Map<string, number>,
  { timeZone }: Reading,
): ChatMessage | null {
  const cell = (role: keyof Columns): string => {
    const index = columns[role];
    return index === undefined ? "" : (cells[index] ?? "").trim();
  };
  const date = [cell("date"), cell("time")].filter(Boolean).join(" ");
  const surplus = cells.slice(header.length).filter(Boolean);
  const content = [cell("text"), ...surplus].filter(Boolean).join(`${form.delimiter} `);
  const attachments = splitList(cell("attachments"), /[;|\n]|,\s/);
  if (!date && !content && attachments.length === 0) return null;
  const { name, address } = mailbox(cell("sender"), cell("address"));
  const sentAt = readTableDate(date, order, timeZone);
  const channel = cell("channel");
  const externalId = idOf(cell("id"), cells, content, known);
  const day = sentAt?.toISOString().slice(0, 10) ?? date;
  const thread = cell("thread") || (cell("subject") && subjectKey(cell("subject")));
  return chatMessage({
    externalId,
    threadKey: `csv:${channel}:${thread || (channel ? day : externalId)}`,
    fromName: name,
    fromAddress: address,
    senderKey: name || address ? `csv:${(address ?? name)?.toLowerCase()}` : null,
    ownerSent: null,
    subject: cell("subject") || null,
    to: [...splitList(cell("to"), /[;,]/), ...(channel ? [`#${channel.replace(/^#/, "")}`] : [])],
    cc: splitList(cell("cc"), /[;,]/),
    content,
    sentAt,
    attachments: attachments.map((file) => ({ name: file, type: "application/octet-stream", size: 0 })),
    problem: sentAt ? (surplus.length > 0 ? tooManyCells : null) : "This row has no readable date.",
  });
}

/** For example "Ann Lee <ann@example.org>", "ann@example.org" or "Ann Lee". */
function mailbox(sender: string, address: string): { name: string | null; address: string | null } {
  const [, label = "", inside = ""] = /^"?(.*?)"?\s*<([^<>\s]+@[^<>\s]+)>$/.exec(sender) ?? [];
  if (inside) return { name: label || inside, address: inside };
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(sender)) return { name: sender, address: sender };
  const own = /^[^\s@<>]+@[^\s@<>]+$/.test(address) ? address : null;
  return { name: sender.replace(/^"(.+)"$/, "$1") || address || null, address: own };
}

function splitList(text: string, by: RegExp): string[] {
  return text
    .split(by)
    .map((part) => part.trim())
    .filter(Boolean)
    .slice(0, 500);
}

function idOf(id: string, cells: string[], content: string, known: Map<string, number>): string {
  const hash = createHash("sha256")
    .update(id ? content : cells.map((cell) => cell.trim()).join("\u001f"))
    .digest("base64url")
    .slice(0, 22);
  if (id) return `csv:${id.slice(0, 200)}#${hash}`;
  const count = (known.get(hash) ?? 0) + 1;
  known.set(hash, count);
  return `csv:${hash}${count > 1 ? `:${count}` : ""}`;
}
