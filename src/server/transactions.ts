import { type NodePgDatabase, NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { beginLocks } from "./postgres/lock-order";

/** What runs a transaction's queries. */
type Transaction = Parameters<Parameters<NodePgDatabase["transaction"]>[0]>[0];

const dialect = new PgDialect();

/** For each running transaction, what has its commit sent right behind the next query. */
const commitsBehindNext = new WeakMap<object, () => void>();

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
  let commitsNext = false;
  let committing: Promise<pg.QueryResult> | undefined;
  const query = (...args: [pg.QueryConfig, unknown[]]) => {
    if (committing) throw new Error("the transaction was committed behind its last query");
    const answer = client.query(...args);
    if (commitsNext) committing ??= observed(client.query("commit"));
    return answer;
  };
  const session = new NodePgSession({ query } as unknown as pg.PoolClient, dialect, undefined);
  beginLocks(session);
  const tx = new NodePgTransaction(dialect, session, undefined) as unknown as Transaction;
  commitsBehindNext.set(tx, () => {
    commitsNext = true;
  });
  let broken: Error | undefined;
  const begun = observed(client.query("begin"));
  try {
    const result = await work(tx);
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
 * Runs the last query of a transaction with its commit right behind it, so that the commit takes no round trip of its
 * own. If the query fails, nothing is committed. Whatever the work does afterwards can't undo it anymore. In a
 * savepoint, it only runs the query.
 *
 * @param query - runs exactly one query, whose parameters are texts, arrays of texts or null. The driver refuses others
 *   before it sends the query, and the commit behind it would store the rest.
 */
export function runLast<Rows>(tx: object, query: () => Promise<Rows>): Promise<Rows> {
  commitsBehindNext.get(tx)?.();
  return query();
}

/** The same promise, whose rejection somebody else may handle later or not at all. */
function observed<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
