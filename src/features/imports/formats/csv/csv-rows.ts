import { parse } from "csv-parse/sync";

/** The syntax of a table. */
export interface TableForm {
  delimiter: string;
  /** Escapes a quotation mark in a quoted cell: a second one, or a backslash. */
  escapeSign: '"' | "\\";
}

/** A row and the number of its first line. `cells` is null if the row couldn't be parsed. */
export interface TableRow {
  line: number;
  cells: string[] | null;
  /** A sentence if its quotation marks aren't paired. */
  problem: string | null;
}

/** Maximum lines per row. Shrinks after every unclosed quotation mark, which keeps parsing fast. */
const mostLines = 2000;
const leastLines = 20;
const mostLetters = 2_000_000;
const batchRows = 500;

const unpaired =
  "The quotation marks in this row aren't paired. Rows after it may have become part of its text.";
const neverClosed = "A quotation mark in this line is never closed, so the line was skipped.";

/** Splits a table into rows. Unpaired quotation marks only affect their own row. */
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

/** Joins lines into rows, because a quoted cell may contain line breaks. */
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

  /** The first open line is damaged; parses the others again. */
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

/** Whether a quoted cell is open at the end of the line, and whether a quotation mark is misplaced. */
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

/** True if only spaces remain before the end of the cell. */
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

/** The cells of a row, ignoring quotation marks. */
function plainCells(text: string, { delimiter }: TableForm): string[] {
  return text.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/s, "$1"));
}

/** Null if the parser fails. */
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
 * Detects the syntax of a table and its first row from its beginning.
 *
 * @param wanted - whether a first row makes sense. The syntax that passes with the most cells wins.
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
