import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import { isGone } from "./process-mark";

/** How pg-boss says that it begins jobs. */
const begins = /state = 'active',(?=\s+started_on = now\(\))/;

/** Whether the statement of pg-boss begins jobs. */
export const beginsJobs = (text: string): boolean => begins.test(text);

/** The same, noting which process runs them. Their end replaces the note. @param processId - a UUID. */
export const noteProcess = (text: string, processId: string): string =>
  text.replace(begins, `state = 'active', output = '{"process":"${processId}"}',`);

const dialect = new PgDialect();

/**
 * Gives back the jobs of processes that ended without doing so themselves, such as by a crash.
 *
 * @param goneAfter - how long a process must seem gone in a row (milliseconds). The mark of one that lives returns much
 * sooner after its connection broke.
 * @returns a function that looks once, and resolves to the names of the queues whose jobs it has given back.
 */
export function findLeftJobs(pool: pg.Pool, goneAfter: number): () => Promise<string[]> {
  /** When each process was first seen gone. */
  const since = new Map<string, number>();
  const ran = sql`(output->>'process')`;
  const query = async <Row extends pg.QueryResultRow>(statement: SQL): Promise<Row[]> => {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    return (await pool.query<Row>(text, params)).rows;
  };
  return async () => {
    const rows = await query<{ id: string }>(sql`
      select distinct ${ran} as id from pgboss.job where state = 'active' and ${ran} is not null and ${isGone(ran)}`);
    const now = performance.now();
    const seen = new Set(rows.map(({ id }) => id));
    for (const id of since.keys()) if (!seen.has(id)) since.delete(id);
    for (const id of seen) if (!since.has(id)) since.set(id, now);
    const gone = [...since].flatMap(([id, at]) => (now - at >= goneAfter ? [id] : []));
    if (gone.length === 0) return [];
    // Counts as an attempt: it may be the job that ends the processes.
    const given = await query<{ name: string }>(sql`
      update pgboss.job set
        state = (case when retry_count < retry_limit then 'retry' else 'failed' end)::pgboss.job_state,
        completed_on = case when retry_count < retry_limit then null else now() end,
        start_after = now(), output = '{"message":"The process that ran it ended."}'
      where state = 'active' and ${ran} = any(${sql.param(gone)}::text[]) and ${isGone(ran)}
      returning name`);
    return [...new Set(given.map(({ name }) => name))];
  };
}
