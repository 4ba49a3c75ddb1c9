import { setTimeout as delay } from "node:timers/promises";

/** Ends one thing, if there is something to end. */
type Step = () => Promise<unknown> | undefined;

/**
 * Ends what was started, one after the other. If one can't be ended, the others still are.
 *
 * @throws the first failure, after the last step.
 */
export async function endAll(steps: Step[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The same, all at the same time. */
export async function endTogether(steps: Step[]): Promise<void> {
  const ends = await Promise.allSettled(steps.map(async (step) => step()));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

/** Waits for an end, but no longer than so many milliseconds. A failure counts as an end. */
export async function endWithin(longest: number, end: () => Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const late = delay(longest, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([end().catch(() => undefined), late]);
  ended.abort();
}
