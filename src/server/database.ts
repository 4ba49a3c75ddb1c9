import { setTimeout as sleep } from "node:timers/promises";
import { Column, type GetColumnData, is, Placeholder, type Query, SQL, sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { AppError } from "../shared/app-error";
import { requireWhole } from "./backup/half-restored";
import { attemptWithCallKey } from "./http/idempotency";
import { structureVersion } from "./moment";
import { type LockKey, noteLock } from "./postgres/lock-order";
import { migrationsFolder, newestStructure } from "./postgres/migrations";
import { holdMigrations } from "./postgres/migrations-lock";
import { hasCode } from "./query-failure";
import { inTransaction } from "./transactions";

/** Runs queries: the pool, or a transaction on one of its connections. */
export type Executor = Pick<
  NodePgDatabase,
  "select" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute" | "transaction" | "_"
>;

/** The connections of this process. `close` waits for running queries. */
export interface Database {
  db: NodePgDatabase;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Most connections per process. Two processes and the jobs stay below the embedded server's limit. */
const poolSize = 10;

// Raw queries must return timestamps as ISO 8601 in UTC.
const utc = "-c timezone=UTC";

/** Longest wait for a connection (milliseconds), so that a hanging server doesn't hang its callers. */
const connectMs = 30_000;

/** Longest run of a query (milliseconds). The driver gives up a little later, for a server that hangs. */
const queryMs = 60_000;

/** Limits of a pool, in milliseconds; see the constants above for the defaults. */
export interface PoolLimits {
  /** Longest wait for a connection, including for one in use. */
  connect?: number;
  /** Longest run of one query. */
  query?: number;
}

/**
 * Opens the pool. If the database ends a transaction because of a deadlock, the pool retries it once. It drops a
 * connection that breaks while idle; the next query opens another.
 *
 * @param onError - receives the error of every idle connection that breaks.
 * @param limits - a query that exceeds one fails; without a connection, with an error that
 * {@link isDatabaseGone} recognizes.
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { connect = connectMs, query = queryMs }: PoolLimits = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connect,
    statement_timeout: query,
    query_timeout: query * 1.1,
    idle_in_transaction_session_timeout: query,
    max: poolSize,
    options: utc,
    keepAlive: true,
    // A connection that holds locks may rest for hours. The system's two hours are too late to notice that it is gone.
    keepAliveInitialDelayMillis: 30_000,
    // A transaction sends its beginning together with its first query.
    pipeline: true,
  });
  pool.on("error", onError);
  // A broken connection fails its query. Without a listener, the event would also end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: retryingDeadlocks(drizzle(pool), pool), pool, close: () => pool.end() };
}

/** Limits of the pause before the second attempt (milliseconds). */
const deadlockPause = { shortest: 10, longest: 50 };

/**
 * If two transactions wait for each other, the database ends one of them, which can simply start again. Once, because
 * the other has everything that it waited for by then; who meets somebody twice has a fault in the order of its locks.
 */
function retryingDeadlocks(db: NodePgDatabase, pool: pg.Pool): NodePgDatabase {
  db.transaction = async (work, config) => {
    if (config) throw new Error("transactions here have no settings");
    const attempt = () => attemptWithCallKey(() => inTransaction(pool, work));
    try {
      return await attempt();
    } catch (error) {
      if (!isDeadlock(error)) throw error;
      // If it started again at once, it could take the lock that the other is about to get, and both would
      // wait again.
      const { shortest, longest } = deadlockPause;
      await sleep(shortest + Math.random() * (longest - shortest));
      return attempt();
    }
  };
  return db;
}

const isDeadlock = (error: unknown): boolean => hasCode(error, /^40P01$/);

/** Resolves when the database answers. Rejects if it doesn't within `patience` (milliseconds). */
export async function pingDatabase(pool: pg.Pool, patience = 5000): Promise<void> {
  const late = new AbortController();
  const answered = pool.query("select 1").finally(() => late.abort());
  await Promise.race([
    answered,
    sleep(patience, undefined, { signal: late.signal, ref: false }).then(
      () => Promise.reject(new Error("timeout exceeded when trying to connect to the database")),
      () => answered,
    ),
  ]);
}

/**
 * Waits for a lock that ends with the caller's transaction: those that hold the same key run one after the other. Several
 * are taken in the order of `lock-order.ts`.
 */
export async function holdLock(tx: Executor, key: LockKey): Promise<void> {
  noteLock(tx._.session, key);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** SQL condition: true if no process has the lock. @param key - an expression for the key. */
export const isUnlocked = (key: SQL): SQL => sql`not exists (
  select 1 from pg_locks l
  where l.locktype = 'advisory' and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(${key}, 0))`;

const dialect = new PgDialect();

/**
 * Runs a query that each connection parses and plans only once.
 *
 * @param name - of the prepared statement; the text of the query must always be the same under it.
 */
export async function executePrepared<Row extends pg.QueryResultRow>(
  db: Executor,
  name: string,
  query: SQL,
): Promise<Row[]> {
  return execute(db, name, dialect.sqlToQuery(query));
}

/** @param name - of the prepared statement; undefined: the query is planned each time. */
async function execute<Row extends pg.QueryResultRow>(
  db: Executor,
  name: string | undefined,
  query: Query,
): Promise<Row[]> {
  const { session } = db._;
  const prepared = session.prepareQuery<{ execute: pg.QueryResult<Row>; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    false,
  );
  return (await prepared.execute()).rows;
}

/** A query's text, and the names of its values in their order. */
interface PlannedQuery {
  name: string | undefined;
  text: string;
  values: string[];
}

/** The most queries that {@link runPlanned} keeps planned: each takes memory in every connection. */
const mostPlanned = 60;
const planned = new Map<string, PlannedQuery>();

/** What a planned query returns, by field: columns, and expressions. */
type PlannedFields = Record<string, Column | SQL>;
type PlannedRow<Fields extends PlannedFields> = {
  [Field in keyof Fields]: Fields[Field] extends Column
    ? GetColumnData<Fields[Field]>
    : Fields[Field] extends SQL<infer Value>
      ? Value
      : never;
};

/**
 * Runs a query of the builder whose text is built only once, and which each connection parses and plans only once.
 * That plan serves all values, so it must be the best one for each of them.
 *
 * @param fields - what the query returns. Of a whole table: {@link getTableColumns}.
 * @param query - `shape`: what decides its text, such as the names of the columns that it sets; two queries with
 *   different texts must not share one. `build`: makes it, with `given(name)` in place of each value, and `named`, the
 *   fields under their names, for a selection. `values`: what is given, by name; what has the name of a column is written
 *   as that column's value. `byValues`: the database makes a plan for the values each time, because for small teams it
 *   would be another than for large ones.
 */
export async function runPlanned<Fields extends PlannedFields>(
  db: Executor,
  fields: Fields,
  {
    shape,
    build,
    values,
    byValues = false,
  }: {
    shape: string;
    build: (given: (name: string) => SQL, named: NamedFields<Fields>) => { toSQL(): Query };
    values: Record<string, unknown>;
    byValues?: boolean;
  },
): Promise<PlannedRow<Fields>[]> {
  const { name, text, values: names } = planned.get(shape) ?? plan(shape, fields, build);
  const params = names.map((name) => {
    const value = values[name] ?? null;
    const field = fields[name];
    return value === null ? null : is(field, Column) ? (field.mapToDriverValue(value) ?? value) : value;
  });
  const rows = await execute(db, byValues ? undefined : name, { sql: text, params });
  const read = Object.entries(fields).map(readerOf);
  // Without a list of pairs for each row, because lists have many rows.
  return rows.map((stored) => {
    const row: Record<string, unknown> = {};
    for (const { field, from, decode } of read) row[field] = decode(stored[from]);
    return row;
  }) as PlannedRow<Fields>[];
}

/** How a field of a row is read: under which name the database returns it, and its value here. */
const readerOf = ([field, source]: [string, Column | SQL]) =>
  is(source, Column)
    ? {
        ...{ field, from: source.name },
        decode: (value: unknown) => (value === null ? null : source.mapFromDriverValue(value)),
      }
    : { field, from: field, decode: (value: unknown) => value };

/** Fields in which each expression has the name of its field. */
type NamedFields<Fields extends PlannedFields> = {
  [Field in keyof Fields]: Fields[Field] extends SQL<infer Value> ? SQL.Aliased<Value> : Fields[Field];
};

const named = <Fields extends PlannedFields>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, source]) => [field, is(source, SQL) ? source.as(field) : source]),
  ) as NamedFields<Fields>;

function plan<Fields extends PlannedFields>(
  shape: string,
  fields: Fields,
  build: (given: (name: string) => SQL, named: NamedFields<Fields>) => { toSQL(): Query },
): PlannedQuery {
  const { sql: text, params } = build((name) => sql`${sql.placeholder(name)}`, named(fields)).toSQL();
  const values = params.map((param) => {
    if (!is(param, Placeholder)) throw new Error(`the query "${shape}" has a value that isn't given by name`);
    return param.name;
  });
  if (planned.size >= mostPlanned) return { name: undefined, text, values };
  const made = { name: `planned_${planned.size}`, text, values };
  planned.set(shape, made);
  return made;
}

/** The names of the columns that a row gives, in one order; for {@link runPlanned}. */
export const columnsGiven = (row: object): string[] =>
  Object.entries(row)
    .flatMap(([name, value]) => (value === undefined ? [] : name))
    .sort();

/** Each of the columns with its given value; for {@link runPlanned}. */
export const eachGiven = (columns: string[], given: (name: string) => SQL): Record<string, SQL> =>
  Object.fromEntries(columns.map((name) => [name, given(name)]));

/**
 * Applies pending migrations. Processes that start at the same time wait for each other.
 *
 * @throws AppError `conflict` if only a part of a backup was restored into this database, or if a newer version
 * has changed it.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: utc });
  // A connection that breaks fails its query.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await holdMigrations(client);
    await requireWhole(client);
    await requireKnownStructure(client);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** An older version wouldn't fill what a newer one has added, nor encrypt it again when the key changes. */
async function requireKnownStructure(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as filled",
  );
  if (!rows[0]?.filled || (await structureVersion(client)) <= newestStructure()) return;
  throw new AppError(
    "conflict",
    "A newer version of Zippy has updated this database, so this version can't use it. Nothing was changed. Use that version or a newer one, or restore a backup from before the update.",
  );
}

/**
 * True if an error means the database is unreachable: refused, reset, shutting down, or disconnected
 * mid-query.
 */
export function isDatabaseGone(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code && /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\w{3})$/.test(code)) return true;
    if (/Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(cause.message))
      return true;
  }
  return false;
}

/** Longest run of a search (milliseconds). Tests shorten it instead of waiting. */
export const searchLimits = { longest: 5000 };

/**
 * Runs the query of a search, which may read all of a team's texts.
 *
 * @param words - the search words; without them, `work` has no extra limit.
 * @throws AppError `invalid_input` if it takes longer than the limit.
 */
export async function limitSearch<Result>(
  db: Executor,
  words: string | undefined,
  work: (tx: Executor) => Promise<Result>,
  limit = searchLimits.longest,
): Promise<Result> {
  if (!words) return work(db);
  return limitTime(db, "q: This search took too long. Use longer words, or add a filter.", work, limit);
}

/**
 * Runs queries that may each take a while, in a transaction or a savepoint of their own.
 *
 * @param tooLong - the sentence if one takes longer than the limit.
 * @param limit - of each query (milliseconds).
 * @throws AppError `invalid_input` with that sentence.
 */
export async function limitTime<Result>(
  db: Executor,
  tooLong: string,
  work: (tx: Executor) => Promise<Result>,
  limit: number,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      const setLimit = (value: string) =>
        tx.execute(sql`select set_config('statement_timeout', ${value}, true)`);
      const { rows } = await tx.execute<{ before: string }>(
        sql`select current_setting('statement_timeout') as before`,
      );
      await setLimit(String(limit));
      const result = await work(tx);
      // A savepoint doesn't end the setting.
      await setLimit(rows[0]?.before ?? "0");
      return result;
    });
  } catch (error) {
    if (!isQueryTimeout(error)) throw error;
    throw new AppError("invalid_input", tooLong, { cause: error });
  }
}

/** True if a query or a transaction took longer than the pool allows. */
export function isQueryTimeout(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: string };
    if (code === "57014" || code === "25P03" || cause.message === "Query read timeout") return true;
  }
  return false;
}
