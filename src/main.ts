import type { AddressInfo } from "node:net";
import { explain, withoutRepeats } from "./app/command";
import { greeting } from "./app/greeting";
import { readSettings } from "./app/settings";
import { type RunningProduct, startProduct } from "./app/start";

/** Lines of background work begin with the time, as the others have it (UTC). */
const log = withoutRepeats((line) => console.error(`${new Date().toISOString()} ${line}`));

/** How long a process that couldn't start may take to end by itself (milliseconds). */
const patience = 10_000;

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
  // What couldn't be closed must not keep a process that looks as if it ran.
  setTimeout(() => process.exit(), patience).unref();
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
