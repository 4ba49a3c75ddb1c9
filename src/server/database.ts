import { join } from "node:path";
import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { projectRoot } from "./project-root";

/** Where queries run: the pool, or a transaction on one of its connections. */
export type Executor = Pick<
  NodePgDatabase,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Database {
  db: NodePgDatabase;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Connections one process keeps at the most; two processes and the jobs fit the embedded server's limit. */
const poolSize = 10;

// Keep timestamps exactly as ISO 8601 in UTC wherever a raw query returns one.
const utc = "-c timezone=UTC";

/** How long a query waits for a connection before it fails, in ms: a server that hangs must not hang its callers too. */
const connectMs = 30_000;

/**
 * Opens the pool. A connection lost while idle is dropped and opened anew by the next query.
 *
 * @param onError - told about every connection lost while idle.
 * @param connectionTimeoutMillis - how long a query waits for a connection, also for one that others use; then it fails
 * with what {@link isDatabaseGone} recognises.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  connectionTimeoutMillis = connectMs,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis,
    max: poolSize,
    options: utc,
    keepAlive: true,
  });
  pool.on("error", onError);
  // A connection that breaks while in use fails its query; without a listener the event would end the process too.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** Brings the schema up to date; processes that start together wait for each other. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: utc });
  await client.connect();
  try {
    const db = drizzle(client);
    await db.execute(sql`select pg_advisory_lock(hashtext('zippy.migrations'))`);
    await migrate(db, { migrationsFolder: join(projectRoot, "migrations") });
  } finally {
    await client.end();
  }
}

/** Whether an error means that the database cannot be reached just now: connection failures of the database driver: refused, reset, shutting down, or cut in the middle. */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code && /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3})$/.test(code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect/.test(cause.message)) return true;
  }
  return false;
}
