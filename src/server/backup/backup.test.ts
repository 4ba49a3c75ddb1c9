import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import yazl from "yazl";
import { withDatabase } from "../../../test/support/databases";
import { signIn } from "../../../test/support/person";
import { makeZip } from "../../../test/support/sample-zip";
import { fillTables } from "../../../test/support/teams/fill-tables";
import { unzip } from "../../../test/support/teams/team-export";
import { startTestApp } from "../../../test/support/test-app";
import { parentsFirst, quotedName, readCatalogue } from "../catalogue";
import { migrateDatabase } from "../database";
import { holdMigrations } from "../postgres/migrations-lock";
import type { BackupManifest } from "./format";
import { beginRestore, isHalfRestored } from "./half-restored";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const folder = mkdtempSync(join(tmpdir(), "zippy-backup-"));
afterAll(() => rmSync(folder, { recursive: true }));
const app = await startTestApp();
const ana = await app.signIn("Ana Berg");
await fillTables(app.running.services.pool, ana.teamId, ana.user.id);
await ana.buildTask({ title: "Send the quote\twith a tab\nand a line" });
const { id: blob } = await app.running.services.blobs.write(
  "upload",
  Readable.from([Buffer.alloc(300_000, "ab")]),
);

const emptyDatabase = () => withDatabase(inject("postgresUrl"), `test_${randomUUID().replaceAll("-", "")}`);
const emptyFolder = () => mkdtempSync(join(folder, "data-"));

/** The number of rows of each table, and a sum over their content. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url, options: "-c timezone=UTC" });
  await client.connect();
  try {
    const content: Record<string, string> = {};
    for (const { name } of await readCatalogue(client)) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${quotedName(name)} t`,
      );
      content[name] = rows[0]?.sum ?? "";
    }
    return content;
  } finally {
    await client.end();
  }
}

test("a backup of a running server, restored into an empty place, has every row, file and key, and goes on from there", async () => {
  const file = join(folder, "backup.zip");
  const atFirst = await contentOf(app.databaseUrl);
  // It holds what was there at one moment, although the team goes on working.
  let writing = true;
  const writer = (async () => {
    while (writing) await ana.buildTask({ title: "Meanwhile" });
  })();
  const result = await writeBackup(app.databaseUrl, app.dataDir, file);
  writing = false;
  await writer;
  expect(result).toMatchObject({ blobs: 1, keys: expect.arrayContaining(["secret.key", "local-key"]) });
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const [url, dataDir] = [await emptyDatabase(), emptyFolder()];
  const restored = await restoreBackup(url, dataDir, file);
  expect(restored).toMatchObject({ rows: result.rows, blobs: 1 });
  const before = await contentOf(app.databaseUrl);
  const after = await contentOf(url);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  // What somebody or the server itself wrote meanwhile differs; most tables stood still. One that is empty again may
  // have had work in it.
  const still = Object.keys(before).filter(
    (name) => before[name] === atFirst[name] && !before[name]?.startsWith("0 "),
  );
  expect(still.length).toBeGreaterThan(Object.keys(before).length / 2);
  for (const table of still) expect([table, after[table]]).toEqual([table, before[table]]);
  expect(readFileSync(join(dataDir, "blobs", blob))).toEqual(readFileSync(join(app.dataDir, "blobs", blob)));
  for (const key of ["secret.key", "local-identity.key", "local-key"])
    expect(readFileSync(join(dataDir, key))).toEqual(readFileSync(join(app.dataDir, key)));

  const again = await startTestApp({ DATABASE_URL: url, DATA_DIR: dataDir });
  const back = await signIn(again.url, "Ana Berg", ana.user.email);
  expect(back.user.id).toBe(ana.user.id);
  const tasks = await back.get<{ title: string }[]>(`/api/teams/${ana.teamId}/tasks?limit=50`);
  expect(tasks.body.map(({ title }) => title)).toContain("Send the quote\twith a tab\nand a line");
  expect((await back.post(`/api/teams/${ana.teamId}/tasks`, { title: "New" })).status).toBe(200);

  await expect(restoreBackup(url, dataDir, file)).rejects.toThrow(
    /This database isn't empty, so nothing was restored/,
  );
  const other = emptyFolder();
  writeFileSync(join(other, "secret.key"), "another");
  await expect(restoreBackup(await emptyDatabase(), other, file)).rejects.toThrow(
    /another key than the backup's/,
  );
  expect(readFileSync(join(other, "secret.key"), "utf8")).toBe("another");
});

const blobOfNobody = `upload_${randomUUID()}`;
/** Everything in a folder but other folders. */
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );

/** A backup whose manifest says something else. @param more - names of files that it has, too. */
async function changedManifest(
  whole: Buffer,
  fields: Partial<BackupManifest>,
  more: string[] = [],
): Promise<Buffer> {
  const files = await unzip(whole);
  const manifest = { ...JSON.parse(String(files.get("manifest.json"))), ...fields };
  const made = new yazl.ZipFile();
  for (const [name, content] of files) if (name !== "manifest.json") made.addBuffer(content, name);
  for (const name of more) made.addBuffer(Buffer.from("stolen"), name);
  made.addBuffer(Buffer.from(JSON.stringify(manifest)), "manifest.json");
  made.end();
  const pieces: Buffer[] = [];
  for await (const piece of made.outputStream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

test("a damaged, foreign or newer file gets a sentence and leaves the database empty", async () => {
  const file = join(folder, "whole.zip");
  await writeBackup(app.databaseUrl, app.dataDir, file);
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  const at = changed.indexOf("tables/messages.copy") + 60;
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  const changedBlob = Buffer.from(whole);
  const inBlob = changedBlob.indexOf(`blobs/${blob}`) + blob.length + 60;
  changedBlob[inBlob] = (changedBlob[inBlob] ?? 0) ^ 0xff;
  const refusals: [Buffer | string, RegExp][] = [
    [whole.subarray(0, whole.length / 2), /damaged or incomplete/],
    [changed, /damaged or incomplete/],
    // Files come after the rows.
    [changedBlob, /damaged or incomplete/],
    [await changedManifest(whole, { blobs: ["../../blob"] }), /damaged or incomplete/],
    [await changedManifest(whole, { blobs: [blob, blobOfNobody] }), /damaged or incomplete/],
    [
      await changedManifest(whole, { keys: ["more/secret.key"] }, ["keys/more/secret.key"]),
      /damaged or incomplete/,
    ],
    [
      await changedManifest(whole, {
        tables: [{ table: "teams", file: "tables/teams.copy", rows: 1, columns: [] }],
      }),
      /damaged or incomplete/,
    ],
    [await changedManifest(whole, { structure: 9e15 }), /made by a newer version of Zippy/],
    ["no zip", /isn't a backup of Zippy: it's no zip file/],
    [makeZip([{ name: "a.txt", content: "x" }]), /isn't a backup of Zippy/],
  ];
  for (const [content, says] of refusals) {
    const path = join(folder, `${randomUUID()}.zip`);
    writeFileSync(path, content);
    const [url, dataDir] = [await emptyDatabase(), emptyFolder()];
    await expect(restoreBackup(url, dataDir, path)).rejects.toThrow(says);
    expect(await contentOf(url)).toEqual({});
    expect(filesIn(dataDir)).toEqual([]);
  }
});

test("a restore that is refused leaves the files of another Zippy in the data folder as they are", async () => {
  const file = join(folder, "lived-in.zip");
  await writeBackup(app.databaseUrl, app.dataDir, file);
  const whole = readFileSync(file);
  const kept = readFileSync(join(app.dataDir, "blobs", blob));
  const dataDir = emptyFolder();
  mkdirSync(join(dataDir, "blobs"), { recursive: true });
  const path = join(dataDir, "blobs", blob);
  writeFileSync(path, kept);
  // Fails behind the blob that is there.
  writeFileSync(file, await changedManifest(whole, { blobs: [blob, blobOfNobody] }));
  await expect(restoreBackup(await emptyDatabase(), dataDir, file)).rejects.toThrow(/damaged or incomplete/);
  expect(readFileSync(path)).toEqual(kept);
  // One that goes on there, such as a recording.
  const longer = Buffer.concat([kept, Buffer.from("and more")]);
  writeFileSync(path, longer);
  writeFileSync(file, whole);
  const url = await emptyDatabase();
  await expect(restoreBackup(url, dataDir, file)).rejects.toThrow(
    /already in this Zippy with another content/,
  );
  expect(readFileSync(path)).toEqual(longer);
  expect(await contentOf(url)).toEqual({});
});

test("a backup of a database into which one is being restored is refused with what is going on", async () => {
  const [url, dataDir] = [await emptyDatabase(), emptyFolder()];
  const restoring = new pg.Client({ connectionString: url });
  await restoring.connect();
  await holdMigrations(restoring);
  await beginRestore(restoring);
  const file = join(folder, "under-way.zip");
  await expect(writeBackup(url, dataDir, file)).rejects.toThrow(/is being restored into this database/);
  await restoring.end();
  await expect.poll(() => writeBackup(url, dataDir, file).catch(String)).toMatch(/was broken off/);
});

test("a restore that is killed in the middle is no Zippy: it neither starts nor is backed up, and the next restore begins again", async () => {
  const file = join(folder, "killed.zip");
  await writeBackup(app.databaseUrl, app.dataDir, file);
  const [url, dataDir] = [await emptyDatabase(), emptyFolder()];
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const ended = restoreBackup(url, dataDir, file).catch((error: Error) => error);
  // The mark comes before the tables and stays until everything is there.
  await expect.poll(() => isHalfRestored(watcher), { interval: 10 }).toBe(true);
  await watcher.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  expect(await ended).toBeInstanceOf(Error);
  await watcher.end();

  const sentence = /was broken off, so only a part of it is there. Run npm run restore/;
  await expect(migrateDatabase(url)).rejects.toThrow(sentence);
  await expect(writeBackup(url, dataDir, join(folder, "part.zip"))).rejects.toThrow(sentence);
  const { rows } = await restoreBackup(url, dataDir, file);
  const counts = Object.values(await contentOf(url)).map((content) => Number.parseInt(content, 10));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows);
  expect(readFileSync(join(dataDir, "blobs", blob))).toEqual(readFileSync(join(app.dataDir, "blobs", blob)));
  await migrateDatabase(url);
});

test("a backup goes on where the database is set to end what takes long, or breaks once all rows are read", async () => {
  const file = join(folder, "slow.zip");
  const { name } = parentsFirst(await readCatalogue(app.running.services.pool)).at(-1) ?? { name: "" };
  // Large enough that the connection rests for a while after the last table, while it is copied.
  const large = `upload_${randomUUID()}`;
  writeFileSync(join(app.dataDir, "blobs", large), "");
  truncateSync(join(app.dataDir, "blobs", large), 60_000_000);
  const watcher = new pg.Client({ connectionString: inject("postgresUrl") });
  await watcher.connect();
  const database = new URL(app.databaseUrl).pathname.slice(1);
  await watcher.query(`alter database ${database} set idle_in_transaction_session_timeout = 1`);
  const made = writeBackup(app.databaseUrl, app.dataDir, file);
  // In the database, because this process is busy with the file.
  const breaking = watcher.query(
    `do $$ begin
       for attempt in 1..30000 loop
         perform pg_stat_clear_snapshot();
         perform pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${database}' and state = 'idle in transaction' and query like 'copy ${quotedName(name)} %';
         exit when found;
         perform pg_sleep(0.002);
       end loop;
       if not found then raise exception 'the backup never rested'; end if;
     end $$`,
  );
  const { rows, blobs } = await made;
  await breaking;
  await watcher.query(`alter database ${database} reset idle_in_transaction_session_timeout`);
  await watcher.end();
  rmSync(join(app.dataDir, "blobs", large));
  expect(blobs).toBe(2);
  expect(await restoreBackup(await emptyDatabase(), emptyFolder(), file)).toMatchObject({ rows, blobs: 2 });
  rmSync(file);
});

test("a restore that fails says why, even if what it has made can't be removed", async () => {
  const file = join(folder, "kept.zip");
  await writeBackup(app.databaseUrl, app.dataDir, file);
  writeFileSync(file, await changedManifest(readFileSync(file), { blobs: [blob, blobOfNobody] }));
  const url = await emptyDatabase();
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query(`alter database ${new URL(url).pathname.slice(1)} set lock_timeout = 300`);
  const restored = restoreBackup(url, emptyFolder(), file).catch(String);
  // Somebody reads a table for longer than the database lets others wait.
  const begins = "begin; lock table teams in access share mode";
  const locked = () =>
    reader.query(begins).then(
      () => true,
      () => reader.query("rollback").then(() => false),
    );
  await expect.poll(locked, { interval: 5 }).toBe(true);
  expect(await restored).toMatch(/damaged or incomplete/);
  await reader.end();
});

test("two backups to one file at once don't mix: both are complete, and nothing else stays behind", async () => {
  const location = mkdtempSync(join(folder, "twice-"));
  const file = join(location, "backup.zip");
  const twice = await Promise.all([1, 2].map(() => writeBackup(app.databaseUrl, app.dataDir, file)));
  expect(readdirSync(location)).toEqual(["backup.zip"]);
  const { rows, blobs } = await restoreBackup(await emptyDatabase(), emptyFolder(), file);
  expect(twice.map((made) => [made.rows, made.blobs])).toContainEqual([rows, blobs]);
});

test("a backup replaces an earlier file, but nothing that isn't one, such as a device", async () => {
  const location = mkdtempSync(join(folder, "socket-"));
  const socket = join(location, "socket");
  const listening = createServer().listen(socket);
  await once(listening, "listening");
  await expect(writeBackup(app.databaseUrl, app.dataDir, socket)).rejects.toThrow(
    `${socket} isn't a regular file. Choose a new name, or that of a file which the backup may replace.`,
  );
  expect(statSync(socket).isSocket()).toBe(true);
  listening.close();
  const file = join(location, "backup.zip");
  writeFileSync(file, "before");
  await writeBackup(app.databaseUrl, app.dataDir, file);
  expect(statSync(file).size).toBeGreaterThan(300_000 / 100);
  expect(readdirSync(location)).toEqual(["backup.zip"]);
});

test("a backup that can't be finished leaves no file under its name", async () => {
  const file = join(folder, "nowhere", "backup.zip");
  await expect(writeBackup(app.databaseUrl, app.dataDir, file)).rejects.toThrow();
  expect(existsSync(file)).toBe(false);
});
