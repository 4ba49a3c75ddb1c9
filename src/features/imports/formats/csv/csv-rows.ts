import { parse } from "csv-parse/sync";

/** How a table is written. */
export interface TableForm {
  delimiter: string;
  /** What stands before a quotation mark inside a quoted cell: another one, or a backslash. */
  escapeSign: '"' | "\\";
}

/** One row, with the number of its first line. `cells` is null when the row could not be taken apart. */
export interface TableRow {
  line: number;
  cells: string[] | null;
  /** A sentence when its quotation marks do not pair up. */
  problem: string | null;
}

/** Lines one row may take; fewer after every mark that was never closed, so that reading on stays quick. */
const mostLines = 2000;
const leastLines = 20;
const mostLetters = 2_000_000;
const batchRows = 500;

const unpaired = "Its quotation marks do not pair up; rows behind it may have become part of its text.";
const neverClosed = "A quotation mark in it is never closed, so this line was left out.";

/** The rows of a table. A row whose quotation marks do not pair up costs itself, not those behind it. */
export async function* tableRows(lines: AsyncIterable<string[]>, form: TableForm): AsyncGenerator<TableRow> {
  const cutter = new RowCutter(form);
  for await (const batch of lines) {
    for (const line of batch) cutter.push(line);
    if (cutter.rows.length >= batchRows) yield* cells(cutter.take(), form);
  }
  cutter.end();
  yield* cells(cutter.take(), form);
}

interface CutRow {
  line: number;
  text: string;
  problem: string | null;
  lost?: true;
}

/** Puts lines together to rows: a quoted cell may hold line ends. */
class RowCutter {
  rows: CutRow[] = [];
  readonly #form: TableForm;
  #line = 0;
  #open: string[] = [];
  #letters = 0;
  #stray = false;
  #mostLines = mostLines;

  constructor(form: TableForm) {
    this.#form = form;
  }

  take(): CutRow[] {
    const taken = this.rows;
    this.rows = [];
    return taken;
  }

  push(text: string): void {
    this.#line++;
    this.#read(text);
    while (this.#open.length >= this.#mostLines || this.#letters > mostLetters) this.#giveUp();
  }

  end(): void {
    while (this.#open.length > 0) this.#giveUp();
  }

  #read(text: string): void {
    const begins = this.#open.length === 0;
    if (begins && !text.trim()) return;
    const state = quotesOf(text, !begins, this.#form);
    this.#stray = (!begins && this.#stray) || state.stray;
    this.#open.push(text);
    this.#letters += text.length;
    if (state.open) return;
    this.rows.push({
      line: this.#line - this.#open.length + 1,
      text: this.#open.join("\n"),
      problem: this.#stray ? unpaired : null,
    });
    this.#reset();
  }

  /** The first of the open lines is damaged; the others are read anew. */
  #giveUp(): void {
    const [first = "", ...others] = this.#open;
    this.#mostLines = Math.max(leastLines, this.#mostLines >> 1);
    this.#line -= others.length;
    this.rows.push({ line: this.#line, text: first, problem: neverClosed, lost: true });
    this.#reset();
    for (const text of others) {
      this.#line++;
      this.#read(text);
    }
  }

  #reset(): void {
    this.#open = [];
    this.#letters = 0;
    this.#stray = false;
  }
}

/** Whether a quoted cell is open at the line's end, and whether a mark stands where none may. */
function quotesOf(text: string, open: boolean, { delimiter, escapeSign }: TableForm) {
  let stray = false;
  let cellStart = !open;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (!open) {
      if (sign === '"' && cellStart) open = true;
      cellStart = sign === delimiter || (cellStart && sign === " ");
      continue;
    }
    if (sign === escapeSign && escapeSign === "\\") at++;
    else if (sign === '"') {
      const next = text[at + 1];
      if (next === '"' && escapeSign === '"') at++;
      else if (next === undefined || next === delimiter || closes(text, at + 1, delimiter)) open = false;
      else stray = true;
    }
  }
  return { open, stray };
}

/** Whether only spaces stand between here and the cell's end. */
function closes(text: string, from: number, delimiter: string): boolean {
  let at = from;
  while (text[at] === " ") at++;
  return at > from && (at === text.length || text[at] === delimiter);
}

function* cells(rows: CutRow[], form: TableForm): Generator<TableRow> {
  const whole = rows.filter((row) => !row.lost);
  const together = split(whole.map(({ text }) => text).join("\n"), form);
  let index = 0;
  for (const row of rows) {
    const { line, problem } = row;
    if (row.lost) yield { line, problem, cells: null };
    else {
      const read = together?.length === whole.length ? together[index++] : split(row.text, form)?.[0];
      yield read
        ? { line, problem, cells: read }
        : { line, problem: unpaired, cells: plainCells(row.text, form) };
    }
  }
}

/** The cells of a row whose quotation marks mean nothing. */
function plainCells(text: string, { delimiter }: TableForm): string[] {
  return text.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/s, "$1"));
}

/** Null when the parser cannot make sense of it. */
function split(text: string, { delimiter, escapeSign }: TableForm): string[][] | null {
  try {
    return parse(text, {
      delimiter,
      escape: escapeSign,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: "\n",
      trim: true,
    });
  } catch {
    return null;
  }
}

const delimiters = [",", ";", "\t", "|"];

/**
 * How a table that begins so is written, and its first row.
 *
 * @param wanted - whether a first row makes sense; of several forms the one that does and has the most cells is taken.
 */
export function tableForm(
  text: string,
  wanted: (cells: string[]) => boolean,
): { form: TableForm; first: string[]; fits: boolean } | null {
  const escapeSign = text.includes('\\"') && !text.includes('""') ? "\\" : '"';
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim());
  const found = delimiters.flatMap((delimiter) => {
    const form: TableForm = { delimiter, escapeSign };
    const first = split(lines[0] ?? "", form)?.[0];
    return first && first.length > 1 ? [{ form, first, fits: wanted(first) }] : [];
  });
  return (
    found.toSorted((a, b) => Number(b.fits) - Number(a.fits) || b.first.length - a.first.length)[0] ?? null
  );
}
