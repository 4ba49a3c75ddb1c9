import { resolve } from "node:path";
import { runCommand } from "./app/command";
import { readSettings } from "./app/settings";
import { openProduct } from "./app/start";
import { ConfigError, callerFolder } from "./server/config";

const usage = `Usage: npm run restore-team -- FILE.zip

FILE.zip  a team's export (Settings → Data → Export). The team gets its members, roles and everything it owned.
          Its accounts have to be connected again, because an export contains no access to them.`;

/** Rows between two lines about the progress. */
const reportEvery = 50_000;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0 || file.startsWith("-")) throw new ConfigError(usage);
  await restore(resolve(callerFolder(), file));
});

async function restore(path: string): Promise<void> {
  const product = await openProduct(readSettings(), (line) => console.error(line));
  try {
    let reported = 0;
    const restored = await product.services.portability.restore(path, (done) => {
      if (done - reported < reportEvery) return;
      reported = done;
      console.error(`${done.toLocaleString("en-US")} rows`);
    });
    console.error(`${restored.name} is back. Its members can sign in with the same addresses as before.`);
    console.log(JSON.stringify(restored));
  } finally {
    await product.close();
  }
}
