/**
 * Runs work at most once per key and interval: at once, then once more at the end if it was requested
 * meanwhile. The next run of a key also waits for the last one, so that slow work is never interrupted.
 */
export function createCoalescer(run: (key: string) => Promise<unknown>, interval: number) {
  const busy = new Map<string, { again: boolean }>();

  async function start(key: string) {
    const state = { again: false };
    busy.set(key, state);
    do {
      state.again = false;
      await Promise.all([run(key).catch(() => undefined), pause(interval)]);
    } while (state.again);
    busy.delete(key);
  }

  return (key: string): void => {
    const state = busy.get(key);
    if (state) state.again = true;
    else void start(key);
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
