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

/** How often a process checks for imports that a crash interrupted, in milliseconds. */
const sweepInterval = 3000;

/**
 * Resumes imports whose process died. The queue considers their job active for hours, but their lock is free.
 *
 * @param left - returns the imports that should be running.
 * @returns a function that stops the sweep and resolves when the current run has stopped.
 */
export function sweepImports(
  left: () => Promise<{ teamId: string; id: string }[]>,
  run: ImportRun,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  let wake = (): void => undefined;
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, sweepInterval);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for (const { teamId, id } of await left()) await run(teamId, id, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      if (!stopping.signal.aborted) await pause();
    }
  };
  const done = loop();
  return () => {
    stopping.abort();
    wake();
    return done;
  };
}
