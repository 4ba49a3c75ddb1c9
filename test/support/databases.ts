import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Linux keeps the files of this folder in memory. */
const memory = "/dev/shm";
/** The databases of a whole run take about 1.5 GB. */
const needed = 3 * 2 ** 30;

/**
 * The folder for temporary databases: in memory if possible, else on disk. In memory, creating a database takes
 * a tenth of the time. A killed process loses nothing there either.
 */
export const databaseFolder = (): string =>
  hasRoomInMemory(needed) && runsPrograms(memory) ? memory : tmpdir();

/** Whether the folder in memory has room for this many bytes. */
export const hasRoomInMemory = (bytes: number): boolean => existsSync(memory) && roomIn(memory) > bytes;

function roomIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Containers often don't allow it. */
function runsPrograms(folder: string): boolean {
  const trial = mkdtempSync(join(folder, "zippy-trial-"));
  try {
    writeFileSync(join(trial, "program"), "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(join(trial, "program")).status === 0;
  } finally {
    rmSync(trial, { recursive: true });
  }
}

/** The migrated, empty database with its job queues that test databases are copied from. */
export const templateDatabase = "zippy_template";

/**
 * Creates a database on the server and returns its URL. The files of a template are copied: to write them to the log of
 * changes first takes twice the processor time.
 */
export async function withDatabase(serverUrl: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(
      `create database ${pg.escapeIdentifier(name)}${template ? ` template ${pg.escapeIdentifier(template)} strategy file_copy` : ""}`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
