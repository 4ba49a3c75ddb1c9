import { Readable } from "node:stream";
import type pg from "pg";
import { type Blobs, isBlobId } from "../../server/blobs";
import { structureVersion } from "../../server/moment";
import { refuseDamaged } from "../../server/zip/zip-reader";
import { AppError } from "../../shared/app-error";
import { mostTeams } from "../teams/service";
import { type ExportFile, newer, openExport } from "./export-file";
import { createRestoreRepository } from "./restore-repository";
import { findTeamTables } from "./team-tables";

/** Bytes and rows that are inserted at once. */
const batch = { bytes: 4 * 1024 * 1024, rows: 1000 };

/** What was restored. */
export interface RestoredTeam {
  teamId: string;
  name: string;
  rows: number;
  blobs: number;
}

/**
 * Restores a team from an export, all of it or nothing. Ids stay the same, except those of people who are here
 * already, known by their address.
 *
 * @param onRows - is called with the number of rows so far.
 * @throws AppError with a sentence if the file can't be restored here.
 */
export async function restoreTeam(
  connection: pg.ClientBase,
  blobs: Blobs,
  path: string,
  onRows: (done: number) => void = () => undefined,
): Promise<RestoredTeam> {
  const file = await openExport(path);
  const written: string[] = [];
  try {
    await connection.query("begin");
    await connection.query("set local statement_timeout = 0");
    // What belongs to areas is in the export.
    await connection.query("set local zippy.restoring = 'on'");
    await connection.query("set local idle_in_transaction_session_timeout = 0");
    const restored = await restore(connection, file, onRows);
    for (const { id, file: name } of file.manifest.blobs) {
      if (!isBlobId(id)) refuseDamaged(`unknown blob ${id}`);
      if (await blobs.restore(id, Readable.from(file.bytes(name)))) written.push(id);
    }
    await connection.query("commit");
    return { ...restored, blobs: file.manifest.blobs.length };
  } catch (error) {
    await connection.query("rollback").catch(() => undefined);
    for (const id of written) await blobs.remove(id);
    throw explained(error);
  } finally {
    file.close();
  }
}

async function restore(
  connection: pg.ClientBase,
  file: ExportFile,
  onRows: (done: number) => void,
): Promise<Omit<RestoredTeam, "blobs">> {
  const { team, tables, structure, people } = file.manifest;
  const rows = createRestoreRepository(connection);
  if (await rows.teamExists(team.id))
    throw new AppError("conflict", `${team.name} is already in this Zippy. Nothing was changed.`);
  const own = await structureVersion(connection);
  const known = new Map(findTeamTables(await rows.catalogue()).tables.map((table) => [table.name, table]));
  const replace = replacing(await rows.addPeople(await all(file.lines("people.jsonl"), people)));

  let done = 0;
  for (const listed of tables) {
    const table = known.get(listed.table);
    const unknown = listed.columns.filter((name) => !table?.columns.includes(name));
    if (!table || unknown.length > 0) {
      if (structure > own) newer();
      throw new AppError(
        "invalid_input",
        `This version of Zippy doesn't know ${table ? `the column ${unknown[0]} of ` : ""}the table ${listed.table} in this export, so nothing was restored.`,
      );
    }
    let count = 0;
    for await (const lines of batches(file.lines(listed.file))) {
      const texts = lines.map(replace);
      if (table.refersToItself) await rows.collect(table.name, texts);
      else count += await rows.insert(table.name, listed.columns, texts);
      done += lines.length;
      onRows(done);
    }
    if (table.refersToItself && listed.rows > 0)
      count = await rows.insertCollected(table.name, listed.columns);
    if (count !== listed.rows || (await rows.count(table, team.id)) !== count)
      throw new AppError(
        "invalid_input",
        "This export is damaged or was changed: its rows aren't the ones it lists. Nothing was restored.",
      );
  }
  const owner = await rows.ownerOf(team.id);
  if (owner && owner.teams > mostTeams)
    throw new AppError(
      "conflict",
      `The owner of this team, ${owner.email}, owns ${mostTeams} teams here already. Nothing was restored. Ask them to delete one first.`,
    );
  return { teamId: team.id, name: team.name, rows: done };
}

async function all(lines: AsyncIterable<string>, expected: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const line of lines) if (texts.push(line) > expected) break;
  return texts;
}

async function* batches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [next, bytes]: [string[], number] = [[], 0];
  for await (const line of lines) {
    next.push(line);
    bytes += line.length;
    if (next.length >= batch.rows || bytes >= batch.bytes) {
      yield next;
      [next, bytes] = [[], 0];
    }
  }
  if (next.length > 0) yield next;
}

/** Replaces ids wherever they are a whole value; in JSON, a quoted text inside another has escaped quotes. */
function replacing(ids: Map<string, string>): (line: string) => string {
  if (ids.size === 0) return (line) => line;
  const values = new RegExp(`(?<!\\\\)"(${[...ids.keys()].join("|")})"`, "g");
  return (line) => line.replace(values, (_, id: string) => `"${ids.get(id)}"`);
}

/** A row that the database refuses is the file's fault. */
function explained(error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof AppError || typeof code !== "string" || !/^2[23]/.test(code)) return error;
  const sentence =
    code === "23505"
      ? "Some of this team's rows are already in this Zippy, so nothing was restored. Restore it into an empty one."
      : "This export is damaged or was changed: the database refuses one of its rows. Nothing was restored.";
  return new AppError("invalid_input", sentence, { cause: error });
}
