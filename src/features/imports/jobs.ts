import type { JobHandler } from "../../server/jobs";
import type { ImportRun } from "./run";

/** Stores the mails of an import. */
export const importQueue = { name: "import-mail", retryLimit: 3 };

export function importJob(run: ImportRun): JobHandler<{ teamId: string; importId: string }> {
  return {
    queue: importQueue.name,
    retryLimit: importQueue.retryLimit,
    concurrency: 1,
    run: ({ teamId, importId }, signal) => run(teamId, importId, signal),
  };
}

/** How often a process looks for imports that a crash has left (milliseconds). */
const sweepInterval = 3000;

/**
 * Takes up imports whose process died: their job counts as running in the queue for hours, but their lock is free.
 *
 * @param left - the imports that should be running.
 * @returns how to stop looking; resolves when the one under way has stopped.
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
