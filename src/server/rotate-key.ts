import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { ConfigError } from "./config";
import { migrateDatabase } from "./database";
import { type ResealCounts, resealAll, type SealedColumn } from "./reseal";
import { openSecrets } from "./secrets";

/** What was encrypted under the new key, and what is left to do. */
export interface Rotation extends ResealCounts {
  /** Whether older keys are still in SECRET_KEY, which only the administrator can change. */
  removeOldKeys: boolean;
}

interface RotationOptions {
  databaseUrl: string;
  dataDir: string;
  /** SECRET_KEY. Undefined: the key is in the data folder. */
  secretKey: string | undefined;
  columns: readonly SealedColumn[];
}

/**
 * Gives the installation a new key and seals everything under it. It needs a stopped server, because a running one
 * doesn't know the new key. If it is cut, the file has both keys, so that nothing is lost, and the next run goes on.
 *
 * @throws ConfigError with a sentence if the server runs, or if the new key isn't there yet.
 */
export async function rotateKey({
  databaseUrl,
  dataDir,
  secretKey,
  columns,
}: RotationOptions): Promise<Rotation> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that breaks fails its query, and the next one opens another.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await requireStopped(pool);
    await migrateDatabase(databaseUrl);
    const file = join(dataDir, "secret.key");
    const keys = secretKey === undefined ? await addKey(file) : keysOf(secretKey);
    if (keys.length < 2)
      throw new ConfigError(
        "SECRET_KEY is set, so only you can change the key. Put a new one before the current one " +
          "(SECRET_KEY=NEW,OLD; `openssl rand -base64 32` prints one) and run this again.",
      );
    const secrets = await openSecrets(keys.join(","), file);
    const done = await resealAll(pool, secrets, columns);
    if (secretKey === undefined) await writeKeys(file, keys.slice(0, 1));
    return { ...done, removeOldKeys: secretKey !== undefined };
  } finally {
    await pool.end();
  }
}

const keysOf = (text: string): string[] =>
  text
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");

/** Puts a new key before the current one, unless an earlier run that was cut has done so. */
async function addKey(file: string): Promise<string[]> {
  // Creates the first one if there is none.
  await openSecrets(undefined, file);
  const kept = keysOf(await readFile(file, "utf8"));
  if (kept.length > 1) return kept;
  const keys = [randomBytes(32).toString("base64"), ...kept];
  await writeKeys(file, keys);
  return keys;
}

/** The file has either the old keys or the new ones, whenever the power fails. */
async function writeKeys(file: string, keys: string[]): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, keys.join(","), { mode: 0o600, flush: true });
  await rename(draft, file);
}

/** A connected process might seal something under the old key. */
async function requireStopped(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (rows[0]?.count)
    throw new ConfigError(
      "Zippy is running, or something else is connected to its database. Stop it everywhere, then run this again.",
    );
}
