import { runCommand } from "./app/command";
import { sealedColumns } from "./app/sealed-columns";
import { readSettings } from "./app/settings";
import { ConfigError } from "./server/config";
import { startPostgres } from "./server/postgres/postgres";
import { rotateKey } from "./server/rotate-key";

const usage = "Usage: npm run rotate-key, while Zippy is stopped";

await runCommand(async () => {
  if (process.argv.length > 2) throw new ConfigError(usage);
  await rotate();
});

async function rotate(): Promise<void> {
  const { databaseUrl, dataDir, secretKey } = readSettings();
  const postgres = databaseUrl
    ? undefined
    : await startPostgres({ dataDir, log: (line) => console.error(line) });
  try {
    const url = databaseUrl ?? (postgres?.url as string);
    const { removeOldKeys, ...counts } = await rotateKey({
      ...{ databaseUrl: url, dataDir, secretKey, columns: sealedColumns },
    });
    const next = removeOldKeys
      ? "Remove the older keys from SECRET_KEY, then start Zippy."
      : "The new key is in secret.key. Start Zippy, and make a new backup.";
    const lost =
      counts.unreadable > 0 ? ` ${counts.unreadable} can't be opened, because their key is lost.` : "";
    console.error(`Everything is encrypted with the new key.${lost} ${next}`);
    console.log(JSON.stringify(counts));
  } finally {
    await postgres?.stop();
  }
}
