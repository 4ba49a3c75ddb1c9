import { minute } from "../../shared/durations";

/** The most kinds that are counted at a time, because a kind can have any words. */
const mostKinds = 1000;

/**
 * Counts what comes again and again, such as lines of a log, and leaves out what would bury everything else.
 *
 * @param most - how many of a kind pass in a minute.
 * @param now - the time (milliseconds), for tests.
 * @returns for one more of a kind, how many were left out before it; undefined if it is left out too.
 */
export function limitRepeats(most: number, now: () => number = Date.now) {
  const kinds = new Map<string, { since: number; count: number }>();
  return (kind: string): number | undefined => {
    const time = now();
    const known = kinds.get(kind);
    if (known && time - known.since < minute) return ++known.count > most ? undefined : 0;
    kinds.delete(kind);
    const [oldest] = kinds.size >= mostKinds ? kinds.keys() : [];
    if (oldest !== undefined) kinds.delete(oldest);
    kinds.set(kind, { since: time, count: 1 });
    return Math.max(0, (known?.count ?? 0) - most);
  };
}
