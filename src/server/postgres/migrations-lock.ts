import type pg from "pg";

const key = "hashtext('zippy.migrations')";

/** Waits for everybody who creates or changes tables, and lets others wait until the connection ends. */
export async function holdMigrations(client: pg.Client): Promise<void> {
  await client.query(`select pg_advisory_lock(${key})`);
}

/** The same without waiting. @returns false if somebody else does so. */
export async function tryMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(${key}) as held`);
  return rows[0]?.held ?? false;
}
