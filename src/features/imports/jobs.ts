import { startLoop } from "../../server/background-loop";
import type { JobHandler } from "../../server/jobs";
import type { ImportRun } from "./run";

/** Stores the messages of an import. */
export const importQueue = { name: "import-mail", retryLimit: 3 };

export function importJob(run: ImportRun): JobHandler<{ teamId: string; importId: string }> {
  return {
    queue: importQueue.name,
    retryLimit: importQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId, importId }, signal) => run(teamId, importId, signal),
  };
}

/** Counts the messages of an upload. */
export const countImportQueue = { name: "count-import", retryLimit: 3 };

/** Two at a time, so that a small archive needn't wait for a large one. */
export function countImportJob(run: ImportRun): JobHandler<{ teamId: string; importId: string }> {
  return {
    queue: countImportQueue.name,
    retryLimit: countImportQueue.retryLimit,
    concurrency: 2,
    run: ({ teamId, importId }, signal) => run(teamId, importId, signal),
  };
}

/** How often a process checks for imports that a crash interrupted, in milliseconds. */
const sweepInterval = 3000;

/**
 * Resumes imports or counts whose process died. The queue considers their job active for hours, but their lock is free.
 *
 * @param left - returns those that should be running.
 * @returns a function that stops the sweep and resolves when the current run has stopped.
 */
export async function sweepImports(
  left: () => Promise<{ teamId: string; id: string }[]>,
  run: ImportRun,
  log: (line: string) => void,
): Promise<() => Promise<void>> {
  const { stop } = await startLoop({
    name: "imports",
    log,
    async work(signal) {
      for (const { teamId, id } of await left()) await run(teamId, id, signal);
      return sweepInterval;
    },
  });
  return stop;
}
