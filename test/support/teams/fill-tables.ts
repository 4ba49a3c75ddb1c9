import { randomUUID } from "node:crypto";
import type pg from "pg";
import { findTeamTables, quoted } from "../../../src/features/portability/team-tables";
import { type CatalogueColumn, readCatalogue } from "../../../src/server/catalogue";

const samples: [RegExp, (column: CatalogueColumn) => unknown][] = [
  [/^uuid$/, () => randomUUID()],
  [/^jsonb?$/, () => "[]"],
  [/^timestamp|^date$/, () => "2030-01-01"],
  [/^(small|big)?int|^integer|^numeric|^double|^real/, () => 1],
  [/^boolean$/, () => false],
  [/\[\]$/, () => "{}"],
  [/^bytea$/, () => Buffer.from("x")],
  [/^tsvector$/, () => "x"],
];

const sampleOf = (table: string, column: CatalogueColumn): unknown =>
  // The product has words for each provider.
  column.name === "provider"
    ? table.startsWith("crm")
      ? "hubspot"
      : "imap"
    : (samples.find(([type]) => type.test(column.type))?.[1](column) ?? `${column.name} ${randomUUID()}`);

/**
 * Adds a row to every table that holds rows of teams, also to those of features that this file doesn't know.
 *
 * @returns the tables.
 */
export async function fillTables(pool: pg.Pool, teamId: string, userId: string): Promise<string[]> {
  const catalogue = await readCatalogue(pool);
  const { tables } = findTeamTables(catalogue);
  const filled = tables.filter(({ name }) => name !== "teams" && name !== "team_deletions");
  for (const { name } of filled) await fill(name);
  return tables.map(({ name }) => name);

  async function fill(name: string): Promise<void> {
    const table = catalogue.find((other) => other.name === name);
    const values = new Map<string, unknown>();
    for (const column of table?.columns ?? [])
      if (column.required && !column.generated && !column.identity && !column.hasDefault)
        values.set(column.name, sampleOf(name, column));
    if (table?.columns.some((column) => column.name === "team_id")) values.set("team_id", teamId);
    for (const key of table?.foreignKeys ?? []) {
      if (key.references === name) continue;
      if (key.references === "teams" || key.references === "users") {
        for (const column of key.columns) values.set(column, key.references === "teams" ? teamId : userId);
        continue;
      }
      const parent = await rowOf(key.references);
      for (const [n, column] of key.columns.entries())
        values.set(column, parent?.[key.referencedColumns[n] as string]);
    }
    const names = [...values.keys()];
    await pool.query(
      `insert into ${quoted(name)} (${names.map(quoted).join(", ")})
       values (${names.map((_, n) => `$${n + 1}`).join(", ")}) on conflict do nothing`,
      [...values.values()],
    );
    if (!(await rowOf(name, false))) throw new Error(`the table ${name} stayed empty`);
  }

  /** A row of the team, or of the person in a table of people, which gets one if it has none. */
  async function rowOf(name: string, mayFill = true): Promise<Record<string, unknown> | undefined> {
    const owned = tables.find((other) => other.name === name);
    const where = owned?.ofTeam ?? "t.user_id = $1";
    const { rows } = await pool.query<Record<string, unknown>>(
      `select * from ${quoted(name)} t where ${where} limit 1`,
      [owned ? teamId : userId],
    );
    if (rows[0] || owned || !mayFill) return rows[0];
    await fill(name);
    return rowOf(name, false);
  }
}

/** Every table of the database, of all schemas, with the number of rows that contain a text. */
export async function rowsWith(pool: pg.Pool, text: string): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: Record<string, number> = {};
  for (const { schema, name } of rows) {
    const { rowCount } = await pool.query(
      `select from ${quoted(schema)}.${quoted(name)} t where strpos(t::text, $1) > 0`,
      [text],
    );
    if (rowCount) found[`${schema}.${name}`] = rowCount;
  }
  return found;
}
