import { createWriteStream } from "node:fs";
import { lstat, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { AppError } from "../../shared/app-error";
import { parentsFirst, quotedName, readCatalogue } from "../catalogue";
import { structureVersion } from "../moment";
import { fileBytes, type ZipEntry, zipped } from "../zip/zip-writer";
import { copyOut } from "./copy";
import { beginDraft, removeAbandoned } from "./drafts";
import { type BackupManifest, backupFormat, keyFiles } from "./format";
import { requireWhole } from "./half-restored";

/** What a backup contains. */
export interface BackupResult {
  file: string;
  rows: number;
  blobs: number;
  /** The files with keys that it contains. */
  keys: string[];
}

/**
 * Copies the database as it is at one moment, the stored files and the keys into one zip, while Zippy runs or
 * not. The file appears under its name once it is complete, and only its owner can read it. Of two backups to one
 * name, the one that is complete last stays. What a killed backup of this database left in the folder is removed.
 *
 * @param signal - stops it. Nothing of it is kept then.
 * @throws AppError with a sentence if the file can't be there, or if Zippy never used the database.
 */
export async function writeBackup(
  databaseUrl: string,
  dataDir: string,
  file: string,
  signal?: AbortSignal,
): Promise<BackupResult> {
  await requirePath(file);
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c timezone=UTC" });
  // A connection that breaks fails its query. Once all rows are read, none is left to fail, and the backup is whole.
  client.on("error", () => undefined);
  await client.connect();
  let draft: string | undefined;
  const manifest: BackupManifest = {
    format: backupFormat.name,
    version: backupFormat.version,
    structure: 0,
    createdAt: new Date().toISOString(),
    postgres: "",
    tables: [],
    blobs: [],
    keys: [],
  };
  try {
    // Large tables take long, and so do the files, which are copied while it is open.
    await client.query(
      `begin isolation level repeatable read read only;
       set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`,
    );
    await requireTables(client);
    await removeAbandoned(client, file);
    draft = await beginDraft(client, file);
    manifest.structure = await structureVersion(client);
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    manifest.postgres = rows[0]?.server_version ?? "";
    const zip = Readable.from(zipped(entriesOf(client, dataDir, manifest)), { objectMode: false });
    await pipeline(zip, createWriteStream(draft, { mode: 0o600, flags: "wx" }), { signal });
    await rename(draft, file);
  } catch (error) {
    if (draft) await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
  return {
    file,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: manifest.blobs.length,
    keys: manifest.keys,
  };
}

async function requirePath(file: string): Promise<void> {
  const found = (path: string) => stat(path).catch(() => undefined);
  const before = await found(file);
  if (before?.isDirectory())
    throw new AppError(
      "invalid_input",
      `${file} is a folder. Name a file in it: ${join(file, "backup.zip")}`,
    );
  // The backup takes the place of what is there, and a device such as /dev/null would be gone.
  if (before && !before.isFile())
    throw new AppError(
      "invalid_input",
      `${file} isn't a regular file. Choose a new name, or that of a file which the backup may replace.`,
    );
  if (!(await found(dirname(file)))?.isDirectory())
    throw new AppError("invalid_input", `There is no folder ${dirname(file)}. Make it, or choose another.`);
}

/** A backup of the wrong database, or of a part of one, would look like a good one. */
async function requireTables(client: pg.Client): Promise<void> {
  await requireWhole(client);
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!rows[0]?.there)
    throw new AppError(
      "conflict",
      "There is nothing of Zippy in this database, so there is nothing to back up. Set DATA_DIR or DATABASE_URL as when you start Zippy.",
    );
}

async function* entriesOf(
  client: pg.Client,
  dataDir: string,
  manifest: BackupManifest,
): AsyncGenerator<ZipEntry> {
  for (const { name, columns } of parentsFirst(await readCatalogue(client))) {
    const written = columns.filter(({ generated }) => !generated).map((column) => column.name);
    const listed = { table: name, file: `tables/${name}.copy`, rows: 0, columns: written };
    const list = written.map(quotedName).join(", ");
    manifest.tables.push(listed);
    yield {
      name: listed.file,
      content: () =>
        copyOut(client, `copy ${quotedName(name)} (${list}) to stdout`, (rows) => {
          listed.rows = rows;
        }),
    };
  }
  const folder = join(dataDir, "blobs");
  for (const id of await readdir(folder).catch(() => [])) {
    // An import that has just ended may have removed its upload. A link is none of ours.
    if (!(await lstat(join(folder, id)).catch(() => undefined))?.isFile()) continue;
    manifest.blobs.push(id);
    yield { name: `blobs/${id}`, content: () => fileBytes(join(folder, id)) };
  }
  for (const name of keyFiles) {
    if (!(await stat(join(dataDir, name)).catch(() => undefined))?.isFile()) continue;
    manifest.keys.push(name);
    yield { name: `keys/${name}`, content: () => fileBytes(join(dataDir, name)) };
  }
  yield { name: "manifest.json", content: () => Readable.from([JSON.stringify(manifest, null, 2)]) };
}
