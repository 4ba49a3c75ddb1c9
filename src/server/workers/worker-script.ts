import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a worker thread. In the built product, its script is bundled next to the server; from source, it is
 * compiled on load.
 *
 * @param name - of the script, without its ending.
 * @param beside - the `import.meta.url` of a file in the script's folder.
 */
export function startScript(name: string, beside: string, limits: WorkerOptions): Worker {
  const built = new URL(`./${name}.js`, beside);
  if (existsSync(fileURLToPath(built))) return new Worker(built, limits);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const source = JSON.stringify(new URL(`./${name}.ts`, beside).href);
  // a loader in execArgv would not apply to the worker's own script yet
  const start = `import(${loader}).then(({ tsImport }) => tsImport(${source}, ${source}))`;
  return new Worker(start, { ...limits, eval: true });
}
