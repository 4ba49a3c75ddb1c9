import { stat } from "node:fs/promises";
import type pg from "pg";
import type { Blobs } from "../../server/blobs";
import { readCatalogue } from "../../server/catalogue";
import { fileBytes, type ZipEntry, zipped } from "../../server/zip/zip-writer";
import { exportFormat } from "./contract";
import type { Manifest } from "./export-file";
import { createRowsRepository, type RowsOf } from "./rows-repository";
import { findTeamTables, type TeamTable } from "./team-tables";

/** What an export needs besides the connection, which is in a transaction that sees one moment. */
export interface ExportOf extends RowsOf {
  name: string;
  structure: number;
  now: Date;
  /** Is called with the number of rows in the file so far. */
  onRows?: (done: number) => void;
}

type Connection = Pick<pg.ClientBase, "query">;

/** How many rows an export will have. */
export async function countRows(connection: Connection, of: RowsOf): Promise<number> {
  const rows = createRowsRepository(connection);
  let sum = 0;
  for (const table of await exportedTables(connection)) sum += await rows.count(table, of);
  return sum;
}

async function exportedTables(connection: Connection): Promise<TeamTable[]> {
  return findTeamTables(await readCatalogue(connection)).tables.filter(({ exported }) => exported);
}

/** A team's rows and blobs as a zip, read in pieces. docs/export-format.md describes it. */
export async function* exportTeam(
  connection: Connection,
  blobs: Blobs,
  of: ExportOf,
): AsyncGenerator<Buffer> {
  yield* zipped(entriesOf(connection, blobs, of));
}

async function* entriesOf(connection: Connection, blobs: Blobs, of: ExportOf): AsyncGenerator<ZipEntry> {
  const rows = createRowsRepository(connection);
  const tables = await exportedTables(connection);
  const manifest: Manifest = {
    format: exportFormat.name,
    version: exportFormat.version,
    structure: of.structure,
    exportedAt: of.now.toISOString(),
    team: { id: of.teamId, name: of.name },
    tables: [],
    people: 0,
    blobs: [],
  };
  const people = await rows.people(tables, of);
  manifest.people = people.length;
  yield { name: "people.jsonl", content: () => lines(people) };

  const named = new Set<string>();
  let done = 0;
  for (const table of tables) {
    const listed = { table: table.name, file: `tables/${table.name}.jsonl`, rows: 0, columns: table.columns };
    manifest.tables.push(listed);
    yield {
      name: listed.file,
      async *content() {
        for await (const step of rows.read(table, of)) {
          for (const line of step) for (const id of blobsIn(line)) named.add(id);
          yield `${step.join("\n")}\n`;
          listed.rows += step.length;
          done += step.length;
          of.onRows?.(done);
        }
      },
    };
  }
  for (const id of named) {
    const path = blobs.path(id);
    const file = await stat(path).catch(() => undefined);
    // A finished import has removed its upload.
    if (!file) continue;
    const listed = { id, file: `blobs/${id}`, bytes: file.size };
    manifest.blobs.push(listed);
    yield { name: listed.file, content: () => fileBytes(path) };
  }
  yield { name: "manifest.json", content: () => lines([JSON.stringify(manifest, null, 2)]) };
}

async function* lines(texts: string[]): AsyncGenerator<string> {
  if (texts.length > 0) yield `${texts.join("\n")}\n`;
}

/** In JSON, the quotes of a text are escaped, so that only real keys match. */
const blobKey = /"(?:\w*blob|\w*Blob)":\s*"([a-z]+_[0-9a-f-]{36})"/g;

/** The ids of the blobs that a row names, in a column or inside JSON. */
export function* blobsIn(line: string): Generator<string> {
  // Nearly no row names one, and looking for a plain text is much faster.
  if (!line.includes(`lob":`)) return;
  for (const [, id] of line.matchAll(blobKey)) yield id as string;
}
