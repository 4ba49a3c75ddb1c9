import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Starts a process of our own, with messages both ways. In the built product, its script is bundled next to
 * the server; from source, it is compiled on load. It gets no settings, so no secrets.
 *
 * @param name - of the script, without its ending.
 * @param beside - the `import.meta.url` of a file in the script's folder.
 */
export function startChild(name: string, beside: string, args: string[]): ChildProcess {
  const built = fileURLToPath(new URL(`./${name}.js`, beside));
  const isBuilt = existsSync(built);
  return fork(isBuilt ? built : fileURLToPath(new URL(`./${name}.ts`, beside)), args, {
    execArgv: isBuilt ? [] : ["--import", import.meta.resolve("tsx")],
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // A large answer must not be copied as text.
    serialization: "advanced",
  });
}
