import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { databaseFolder } from "../../../test/support/databases";
import { onlyIf } from "../../../test/support/only-if";
import { type Postgres, startPostgres } from "./postgres";
import { createUserList, findProcess } from "./process";

const root = mkdtempSync(join(databaseFolder(), "zippy-postgres-"));
chmodSync(root, 0o755); // As root, the database runs under another user, who needs access.
const dataDir = join(root, "data");
const said: string[] = [];
const running = new Set<Postgres>();
const children = new Set<ChildProcess>();

async function start(
  folder = dataDir,
  settings: Record<string, string> = { fsync: "off" },
): Promise<Postgres> {
  const postgres = await startPostgres({ dataDir: folder, log: (line) => said.push(line), settings });
  running.add(postgres);
  return postgres;
}

async function stop(postgres: Postgres) {
  running.delete(postgres);
  await postgres.stop();
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  // A dying database may accept a connection and never respond.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Retries until the query succeeds, like the next callers of a connection pool. */
async function queryWhenBack(url: string, text: string) {
  for (let tries = 0; ; tries++) {
    try {
      return await query(url, text);
    } catch (error) {
      if (tries === 400) throw error;
      await sleep(20);
    }
  }
}

function postmasterPid(folder = dataDir): number {
  return Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

async function gone(pid: number) {
  while (findProcess(pid)) await sleep(5);
}

/** Starts another server process on the same data folder. */
async function startElsewhere(folder = dataDir): Promise<{ process: ChildProcess; adopted: boolean }> {
  const module = JSON.stringify(join(import.meta.dirname, "postgres.ts"));
  const code = `
    import(${module}).then(async ({ startPostgres }) => {
      const options = { dataDir: ${JSON.stringify(folder)}, log: () => {}, settings: { fsync: "off" } };
      const postgres = await startPostgres(options);
      setInterval(() => {}, 1_000); // as a server that listens would, it stays
      process.on("SIGTERM", () => postgres.stop().then(() => process.exit(0)));
      process.send({ adopted: postgres.adopted });
    });`;
  const child = spawn(process.execPath, ["--import", "tsx", "-e", code], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  const [message] = (await once(child, "message")) as [{ adopted: boolean }];
  return { process: child, adopted: message.adopted };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  expect([child.exitCode, child.signalCode]).toEqual([null, null]); // it was still running and only ends now
  child.kill(signal);
  await once(child, "exit");
  children.delete(child);
}

beforeAll(async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE kept (line text)");
  await stop(first);
});

afterEach(async () => {
  for (const child of children) await end(child, "SIGKILL");
  for (const postgres of running) await stop(postgres);
  said.length = 0;
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("one server", () => {
  test("keeps its data when it is stopped and started again", async () => {
    const before = await start();
    await query(before.url, "INSERT INTO kept VALUES ('before')");
    const pid = postmasterPid();
    await stop(before);
    expect(findProcess(pid)).toBeUndefined();

    const after = await start();
    expect(after.adopted).toBe(false);
    expect(await query(after.url, "SELECT line FROM kept")).toContainEqual({ line: "before" });
  });

  test("writes to disk by default and only listens on 127.0.0.1, without a socket file", async () => {
    const { url } = await start(dataDir, {});
    expect(await query(url, "SHOW fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
    const [, , , , socketFolder] = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n");
    expect(socketFolder).toBe("");
  });

  test("provides a role that may create databases but is no superuser", async () => {
    const { url } = await start();
    const rights = "SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user";
    expect(await query(url, rights)).toEqual([{ rolsuper: false, rolcreatedb: true }]);
    await expect(query(url.replace("zippy:", "postgres:"), "SELECT 1")).rejects.toThrow(/password/);
    await expect(query(url.replace(/:[0-9a-f]{64}@/, ":guess@"), "SELECT 1")).rejects.toThrow(/password/);
  });

  test("protects its password and its data", async () => {
    await start();
    for (const path of ["postgres.secret", "postgres.log"]) {
      expect(statMode(join(dataDir, path))).toBe(0o600);
    }
    expect(statMode(join(dataDir, "postgres"))).toBe(0o700);
  });

  test("restarts the database on the same port when PostgreSQL is killed", async () => {
    const { url } = await start();
    await query(url, "INSERT INTO kept VALUES ('acknowledged')");
    for (let kills = 0; kills < 2; kills++) {
      const pid = postmasterPid();
      process.kill(pid, "SIGKILL");
      await gone(pid);
      expect(await queryWhenBack(url, "SELECT line FROM kept")).toContainEqual({ line: "acknowledged" });
    }
    expect(said).toContain("PostgreSQL stopped unexpectedly. Restarting it.");
  });

  test("restarts it although a query computes on after PostgreSQL was killed", async () => {
    const { url } = await start();
    const busy = new pg.Client({ connectionString: url });
    busy.on("error", () => {});
    await busy.connect();
    const { rows } = await busy.query("SELECT pg_backend_pid() AS pid");
    const computing = busy
      .query("SELECT count(*) FROM generate_series(1, 100000000000)")
      .catch(() => undefined);
    const pid = postmasterPid();
    process.kill(pid, "SIGKILL");
    await gone(pid);
    expect(await queryWhenBack(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(findProcess(rows[0]?.pid)).toBeUndefined();
    await computing;
  });

  test("stops despite an open transaction, which is rolled back", async () => {
    const postgres = await start();
    const pid = postmasterPid();
    const left = new pg.Client({ connectionString: postgres.url });
    left.on("error", () => {});
    await left.connect();
    await left.query("BEGIN; INSERT INTO kept VALUES ('never committed')");
    await stop(postgres);
    expect(findProcess(pid)).toBeUndefined();

    const { url } = await start();
    expect(await query(url, "SELECT line FROM kept")).not.toContainEqual({ line: "never committed" });
  });

  test("stops even while the database is restarting", async () => {
    const postgres = await start();
    const pid = postmasterPid();
    process.kill(pid, "SIGKILL");
    await stop(postgres);
    await gone(pid);
    await expect(query(postgres.url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  });
});

describe("leftovers of a dead process", () => {
  test("a postmaster.pid with the id of another living process is ignored", async () => {
    const postgres = await start();
    const file = join(dataDir, "postgres/postmaster.pid");
    const left = readFileSync(file, "utf8");
    await stop(postgres);
    const stranger = spawnAsDatabaseUser();
    writeFileSync(file, left.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
    const { uid, gid } = databaseUser();
    chownSync(file, uid, gid);

    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await query(again.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("an empty postmaster.pid, which a power cut leaves, is ignored even if the clock is behind since", async () => {
    await stop(await start());
    const file = join(dataDir, "postgres/postmaster.pid");
    writeFileSync(file, "", { mode: 0o600 });
    const { uid, gid } = databaseUser();
    chownSync(file, uid, gid);
    const tomorrow = Date.now() / 1000 + 86_400;
    utimesSync(file, tomorrow, tomorrow);

    const again = await start();
    expect(await query(again.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("a partial first start is deleted, and marks of dead processes are ignored", async () => {
    mkdirSync(join(dataDir, "postgres-init.999999999-1-abc/data"), { recursive: true });
    writeFileSync(join(dataDir, "postgres.users/999999999-1-abc"), "");
    const postgres = await start();
    const pid = postmasterPid();
    expect(readdirSync(dataDir)).not.toContain("postgres-init.999999999-1-abc");
    await stop(postgres);
    expect(findProcess(pid)).toBeUndefined();
  });

  test("a killed server's database is adopted, and later stopped by the server that adopted it", async () => {
    const other = await startElsewhere();
    const pid = postmasterPid();
    await end(other.process, "SIGKILL");

    const next = await start();
    expect(next.adopted).toBe(true);
    expect(postmasterPid()).toBe(pid);
    await stop(next);
    expect(findProcess(pid)).toBeUndefined();
  });
});

describe("two servers on one data folder", () => {
  test("share the database until the last one leaves, whichever started it", async () => {
    const owner = await startElsewhere();
    const guest = await start();
    const pid = postmasterPid();
    expect([owner.adopted, guest.adopted]).toEqual([false, true]);

    await end(owner.process, "SIGTERM");
    expect(postmasterPid()).toBe(pid);
    expect(await query(guest.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await stop(guest);
    expect(findProcess(pid)).toBeUndefined();
  });

  test("the one that adopted it restarts it too", async () => {
    const owner = await startElsewhere();
    const guest = await start();
    await end(owner.process, "SIGKILL");
    process.kill(postmasterPid(), "SIGKILL");
    expect(await queryWhenBack(guest.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("create and share one database when both start for the first time at the same moment", async () => {
    const folder = join(root, "at-once");
    const [elsewhere, here, there] = await Promise.all([
      startElsewhere(folder),
      start(folder),
      start(folder),
    ]);
    expect([elsewhere.adopted, here.adopted, there.adopted].filter((adopted) => !adopted)).toHaveLength(1);
    expect(here.url).toBe(there.url);
    await query(here.url, "CREATE TABLE shared ()");
    expect(await query(there.url, "SELECT count(*)::int AS rows FROM shared")).toEqual([{ rows: 0 }]);
    const drafts = readdirSync(folder).filter((name) => /^postgres-(init|copy|secret)/.test(name));
    expect(drafts).toEqual([]);
  });
});

describe("an unusable data folder", () => {
  test("with a database of another PostgreSQL version is refused and left unchanged", async () => {
    const folder = folderWith({ PG_VERSION: "16\n", "base.txt": "data" });
    await expect(start(folder)).rejects.toThrow(
      /created by PostgreSQL 16, but this Zippy includes PostgreSQL 18/,
    );
    expect(readdirSync(join(folder, "postgres")).sort()).toEqual(["PG_VERSION", "base.txt"]);
  });

  test("with other files is refused and left unchanged", async () => {
    const folder = folderWith({ "holiday.jpg": "" });
    await expect(start(folder)).rejects.toThrow(/contains files but no PostgreSQL database/);
    expect(readdirSync(join(folder, "postgres"))).toEqual(["holiday.jpg"]);
  });

  test("without its password is refused, and no other password is generated", async () => {
    const folder = folderWith({ PG_VERSION: "18\n" });
    await expect(start(folder)).rejects.toThrow(/can't read \S*postgres\.secret/);
    expect(readdirSync(folder)).not.toContain("postgres.secret");
  });

  test("that is a file is refused with a sentence", async () => {
    const file = join(root, "a-file");
    writeFileSync(file, "");
    await expect(start(join(file, "data"))).rejects.toThrow(
      /Can't write to the data folder .* \(ENOTDIR\).*DATA_DIR/,
    );
  });

  test(
    "that the database's user can't access is refused by name",
    onlyIf(process.getuid?.() === 0, "only as root"),
    async () => {
      const closed = join(root, "closed");
      mkdirSync(closed, { mode: 0o700 });
      await expect(start(join(closed, "data"))).rejects.toThrow(`can't access ${closed}.`);
    },
  );

  test(
    "that is read-only is refused with a sentence",
    onlyIf(process.getuid?.() !== 0, "not as root"),
    async () => {
      const folder = join(root, "read-only");
      mkdirSync(folder, { mode: 0o500 });
      await expect(start(folder)).rejects.toThrow(/Can't write to the data folder .* \(EACCES\).*DATA_DIR/);
    },
  );

  test("with an unknown setting is refused with PostgreSQL's reason", async () => {
    await expect(start(dataDir, { work_mem: "much" })).rejects.toThrow(/doesn't start: .*work_mem/);
    const left = createUserList(join(dataDir, "postgres.users"));
    expect(left.leave()).toBe(0);
  });
});

function statMode(path: string): number {
  return statSync(path).mode & 0o777;
}

function databaseUser(): { uid: number; gid: number } {
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  return { uid, gid };
}

/** PostgreSQL ignores processes of other users and its own ancestors. */
function spawnAsDatabaseUser(): ChildProcess {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], {
    ...databaseUser(),
    cwd: "/",
  });
  children.add(child);
  return child;
}

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, "odd-"));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "postgres"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "postgres", name), text);
  return folder;
}
