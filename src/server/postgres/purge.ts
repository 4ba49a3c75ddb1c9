import { sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "../database";

/** Most rows that one statement deletes. Tests make it smaller. */
export const purgeBatch = { rows: 1000 };

/**
 * Deletes rows of all teams for good, oldest first. In batches, because one statement for many rows, with all that goes
 * with them, takes longer than the pool allows, and would be as long the next night.
 *
 * @param moment - rows whose value is before `date` are deleted. It needs an index, unless there is `order`.
 * @param order - in which the rows got their moments, with an index: then nothing is read behind the first batch that is
 *   young enough.
 */
export async function purgeBefore(
  db: Executor,
  table: PgTable,
  moment: PgColumn,
  date: Date,
  order?: PgColumn,
): Promise<void> {
  const isOld = sql`${moment} < ${date}`;
  const oldest = order
    ? sql`select ctid from ${table} order by ${order} limit ${purgeBatch.rows}`
    : sql`select ctid from ${table} where ${isOld} order by ${moment} limit ${purgeBatch.rows}`;
  for (let deleted = 1; deleted > 0; ) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ${isOld} and ctid = any(array(${oldest}))`,
    );
    deleted = rowCount ?? 0;
  }
}
