import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import type { Task } from "../src/features/tasks/contract";
import { projectRoot } from "../src/server/project-root";
import { freePort } from "./support/collecting";
import { databaseFolder, withDatabase } from "./support/databases";
import { type Person, signIn } from "./support/person";
import { startServerProcess } from "./support/server-process";
import { downloadExport } from "./support/teams/team-export";
import { startTestApp } from "./support/test-app";

/** Where the commands are called from. */
const folder = mkdtempSync(join(databaseFolder(), "zippy-commands-"));
// As root, the database runs under an unprivileged account, which must be able to enter this folder.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface CommandResult {
  code: number;
  /** The output line for programs; null if there is none. */
  result: Record<string, unknown> | null;
  /** The output for people. */
  output: string;
}

type Settings = Record<string, string>;

/** Runs a command of npm, as a person does in `folder`. */
const npmRun = (command: string, words: string[], settings: Settings = {}) =>
  execute("npm", ["run", "--silent", "--prefix", projectRoot, command, "--", ...words], settings);

/** Runs what such a command leads to, which takes half the time. */
const run = (command: string, words: string[], settings: Settings = {}) =>
  execute(process.execPath, [join(projectRoot, "dist", `${command}.js`), ...words], settings);

function execute(program: string, words: string[], settings: Settings): Promise<CommandResult> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  return new Promise((resolve) => {
    execFile(program, words, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({
        code: error ? Number(error.code) : 0,
        result: stdout.trim() ? (JSON.parse(stdout) as Record<string, unknown>) : null,
        output: stderr,
      }),
    );
  });
}

/** A failure that is a sentence, not a stack. */
const refused = (sentence: string) => ({
  code: 1,
  result: null,
  output: expect.stringMatching(new RegExp(`^(?![^]*\\n\\s+at )[^]*${escaped(sentence)}`)),
});
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function newFolder(): string {
  const made = mkdtempSync(join(folder, "data-"));
  chmodSync(made, 0o755);
  return made;
}

const titlesOf = async (url: string, person: Person): Promise<string[]> => {
  const again = await signIn(url, "Ana Berg", person.user.email);
  const { body } = await again.get<Task[]>(`/api/teams/${person.teamId}/tasks?limit=50`);
  return body.map(({ title }) => title);
};

test("npm run backup while the server runs, and npm run restore into a new folder, bring everything back", async () => {
  const dataDir = newFolder();
  const server = await startServerProcess(dataDir);
  const ana = await signIn(server.url, "Ana Berg");
  await ana.post(`/api/teams/${ana.teamId}/tasks`, { title: "Send the quote" });

  // Without a name, it is called after the date, and lies where the command was called.
  const made = await npmRun("backup", [], { DATA_DIR: dataDir });
  expect(made).toMatchObject({ code: 0, result: { keys: expect.arrayContaining(["secret.key"]) } });
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".zip"));
  expect(name).toMatch(/^zippy-backup-\d{4}-\d\d-\d\d-\d\d-\d\d\.zip$/);
  expect(made.output).toContain(`The backup is in ${join(folder, name)}. It contains `);
  expect(made.output).toContain("secret.key");
  expect(made.output).toContain(": keep it as safe as these.");

  expect(await npmRun("restore", [name], { DATA_DIR: dataDir })).toEqual(
    refused("This database isn't empty, so nothing was restored. Restore into a new one:"),
  );
  expect(await titlesOf(server.url, ana)).toEqual(["Send the quote"]);

  const next = join(folder, "next");
  const restored = await npmRun("restore", [name], { DATA_DIR: next });
  expect(restored).toMatchObject({ code: 0, result: { rows: made.result?.rows } });
  expect(restored.output).toMatch(
    /The backup of \S+ is restored\. Start Zippy with the same settings as before\./,
  );
  await server.kill("SIGTERM");
  const again = await startServerProcess(next);
  expect(await titlesOf(again.url, ana)).toEqual(["Send the quote"]);
  await again.kill("SIGTERM");

  // Also while it is stopped, under a name of one's own.
  const second = await npmRun("backup", ["own name.zip"], { DATA_DIR: next });
  expect(second).toMatchObject({ code: 0, result: { file: join(folder, "own name.zip") } });
  expect(existsSync(join(folder, "own name.zip.part"))).toBe(false);
});

test("npm run restore leaves a folder with another key or other files as it is", async () => {
  const app = await startTestApp();
  await app.signIn();
  const file = join(folder, "keys.zip");
  const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  expect((await run("backup", [file], source)).code).toBe(0);

  const withKey = newFolder();
  writeFileSync(join(withKey, "secret.key"), "another");
  const database = () => withDatabase(inject("postgresUrl"), `test_${randomUUID().replaceAll("-", "")}`);
  expect(await run("restore", [file], { DATA_DIR: withKey, DATABASE_URL: await database() })).toEqual(
    refused(`${join(withKey, "secret.key")} is another key than the backup's, so nothing was restored.`),
  );

  const withFiles = newFolder();
  mkdirSync(join(withFiles, "postgres"));
  writeFileSync(join(withFiles, "postgres/holiday.jpg"), "x");
  expect(await run("restore", [file], { DATA_DIR: withFiles })).toEqual(
    refused("contains files but no PostgreSQL database, so Zippy didn't change it."),
  );
  expect(readdirSync(join(withFiles, "postgres"))).toEqual(["holiday.jpg"]);
});

test("BILL-7 npm run restore-team adds a team to a running server once, and its members find it there", async () => {
  const [from, to] = [await startTestApp(), await startTestApp()];
  const ana = await from.signIn("Ana Berg");
  await ana.buildTask({ title: "Send the quote" });
  writeFileSync(join(folder, "team.zip"), await downloadExport(from, ana));
  const there = { DATABASE_URL: to.databaseUrl, DATA_DIR: to.dataDir };

  const restored = await npmRun("restore-team", ["team.zip"], there);
  expect(restored).toMatchObject({ code: 0, result: { teamId: ana.teamId, name: "Ana's team" } });
  expect(restored.output).toContain(
    "Ana's team is back. Its members can sign in with the same addresses as before.",
  );
  expect(await titlesOf(to.url, ana)).toEqual(["Send the quote"]);
  expect(await run("restore-team", ["team.zip"], there)).toEqual(
    refused("Ana's team is already in this Zippy. Nothing was changed."),
  );
  const backup = join(folder, "not-a-team.zip");
  expect((await run("backup", [backup], there)).code).toBe(0);
  expect(await run("restore-team", [backup], there)).toEqual(refused("isn't a team export of Zippy"));
  expect(await run("restore", ["team.zip"], there)).toEqual(refused("isn't a backup of Zippy"));
});

test.each([
  ["restore", [], "Usage: npm run restore -- FILE.zip"],
  ["restore", ["--force", "a.zip"], "Usage: npm run restore -- FILE.zip"],
  ["restore", ["a.zip", "b.zip"], "Usage: npm run restore -- FILE.zip"],
  ["restore-team", [], "Usage: npm run restore-team -- FILE.zip"],
  ["restore-team", ["a.zip", "b.zip"], "Usage: npm run restore-team -- FILE.zip"],
  ["backup", ["--help"], "Usage: npm run backup [-- FILE.zip]"],
  ["backup", ["a.zip", "b.zip"], "Usage: npm run backup [-- FILE.zip]"],
  ["rotate-key", ["now"], "Usage: npm run rotate-key"],
])(
  "npm run %s with the arguments %j says how it is used, and does nothing",
  async (command, words, usage) => {
    const untouched = join(folder, "untouched");
    const start = command === "rotate-key" ? npmRun : run;
    expect(await start(command, words, { DATA_DIR: untouched })).toEqual(refused(usage));
    expect(existsSync(untouched)).toBe(false);
  },
);

test("a file that isn't there, a folder and another program's file get a sentence", async () => {
  const app = await startTestApp();
  const there = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  writeFileSync(join(folder, "notes.txt"), "Not a zip");
  for (const command of ["restore", "restore-team"]) {
    expect(await run(command, ["nowhere.zip"], there)).toEqual(
      refused(`Can't read the file ${join(folder, "nowhere.zip")}.`),
    );
    expect(await run(command, ["."], there)).toEqual(refused(`Can't read the file ${folder}.`));
    expect(await run(command, ["notes.txt"], there)).toEqual(refused("it's no zip file"));
  }
  expect(await run("backup", ["."], there)).toEqual(
    refused(`${folder} is a folder. Name a file in it: ${join(folder, "backup.zip")}`),
  );
  expect(await run("backup", ["nowhere/a.zip"], there)).toEqual(
    refused(`There is no folder ${join(folder, "nowhere")}. Make it, or choose another.`),
  );
});

test("an empty, wrong or stopped database gets a sentence, and makes neither a backup nor a folder", async () => {
  const app = await startTestApp();
  const there = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir };
  const empty = await withDatabase(inject("postgresUrl"), `test_${randomUUID().replaceAll("-", "")}`);
  expect(await run("backup", ["a.zip"], { ...there, DATABASE_URL: empty })).toEqual(
    refused("There is nothing of Zippy in this database, so there is nothing to back up."),
  );
  const typo = join(folder, "tpyo");
  expect(await run("backup", ["a.zip"], { DATA_DIR: typo })).toEqual(
    refused(`There is no database in ${typo}, so there is nothing to back up.`),
  );
  expect([existsSync(typo), existsSync(join(folder, "a.zip"))]).toEqual([false, false]);
  const closed = `postgres://a:b@127.0.0.1:${await freePort()}/zippy`;
  for (const command of ["backup", "restore-team"])
    expect(
      await run(command, command === "backup" ? [] : ["notes.txt"], { ...there, DATABASE_URL: closed }),
    ).toEqual(refused("Can't use the database (ECONNREFUSED). Start it, or correct DATABASE_URL."));
});

test("a stopped backup leaves nothing, and the next one removes what a killed one left, but not what another still writes", async () => {
  const app = await startTestApp();
  const { pool } = app.running.services;
  const location = mkdtempSync(join(folder, "drafts-"));
  const drafts = () => readdirSync(location).filter((name) => name.endsWith(".part"));
  const isAbandoned = async (draft = "") => {
    const id = /[^.]+(?=\.part$)/.exec(draft)?.[0];
    const { rows } = await pool.query(
      "select pg_try_advisory_xact_lock(hashtextextended('backup draft ' || $1, 0)) as free",
      [id],
    );
    return rows[0]?.free;
  };
  const start = (name: string) =>
    spawn(process.execPath, [join(projectRoot, "dist/backup.js"), name], {
      cwd: location,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: app.dataDir,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  // With this table locked, backups stop in the middle.
  const hold = () => holder.query("begin; lock table import_problems in access exclusive mode");
  writeFileSync(
    join(location, "mine.zip.0a1b2c3d-4e5f6071.part"),
    "Another program's, or another database's.",
  );
  const foreign = drafts();

  await hold();
  const stopped = start("stopped.zip");
  await expect.poll(drafts).toHaveLength(2);
  stopped.kill("SIGTERM");
  let output = "";
  stopped.stderr.on("data", (piece) => {
    output += piece;
  });
  await once(stopped, "close");
  expect([stopped.exitCode, output]).toEqual([1, "The backup was stopped. Nothing of it was kept.\n"]);
  expect(readdirSync(location)).toEqual(foreign);

  const killed = start("killed.zip");
  await expect.poll(drafts).toHaveLength(2);
  killed.kill("SIGKILL");
  await once(killed, "close");
  const [left] = drafts().filter((name) => !foreign.includes(name));
  await holder.query("rollback");
  // The database notices only now that nobody reads any more.
  await expect.poll(() => isAbandoned(left)).toBe(true);

  await hold();
  const [one, other] = [start("one.zip"), start("other.zip")];
  const ended = [one, other].map((backup) => once(backup, "close"));
  const stemsOf = (names: string[]) => names.map((name) => name.split(".")[0]).sort();
  await expect.poll(() => stemsOf(drafts())).toEqual(["mine", "one", "other"]);
  await holder.query("rollback");
  await Promise.all(ended);
  expect(readdirSync(location).sort()).toEqual([...foreign, "one.zip", "other.zip"]);
  await holder.end();
});
