import { resolve } from "node:path";
import { runCommand } from "./app/command";
import { readSettings } from "./app/settings";
import { writeBackup } from "./server/backup/write-backup";
import { ConfigError, callerFolder } from "./server/config";
import { hasDatabase } from "./server/postgres/cluster";
import { startPostgres } from "./server/postgres/postgres";

const usage = `Usage: npm run backup [-- FILE.zip]

FILE.zip  where to write it; default: zippy-backup-DATE.zip in this folder`;

await runCommand(async () => {
  const [file = defaultName(), ...more] = process.argv.slice(2);
  if (more.length > 0 || file.startsWith("-")) throw new ConfigError(usage);
  await backUp(resolve(callerFolder(), file));
});

function defaultName(): string {
  return `zippy-backup-${new Date().toISOString().slice(0, 16).replace(/[T:]/g, "-")}.zip`;
}

async function backUp(file: string): Promise<void> {
  const stopping = new AbortController();
  process.on("SIGINT", () => stopping.abort());
  process.on("SIGTERM", () => stopping.abort());
  const { databaseUrl, dataDir, secretKey } = readSettings();
  if (!databaseUrl && !hasDatabase(dataDir))
    throw new ConfigError(
      `There is no database in ${dataDir}, so there is nothing to back up. Set DATA_DIR or DATABASE_URL as when you start Zippy.`,
    );
  const postgres = databaseUrl
    ? undefined
    : await startPostgres({ dataDir, log: (line) => console.error(line) });
  try {
    const url = databaseUrl ?? (postgres?.url as string);
    const result = await writeBackup(url, dataDir, file, stopping.signal).catch((error: unknown) => {
      if (stopping.signal.aborted) throw new ConfigError("The backup was stopped. Nothing of it was kept.");
      throw error;
    });
    const keys =
      result.keys.length > 0 ? ` It contains ${result.keys.join(" and ")}: keep it as safe as these.` : "";
    const own = secretKey ? " Keep SECRET_KEY elsewhere: it isn't in the file." : "";
    console.error(`The backup is in ${file}.${keys}${own}`);
    console.log(JSON.stringify(result));
  } finally {
    await postgres?.stop();
  }
}
