import { type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { beginLocks } from "./postgres/lock-order";
import { hasCode } from "./query-failure";

/** What runs a transaction's queries. */
type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

const dialect = new PgDialect();

/** For each running transaction, what has its commit sent right behind so many of its next queries. */
const commitsBehind = new WeakMap<object, (count: number) => void>();

/**
 * Runs work in a transaction on one of the pool's connections, which must pipeline. Its beginning is sent together
 * with the first query, so it takes no round trip of its own.
 *
 * @returns what the work returns, once it is committed.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let left = Number.POSITIVE_INFINITY;
  let committing: Promise<pg.QueryResult> | undefined;
  let ended = false;
  const query = (...args: [pg.QueryConfig, unknown[]]) => {
    if (committing) throw new Error("the transaction was committed behind its last query");
    if (ended) throw new Error("the transaction has ended");
    sendTogether(client);
    const answer = client.query(...args);
    left--;
    if (left === 0) committing = observed(client.query("commit"));
    return answer;
  };
  const session = new NodePgSession({ query } as unknown as pg.PoolClient, dialect, undefined);
  beginLocks(session);
  const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
  commitsBehind.set(tx, (count) => {
    left = count;
  });
  let broken: Error | undefined;
  sendTogether(client);
  const begun = observed(client.query("begin"));
  try {
    const result = await work(tx).finally(() => {
      ended = true;
    });
    await begun;
    const { command } = await (committing ?? client.query("commit"));
    if (command !== "COMMIT")
      throw new Error("the transaction was rolled back, because one of its queries failed");
    return result;
  } catch (error) {
    // A commit behind a failed query has rolled back already.
    await (committing ?? client.query("rollback")).catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs the last queries of a transaction at once with its commit right behind them, so that together they take one
 * round trip. If one fails, nothing is committed. Whatever the work does afterwards can't undo it anymore. In a
 * savepoint, it only runs the queries.
 *
 * @param queries - each runs exactly one query that needs no other's result, whose parameters are texts, numbers, truth
 *   values, arrays of texts or null. The driver refuses others before it sends the query, and the commit behind it would
 *   store the rest.
 * @throws what made a query fail, rather than that the others failed for it.
 */
export async function runLast<Results extends unknown[]>(
  tx: object,
  ...queries: { [At in keyof Results]: () => Promise<Results[At]> }
): Promise<Results> {
  commitsBehind.get(tx)?.(queries.length);
  const settled = await Promise.allSettled(queries.map((query) => query()));
  const failures = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  // in_failed_sql_transaction: it failed only because another has.
  if (failures.length > 0) throw failures.find((failure) => !hasCode(failure, /^25P02$/)) ?? failures[0];
  return settled.map((one) => one.status === "fulfilled" && one.value) as Results;
}

/** Sends what a connection gets until all code that is due now has run in one piece: each piece is a system call. */
function sendTogether({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The same promise, whose rejection somebody else may handle later or not at all. */
function observed<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
