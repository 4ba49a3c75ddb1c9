type Stop = () => unknown;

const stops: Stop[] = [];

/**
 * Notes what stops something that a test file has started. Everything stops when the file is done, the newest first,
 * wherever it was started: vitest forgets an `afterAll` that a test or a `beforeAll` asks for.
 */
export function atEnd(stop: Stop): void {
  stops.push(stop);
}

/** Stops everything, also what follows after something that fails. */
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
