import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Where built scripts are, if not beside the file that starts them: tests run from source, but start those of dist/. */
const built: { folder?: string } = {};

/** From now on, scripts come from this folder (its URL, with a slash at the end). To compile one takes seconds. */
export function takeScriptsFrom(folder: string): void {
  built.folder = folder;
}

/** The file of a built script, or undefined if it has to be compiled. For the parameters see {@link startScript}. */
export function findBuilt(name: string, beside: string): string | undefined {
  const file = fileURLToPath(new URL(`./${name}.js`, built.folder ?? beside));
  return existsSync(file) ? file : undefined;
}

/**
 * Starts a worker thread. In the built product, its script is bundled next to the server; from source, it is
 * compiled on load.
 *
 * @param name - of the script, without its ending.
 * @param beside - the `import.meta.url` of a file in the script's folder.
 */
export function startScript(name: string, beside: string, limits: WorkerOptions): Worker {
  const found = findBuilt(name, beside);
  if (found) return new Worker(found, limits);
  const loader = JSON.stringify(import.meta.resolve("tsx/esm/api"));
  const source = JSON.stringify(new URL(`./${name}.ts`, beside).href);
  // a loader in execArgv would not apply to the worker's own script yet
  const start = `import(${loader}).then(({ tsImport }) => tsImport(${source}, ${source}))`;
  return new Worker(start, { ...limits, eval: true });
}
