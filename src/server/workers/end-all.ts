/**
 * Ends what was started, one after the other. If one can't be ended, the others still are.
 *
 * @throws the first failure, after the last step.
 */
export async function endAll(steps: (() => Promise<unknown> | undefined)[]): Promise<void> {
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
