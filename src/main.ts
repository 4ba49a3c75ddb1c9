import type { AddressInfo } from "node:net";
import { greeting } from "./app/greeting";
import { readSettings } from "./app/settings";
import { type RunningProduct, startProduct } from "./app/start";
import { ConfigError } from "./server/config";
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
  const address = app?.server.address() as AddressInfo | undefined;
  if (!stopping) console.log(greeting(config, address, localKey));
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

/** The message for the terminal. Includes the stack only for bugs. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof PostgresError) return error.message;
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=3001 npm start`;
  if (code === "EACCES") return `Not allowed: ${message}`;
  return stack ?? String(error);
}
