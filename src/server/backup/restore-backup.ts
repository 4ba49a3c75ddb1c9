import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { AppError } from "../../shared/app-error";
import { isBlobId, openBlobs } from "../blobs";
import { type CatalogueTable, quotedName, readCatalogue } from "../catalogue";
import { migrationsFile, migrationsFolder, newestStructure, readMigrations } from "../postgres/migrations";
import { holdMigrations } from "../postgres/migrations-lock";
import { type OpenedZip, openOwnZip, readJson, refuseDamaged, refuseFile } from "../zip/zip-reader";
import { copyIn } from "./copy";
import { BackupManifest, backupFormat, keyFiles } from "./format";
import { beginRestore, emptyDatabase, endRestore, isHalfRestored } from "./half-restored";

const kind = { name: "a backup of Zippy", instead: "Choose the file that npm run backup wrote." };

/** What was restored. */
export interface RestoredBackup {
  createdAt: string;
  rows: number;
  blobs: number;
  keys: string[];
}

/**
 * Restores a backup into an empty database and data folder, all of it or nothing. The next start brings the
 * tables up to date if the backup is from an older version.
 *
 * @throws AppError with a sentence if it can't be restored there.
 */
export async function restoreBackup(
  databaseUrl: string,
  dataDir: string,
  file: string,
): Promise<RestoredBackup> {
  const zip = await openOwnZip(file, kind);
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c timezone=UTC" });
  // A connection that breaks fails its query.
  client.on("error", () => undefined);
  try {
    const manifest = await manifestOf(zip);
    const keys = await keysOf(zip, manifest);
    requireSameKeys(dataDir, keys);
    await client.connect();
    // Nobody uses the database until it is complete.
    await holdMigrations(client);
    await requireEmpty(client);
    await beginRestore(client);
    const written: string[] = [];
    try {
      await createTables(client, manifest.structure);
      await restoreRows(client, zip, manifest, () => restoreFiles(zip, manifest, keys, { dataDir, written }));
    } catch (error) {
      // If the connection broke, the database may have completed it all the same. If not, the mark is still there, and
      // the next restore begins again.
      const isConnected = await client.query("select").then(
        () => true,
        () => false,
      );
      if (isConnected) {
        for (const path of written) await rm(path, { force: true });
        // If it can't be emptied, the mark stays, too. What is to be told is why the restore failed.
        await emptyDatabase(client).catch(() => undefined);
      }
      throw error;
    }
    return {
      createdAt: manifest.createdAt,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      blobs: manifest.blobs.length,
      keys: manifest.keys,
    };
  } finally {
    zip.close();
    await client.end();
  }
}

async function manifestOf(zip: OpenedZip): Promise<BackupManifest> {
  const content = await readJson(zip, "manifest.json", kind);
  const { format, version, structure } = (content ?? {}) as Partial<Record<string, unknown>>;
  if (format !== backupFormat.name) refuseFile(`This zip isn't ${kind.name}. ${kind.instead}`);
  if (Number(version) > backupFormat.version || Number(structure) > newestStructure())
    refuseFile(
      "This backup was made by a newer version of Zippy. Restore it with that version or a newer one.",
    );
  const parsed = BackupManifest.safeParse(content);
  return parsed.success ? parsed.data : refuseDamaged(parsed.error);
}

async function requireEmpty(client: pg.Client): Promise<void> {
  // What has left it half restored is gone: it would hold the migrations.
  if (await isHalfRestored(client)) await emptyDatabase(client);
  const { rows } = await client.query(
    `select from information_schema.tables where table_schema in ('public', 'drizzle', 'pgboss') limit 1`,
  );
  if (rows.length > 0)
    throw new AppError(
      "conflict",
      "This database isn't empty, so nothing was restored. Restore into a new one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.",
    );
}

/** Creates the tables as they were when the backup was made. */
async function createTables(client: pg.Client, structure: number): Promise<void> {
  const draft = mkdtempSync(join(tmpdir(), "zippy-migrations-"));
  try {
    cpSync(migrationsFolder, draft, { recursive: true });
    const all = readMigrations();
    const entries = all.entries.filter(({ when }) => when <= structure);
    writeFileSync(migrationsFile(draft), JSON.stringify({ ...all, entries }));
    await migrate(drizzle(client), { migrationsFolder: draft });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @param restoreOthers - restores what belongs to the rows; they appear once that is there. */
async function restoreRows(
  client: pg.Client,
  zip: OpenedZip,
  { tables }: BackupManifest,
  restoreOthers: () => Promise<void>,
): Promise<void> {
  const catalogue = new Map((await readCatalogue(client)).map((table) => [table.name, table]));
  await client.query("begin");
  try {
    // The files, which may be large, are written while it is open.
    await client.query("set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0");
    // Tables that triggers fill are in the backup, too.
    for (const { name } of catalogue.values())
      await client.query(`alter table ${quotedName(name)} disable trigger user`);
    for (const { table, file, rows, columns } of tables) {
      const target = catalogue.get(table);
      if (!target || columns.some((name) => !target.columns.some((column) => column.name === name)))
        refuseDamaged(`unknown table ${table}`);
      const list = columns.map(quotedName).join(", ");
      const copied = await copyIn(client, `copy ${quotedName(table)} (${list}) from stdin`, zip.bytes(file));
      if (copied !== rows) refuseDamaged(`${table}: ${copied} rows instead of ${rows}`);
      if (target) await continueNumbers(client, target);
    }
    for (const { name } of catalogue.values())
      await client.query(`alter table ${quotedName(name)} enable trigger user`);
    // Their jobs aren't in the backup; the server continues imports that run.
    await client.query("update imports set status = 'running' where status = 'queued'");
    await restoreOthers();
    await endRestore(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    const { code } = error as { code?: unknown };
    if (typeof code === "string" && /^(2[23]|42)/.test(code)) refuseDamaged(error);
    throw error;
  }
}

/** New rows continue after the restored ones. */
async function continueNumbers(client: pg.Client, { name, columns }: CatalogueTable): Promise<void> {
  for (const column of columns.filter(({ identity }) => identity))
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quotedName(column.name)}), 1), max(${quotedName(column.name)}) is not null) from ${quotedName(name)}`,
      [`public.${quotedName(name)}`, column.name],
    );
}

async function keysOf(zip: OpenedZip, { keys }: BackupManifest): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const name of keys) {
    if (!(keyFiles as readonly string[]).includes(name)) refuseDamaged(`unknown key ${name}`);
    const pieces: Buffer[] = [];
    for await (const piece of zip.bytes(`keys/${name}`)) pieces.push(piece);
    contents.set(name, Buffer.concat(pieces));
  }
  return contents;
}

/** Another key in the data folder may be the only one that opens something. */
function requireSameKeys(dataDir: string, keys: Map<string, Buffer>): void {
  for (const [name, content] of keys) {
    const path = join(dataDir, name);
    if (existsSync(path) && !readFileSync(path).equals(content))
      throw new AppError(
        "conflict",
        `${path} is another key than the backup's, so nothing was restored. Restore into a new folder: set DATA_DIR.`,
      );
  }
}

/** @param written - receives the path of each file that wasn't there before. */
async function restoreFiles(
  zip: OpenedZip,
  manifest: BackupManifest,
  keys: Map<string, Buffer>,
  { dataDir, written }: { dataDir: string; written: string[] },
): Promise<void> {
  const blobs = openBlobs(join(dataDir, "blobs"));
  for (const id of manifest.blobs) {
    if (!isBlobId(id)) refuseDamaged(`unknown blob ${id}`);
    if (await blobs.restore(id, Readable.from(zip.bytes(`blobs/${id}`)))) written.push(blobs.path(id));
  }
  await mkdir(dataDir, { recursive: true });
  for (const [name, content] of keys) {
    const path = join(dataDir, name);
    if (existsSync(path)) continue;
    written.push(path);
    await writeFile(path, content, { mode: 0o600 });
  }
}
