import type pg from "pg";
import { AppError } from "../../shared/app-error";

/** A schema that a database has while a backup is restored into it. */
const mark = "zippy_restoring";

/** Waits for everybody who creates or changes tables, and lets others wait until the connection ends. */
export async function holdMigrations(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext('zippy.migrations'))");
}

/** The same without waiting. @returns false if somebody else does so. */
async function tryMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    "select pg_try_advisory_lock(hashtext('zippy.migrations')) as held",
  );
  return rows[0]?.held ?? false;
}

/** Marks a database: what is in it from now on is a part of a backup. */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query(`create schema ${mark}`);
}

/** Takes the mark away, in the transaction that completes the restore. */
export async function endRestore(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${mark}`);
}

/** Whether there is a part of a backup. A restore that isn't under way any more was broken off. */
export async function isHalfRestored(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_namespace where nspname = $1", [mark]);
  return (rowCount ?? 0) > 0;
}

/** Empties a database in which there is nothing but a part of a backup. */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query(
    `drop schema public cascade; create schema public; drop schema if exists drizzle, ${mark} cascade`,
  );
}

/** @throws AppError with a sentence, because a part of a backup looks like a Zippy that has lost its data. */
export async function requireWhole(client: pg.Client): Promise<void> {
  if (!(await isHalfRestored(client))) return;
  throw new AppError(
    "conflict",
    (await tryMigrations(client))
      ? "A restore of a backup into this database was broken off, so only a part of it is there. Run npm run restore with the same file again; it begins again."
      : "A backup is being restored into this database. Try again when that has ended.",
  );
}
