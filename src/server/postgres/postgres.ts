import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { minute } from "../../shared/durations";
import { type Cluster, openCluster, prepareDataDir } from "./cluster";
import { PostgresError } from "./postgres-error";
import { bringUp, hasEnded, type Launch, type RunningPostgres, shutDown } from "./postmaster";
import { createUserList, findProcess } from "./process";
import { copyPrograms, findPrograms } from "./programs";

/** `log` receives sentences for the administrator. `settings` are PostgreSQL's own, such as fsync. */
export type PostgresOptions = {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
};

/** A running database. `adopted` means it was already running before this call. */
export type Postgres = {
  /** URL of the database "zippy", for a role that owns it and may create others, but is no superuser. */
  url: string;
  adopted: boolean;
  /**
   * Disconnects from the database. The last process to do so stops it and waits until it is gone. Safe to
   * repeat.
   */
  stop(): Promise<void>;
};

/** Small on purpose, because it shares the machine with the user's other programs. */
const defaults = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "50",
  shared_buffers: "32MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "512MB",
  wal_buffers: "4MB",
  max_wal_size: "512MB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  jit: "off",
  io_method: "sync", // the default's helper processes cost memory and only help with slow disks
  max_parallel_workers_per_gather: "0",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  autovacuum_worker_slots: "3",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "log", // failed statements reach the server anyway; here they'd only leak private text
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/**
 * Starts the PostgreSQL from npm in the data folder, or joins the one that is already running there.
 *
 * It listens on 127.0.0.1 only, is restarted on the same port if it dies, and survives a killed server; the
 * next start joins it. Reasons: docs/decisions/0002-embedded-postgresql.md
 *
 * @throws PostgresError with a sentence for the administrator.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  const found = findPrograms();
  const account = prepareDataDir(dataDir);
  const users = createUserList(join(dataDir, "postgres.users"));
  users.join();
  try {
    const programs = copyPrograms(found, dataDir);
    const cluster = await openCluster(dataDir, account, programs, options.settings?.fsync !== "off");
    const settings = { ...defaults, ...options.settings };
    const { launch, running } = await open({ programs, cluster, settings, log: options.log });
    const stop = supervise(launch, running, users.leave);
    return { url: urlOf(cluster, running), adopted: !running.child, stop };
  } catch (error) {
    users.leave();
    throw error;
  }
}

function urlOf({ password }: Cluster, { postmaster }: RunningPostgres): string {
  return `postgres://zippy:${password("zippy")}@127.0.0.1:${postmaster.port}/zippy`;
}

/** An adopted database may be shutting down. We wait until it is gone and start another. */
async function open(
  launch: Launch,
): Promise<{ launch: Launch & { port: number }; running: RunningPostgres }> {
  for (let attempts = 1; ; attempts++) {
    const running = await bringUp(launch);
    const { port } = running.postmaster;
    try {
      await ensureDatabase(launch.cluster, port);
      return { launch: { ...launch, port }, running };
    } catch (error) {
      if (error instanceof PostgresError || attempts === 20) throw error;
      await sleep(attempts * 10);
    }
  }
}

/** Connecting with the password also proves that the port belongs to this folder's database. */
async function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  try {
    await withClient(cluster, port, "zippy", async () => {});
  } catch (error) {
    const { code } = error as { code?: string };
    // Until the first start is complete, the role (28P01) or the database (3D000) doesn't exist.
    if (code !== "28P01" && code !== "3D000") throw error;
    await createDatabase(cluster, port);
  }
}

async function createDatabase(cluster: Cluster, port: number): Promise<void> {
  const password = cluster.password("zippy");
  try {
    await withClient(cluster, port, "postgres", async (client) => {
      await client.query("SELECT pg_advisory_lock(1)"); // Of two first starts, one creates it and the other finds it.
      const role = await client.query("SELECT FROM pg_roles WHERE rolname = 'zippy'");
      const verb = role.rowCount ? "ALTER" : "CREATE";
      await client.query(`${verb} ROLE zippy LOGIN CREATEDB PASSWORD '${password}'`);
      const database = await client.query("SELECT FROM pg_database WHERE datname = 'zippy'");
      if (!database.rowCount) await client.query("CREATE DATABASE zippy OWNER zippy");
    });
  } catch (cause) {
    if ((cause as { code?: string }).code !== "28P01") throw cause;
    const where = cluster.folder;
    throw new PostgresError(
      `The database in ${where} rejects the password in ${where}.secret. Restore both from the same backup.`,
      { cause },
    );
  }
}

/** Connects to the database with the same name as the role. */
async function withClient(
  cluster: Cluster,
  port: number,
  role: string,
  use: (client: pg.Client) => Promise<void>,
) {
  const password = cluster.password(role);
  const connection = { host: "127.0.0.1", port, user: role, database: role, password, ssl: false };
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {}); // A broken connection already rejects the query that used it.
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end();
  }
}

const settled = minute;
const longestPause = 10_000;

/**
 * Restarts the database on the same port whenever it dies, so that connection pools find it again.
 *
 * @returns a function that stops supervising and disconnects from the database.
 */
function supervise(
  launch: Launch & { port: number },
  first: RunningPostgres,
  leave: () => number,
): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let recovery: Promise<void> | undefined;
  let deaths = 0;

  function watch({ postmaster, child }: RunningPostgres) {
    const since = Date.now();
    const lost = () => {
      clearInterval(timer);
      if (stopping.signal.aborted) return;
      deaths = Date.now() - since < settled ? deaths + 1 : 1;
      recovery = recover();
    };
    if (child && hasEnded(child)) lost();
    else if (child) child.once("exit", lost);
    else timer = setInterval(() => findProcess(postmaster.pid) ?? lost(), 250).unref();
  }

  async function recover() {
    launch.log("PostgreSQL stopped unexpectedly. Restarting it.");
    for (let failures = 0; ; failures++) {
      const pause = Math.min((deaths - 1 + failures) * 250, longestPause);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        const running = await bringUp(launch);
        if (running.postmaster.port !== launch.port)
          launch.log("PostgreSQL now uses another port. Restart this server.");
        return watch(running);
      } catch (error) {
        launch.log((error as Error).message);
      }
    }
  }

  async function stop() {
    stopping.abort();
    clearInterval(timer);
    await recovery;
    if (leave() === 0) await shutDown(launch.cluster.folder);
  }

  watch(first);
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stop());
}
