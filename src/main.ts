import type { AddressInfo } from "node:net";
import { explain, withoutRepeats } from "./app/command";
import { greeting } from "./app/greeting";
import { readSettings } from "./app/settings";
import { type RunningProduct, startProduct } from "./app/start";

/** Lines of background work begin with the time, as the others have it (UTC). */
const log = withoutRepeats((line) => console.error(`${new Date().toISOString()} ${line}`));

/** How long a process that couldn't start may take to end by itself (milliseconds). */
const patience = 10_000;
/** A second Ctrl-C ends the process at once; npm passes each on, so that the first may come twice (milliseconds). */
const doubled = 500;

let running: Promise<RunningProduct> | undefined;
let stopping = false;
let stoppedAt = 0;
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

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopping) return signal === "SIGINT" ? endAtOnce() : undefined;
  stopping = true;
  stoppedAt = performance.now();
  console.log("Stopping…");
  try {
    await (await running)?.stop();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
  process.exit();
}

/** The embedded database survives this as it survives a crash: what was stored stays, and the next start joins it. */
function endAtOnce(): void {
  if (performance.now() - stoppedAt < doubled) return;
  console.log("Ended without waiting.");
  process.exit(1);
}
