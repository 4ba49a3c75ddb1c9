import type { AddressInfo } from "node:net";
import { type Running, startProduct } from "./app/start";
import { ConfigError, readConfig } from "./server/config";
import { PostgresError } from "./server/postgres-error";

const log = (line: string): void => console.error(line);

try {
  const config = readConfig();
  const running = await startProduct(config, log);
  const address = running.app?.server.address() as AddressInfo | undefined;
  console.log(
    address
      ? `Zippy is ready at ${config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${address.port}`}`
      : "Zippy is working in the background (ROLE=worker).",
  );
  stopOnSignal(running);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    console.log("Stopping…");
    try {
      await running.stop();
    } catch (error) {
      console.error(explain(error));
      process.exitCode = 1;
    }
    process.exit();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** What a person at the terminal should read; a stack only where it is a bug. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof PostgresError) return error.message;
  const { code, port, message, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Stop what uses it, or choose another: PORT=3001 npm start`;
  if (code === "EACCES") return `Not allowed: ${message}`;
  return stack ?? String(error);
}
