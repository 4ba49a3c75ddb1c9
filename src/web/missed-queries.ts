import { checkServer, onServerBack, onServerChecked, serverReach } from "./server-reach";

/** Pauses between loads of a query that has no response each time; each doubles, up to the longest (milliseconds). */
const pauses = { first: 10_000, longest: 300_000 };
/** Less than this after its pause, a query without a response is the one that had none before (milliseconds). */
const longestLoad = 60_000;

/** A query that had no response although the server was well. */
interface Miss {
  /** When it is loaded again, or was last, if it doesn't wait for that (milliseconds of `performance.now`). */
  at: number;
  waits: boolean;
  /** The pause after that. */
  pause: number;
}

/** By the query's hash. */
const misses = new Map<string, Miss>();
const listeners = new Set<(queries: ReadonlySet<string>) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

onServerChecked(planLoad);
// Then everything is loaded again.
onServerBack(() => misses.clear());

/**
 * What a query shows is older than the server's data, because its call had no response. If a check finds the server well
 * all the same, {@link onMissed} calls back: at once, then ever more rarely, in case something on the way refuses the
 * same call each time.
 *
 * @param query - its hash.
 */
export function reportMissed(query: string): void {
  const last = misses.get(query);
  if (!last?.waits) {
    const now = performance.now();
    const again = last && now - last.at < last.pause + longestLoad;
    const [at, pause] = again
      ? [last.at + last.pause, Math.min(last.pause * 2, pauses.longest)]
      : [now, pauses.first];
    misses.set(query, { at, waits: true, pause });
  }
  // While the server is lost, the next check is planned.
  if (serverReach().state === "reached") checkServer();
}

/** Calls back with the hashes of queries to load again. Returns an unsubscribe function. */
export function onMissed(listener: (queries: ReadonlySet<string>) => void): () => void {
  listeners.add(listener);
  document.addEventListener("visibilitychange", planLoad);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) document.removeEventListener("visibilitychange", planLoad);
  };
}

/** Waits for the next query to load again, but not while nobody sees it, or the server is lost. */
function planLoad(): void {
  clearTimeout(timer);
  const times = [...misses.values()].flatMap(({ waits, at }) => (waits ? at : []));
  if (times.length === 0 || serverReach().state === "lost" || document.visibilityState === "hidden") return;
  timer = setTimeout(load, Math.min(...times) - performance.now());
}

function load(): void {
  const now = performance.now();
  const queries = new Set<string>();
  if (document.visibilityState !== "hidden")
    for (const [query, miss] of misses)
      if (miss.waits && miss.at <= now) {
        misses.set(query, { ...miss, at: now, waits: false });
        queries.add(query);
      }
  if (queries.size > 0) for (const listener of listeners) listener(queries);
  planLoad();
}
