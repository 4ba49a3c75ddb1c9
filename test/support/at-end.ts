type Stop = () => unknown;

const stops: Stop[] = [];

/**
 * Registers a cleanup that runs at the end of the test file, newest first. Unlike vitest's `afterAll`, it can
 * be called inside a test or a `beforeAll`.
 */
export function atEnd(stop: Stop): void {
  stops.push(stop);
}

/** Runs all cleanups, even if one fails. */
export async function stopAll(): Promise<void> {
  const errors: unknown[] = [];
  for (let stop = stops.pop(); stop; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("\n"));
}
