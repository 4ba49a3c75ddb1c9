import { resolve } from "node:path";
import { readSettings } from "./app/settings";
import { restoreBackup } from "./server/backup/restore-backup";
import { ConfigError, callerFolder } from "./server/config";
import { startPostgres } from "./server/postgres/postgres";
import { PostgresError } from "./server/postgres/postgres-error";
import { AppError } from "./shared/app-error";

const usage = `Usage: npm run restore -- FILE.zip

FILE.zip  what npm run backup wrote. It is restored into the database and the folder that DATABASE_URL and DATA_DIR
          name, which must be new.`;

try {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || file.startsWith("-")) throw new ConfigError(usage);
  await restore(resolve(callerFolder(), file));
} catch (error) {
  const known = [AppError, ConfigError, PostgresError].some((kind) => error instanceof kind);
  console.error(known ? (error as Error).message : error);
  process.exitCode = 1;
}
process.exit();

async function restore(file: string): Promise<void> {
  const { databaseUrl, dataDir } = readSettings();
  const postgres = databaseUrl
    ? undefined
    : await startPostgres({ dataDir, log: (line) => console.error(line) });
  try {
    const restored = await restoreBackup(databaseUrl ?? (postgres?.url as string), dataDir, file);
    console.error(
      `The backup of ${restored.createdAt} is restored. Start Zippy with the same settings as before.`,
    );
    console.log(JSON.stringify(restored));
  } finally {
    await postgres?.stop();
  }
}
