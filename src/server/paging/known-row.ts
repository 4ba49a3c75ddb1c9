import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { AppError } from "../../shared/app-error";
import type { Executor } from "../database";

/**
 * Doesn't end a list in silence because the row that it should go on after isn't there: a mistyped id, another list's,
 * or a row that was removed for good.
 *
 * @param rows - the page. Only an empty one is looked into.
 * @param known - finds that row.
 * @throws AppError `invalid_input`.
 */
export async function requireKnown(
  db: Executor,
  rows: readonly unknown[],
  page: { after?: string | undefined; before?: string | undefined; cursor?: string | undefined },
  known: SQL,
): Promise<void> {
  const name = page.after === undefined ? "before" : "after";
  if (rows.length > 0 || page[name] === undefined || page.cursor !== undefined) return;
  const found = await db.execute(known);
  if (found.rows.length === 0)
    throw new AppError(
      "invalid_input",
      `${name}: This list has no row with this id. Take the id from the page before, or start again.`,
    );
}

/** Finds a team's row by its id. */
export const rowOf = (table: SQL | PgTable, teamId: string, id: string | undefined): SQL =>
  sql`select from ${table} of_list where of_list.team_id = ${teamId} and of_list.id = ${id}`;
