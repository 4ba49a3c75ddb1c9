import type { AddressInfo } from "node:net";
import { readSettings } from "./app/settings";
import { type RunningProduct, startProduct } from "./app/start";
import type { LocalKey } from "./features/auth/local-identity";
import { type Config, ConfigError } from "./server/config";
import { PostgresError } from "./server/postgres/postgres-error";

const log = (line: string): void => console.error(line);

let running: Promise<RunningProduct> | undefined;
let stopping = false;
// Registered before the start, so that a signal during startup also stops whatever is already running.
process.on("SIGINT", stop);
process.on("SIGTERM", stop);

try {
  const config = readSettings();
  running = startProduct(config, log);
  const { app, localKey } = await running;
  if (!stopping) console.log(greeting(config, app?.server.address() as AddressInfo | undefined, localKey));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log("Stopping…");
  try {
    await (await running)?.stop();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
  process.exit();
}

function greeting(
  { host, publicUrl }: Config,
  address: AddressInfo | undefined,
  localKey: LocalKey | undefined,
): string {
  if (!address) return "Zippy is working in the background (ROLE=worker).";
  const name = host.includes(":") ? `[${host}]` : host;
  const ready = `Zippy is ready at ${publicUrl ?? `http://${name}:${address.port}`}`;
  if (!localKey) return ready;
  return (
    `${ready}/?key=${encodeURIComponent(localKey.key)}\n` +
    `This address lets your browser sign in here; keep it to yourself. The key is also in ${localKey.file}`
  );
}

/** The message for the terminal. Includes the stack only for bugs. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof PostgresError) return error.message;
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`;
  if (code === "EACCES") return `Not allowed: ${message}`;
  return stack ?? String(error);
}
