import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openProduct } from "./app/start";
import { ConfigError, callerFolder, readConfig } from "./server/config";
import { PostgresError } from "./server/postgres-error";

const usage = "Usage: npm run import -- --email YOU@EXAMPLE.COM FILE…   (mbox, EML, or a zip of them)";

/** A mistake in how the command was called. */
class UsageError extends Error {}

try {
  await importFiles(readArguments());
} catch (error) {
  const known = error instanceof UsageError || error instanceof ConfigError || error instanceof PostgresError;
  console.error(known ? error.message : error);
  process.exitCode = 1;
}
process.exit();

function readArguments(): { email: string; paths: string[] } {
  try {
    const { values, positionals } = parseArgs({
      options: { email: { type: "string" } },
      allowPositionals: true,
    });
    if (!values.email || positionals.length === 0) throw new UsageError(usage);
    if (!/^[^\s@]+@[^\s@]+$/.test(values.email))
      throw new UsageError(`${values.email} is not an e-mail address.`);
    return { email: values.email, paths: positionals.map((path) => resolve(callerFolder(), path)) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

async function importFiles({ email, paths }: { email: string; paths: string[] }): Promise<void> {
  let size = 0;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) throw new UsageError(`${path} is not a file that can be read.`);
    size += found.size;
  }
  const product = await openProduct(readConfig(), (line) => console.error(line));
  const stopping = new AbortController();
  process.on("SIGINT", () => stopping.abort());
  process.on("SIGTERM", () => stopping.abort());
  try {
    const { auth, teams, imports, runImport } = product.services;
    const user = await auth.findOrCreateUser({ email, name: email.split("@")[0] ?? email });
    const teamId = await teams.firstOf(user.id);
    const files = paths.map((path) => ({ name: basename(path), path }));
    console.error("Counting…");
    const { row } = await imports.prepare({ teamId, userId: user.id, email: user.email }, files, size);
    console.error(`${row.found} messages found: ${row.new} new, ${row.duplicate} already there.`);
    const result = await imports.runNow(row, runImport, stopping.signal, (done) =>
      console.error(`${done} of ${row.found}`),
    );
    for (const problem of result.problems) console.error(`${problem.where}: ${problem.reason}`);
    const { found, stored, duplicate, damaged, analysed } = result;
    console.log(JSON.stringify({ found, stored, duplicate, damaged, analysed }));
    if (result.status !== "completed")
      throw new UsageError(result.error ?? "The import was stopped; run it again.");
  } finally {
    await product.close();
  }
}
