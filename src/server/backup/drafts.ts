import { createHash, randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type pg from "pg";

/** Holds a draft while its backup runs. */
const lockOf = (id: string): string => `backup draft ${id}`;

/**
 * Names the file that becomes a backup once it is complete. The transaction holds a lock for it: a process that gets
 * the lock knows that the one which wrote the file is gone.
 *
 * @param client - in a transaction that lasts until the draft is renamed or removed.
 */
export async function beginDraft(client: pg.Client, file: string): Promise<string> {
  const id = `${await nameDatabase(client)}-${randomUUID().slice(0, 8)}`;
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [lockOf(id)]);
  return `${file}.${id}.part`;
}

/** Removes the drafts of this database beside a backup, under any name, whose process is gone. */
export async function removeAbandoned(client: pg.Client, file: string): Promise<void> {
  const folder = dirname(file);
  const own = new RegExp(`\\.(${await nameDatabase(client)}-[0-9a-f]{8})\\.part$`);
  for (const name of await readdir(folder)) {
    const id = own.exec(name)?.[1];
    if (!id) continue;
    const { rows } = await client.query<{ free: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free",
      [lockOf(id)],
    );
    if (rows[0]?.free) await rm(join(folder, name), { force: true });
  }
}

/** Locks say nothing about the drafts of another database, or of this one's standby, in the same folder. */
async function nameDatabase(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select concat_ws(' ', system_identifier, pg_is_in_recovery(),
       (select oid from pg_database where datname = current_database())) as name
     from pg_control_system()`,
  );
  return createHash("sha256")
    .update(rows[0]?.name ?? "")
    .digest("hex")
    .slice(0, 8);
}
