import type pg from "pg";
import { minute } from "../shared/durations";

/** How long a reader may pause between two queries (milliseconds), for a slow download. */
const longestPause = 5 * minute;

/**
 * Opens a connection that sees the database as it is at this moment, whatever is written meanwhile. The database
 * limits none of its queries; the pool's driver gives up on one as on any other.
 *
 * @returns the connection, and a function that gives it back.
 */
export async function openMoment(
  pool: pg.Pool,
): Promise<{ connection: pg.PoolClient; close: () => Promise<void> }> {
  const connection = await pool.connect();
  const close = async () => {
    // Its settings end with the transaction; a connection that can't end one is dropped.
    await connection.query("rollback").then(
      () => connection.release(),
      (error: Error) => connection.release(error),
    );
  };
  try {
    await connection.query("begin isolation level repeatable read read only");
    await connection.query("set local statement_timeout = 0");
    // Cursors are read to their end.
    await connection.query("set local cursor_tuple_fraction = 1");
    await connection.query(`set local idle_in_transaction_session_timeout = ${longestPause}`);
    // The moment is that of the first query.
    await connection.query("select 1");
    return { connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The time of the newest change of the tables' structure (milliseconds since 1970); larger is newer. */
export async function structureVersion(connection: Pick<pg.ClientBase, "query">): Promise<number> {
  const { rows } = await connection.query<{ newest: string }>(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.newest ?? 0);
}
