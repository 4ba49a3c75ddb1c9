import type pg from "pg";
import { AppError } from "../../shared/app-error";
import { tryMigrations } from "../postgres/migrations-lock";

/** A schema that a database has while a backup is restored into it. */
const mark = "zippy_restoring";

/** Marks a database: what is in it from now on is a part of a backup. */
export async function beginRestore(client: pg.Client): Promise<void> {
  await client.query(`create schema ${mark}`);
}

/** Takes the mark away, in the transaction that completes the restore. */
export async function endRestore(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${mark}`);
}

/** Whether the database has the mark: a restore into it is under way, or was broken off and left only a part. */
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
