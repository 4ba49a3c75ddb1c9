import { setTimeout as sleep } from "node:timers/promises";
import { family } from "./memory";

type Stop = () => Promise<unknown>;

/** What runs beside the bench. */
const running = new Set<Stop>();

/**
 * Has something end with the bench, even if a signal ends it.
 *
 * @returns a function that stops it, once.
 */
export function endWithBench(stop: Stop): () => Promise<void> {
  const own = async () => {
    if (running.delete(own)) await stop();
  };
  running.add(own);
  return own;
}

/** A bench that is ended by a signal first ends its servers, databases and browsers. A second signal ends it at once. */
export function endOnSignals(): void {
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => {
      // What is being measured fails as its server ends.
      process.on("uncaughtException", () => undefined);
      process.once(signal, () => process.exit(status));
      void endAll().finally(() => process.exit(status));
    });
}

async function endAll(): Promise<void> {
  await Promise.allSettled([...running].toReversed().map((stop) => stop()));
  // What was still starting.
  for (const pid of descendants()) terminate(pid);
  while (descendants().length > 0) await sleep(50);
}

const descendants = (): number[] => (process.platform === "linux" ? family(process.pid).slice(1) : []);

function terminate(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}
