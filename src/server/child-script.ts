import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findBuilt } from "./workers/worker-script";

/**
 * Starts a process of our own, with messages both ways. In the built product, its script is bundled next to
 * the server; from source, it is compiled on load. It gets no settings, so no secrets.
 *
 * @param name - of the script, without its ending.
 * @param beside - the `import.meta.url` of a file in the script's folder.
 */
export function startChild(name: string, beside: string, args: string[]): ChildProcess {
  const built = findBuilt(name, beside);
  return fork(built ?? fileURLToPath(new URL(`./${name}.ts`, beside)), args, {
    execArgv: built ? [] : ["--import", import.meta.resolve("tsx")],
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // A large answer must not be copied as text.
    serialization: "advanced",
  });
}
