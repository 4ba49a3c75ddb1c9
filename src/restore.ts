import { resolve } from "node:path";
import { runCommand } from "./app/command";
import { readSettings } from "./app/settings";
import { restoreBackup } from "./server/backup/restore-backup";
import { ConfigError, callerFolder } from "./server/config";
import { startPostgres } from "./server/postgres/postgres";

const usage = `Usage: npm run restore -- FILE.zip

FILE.zip  what npm run backup wrote. It is restored into the database and the folder that DATABASE_URL and DATA_DIR
          name, which must be new.`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || file.startsWith("-")) throw new ConfigError(usage);
  await restore(resolve(callerFolder(), file));
});

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
