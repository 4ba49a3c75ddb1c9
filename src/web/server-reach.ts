/** Whether the server responds; `reason` is a sentence for the person. */
export type ServerReach =
  | { state: "reached" }
  /** `since`: milliseconds. */
  | { state: "lost"; reason: string; since: number };

/** Timeout for a response (milliseconds). */
const patience = 4_000;
/** Pauses between checks while the server is lost; each doubles, up to the longest (milliseconds). */
const firstPause = 1_000;
const longestPause = 10_000;

const reached: ServerReach = { state: "reached" };
let reach: ServerReach = reached;
let checking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = firstPause;
/** Pauses between loads of a query that has no response each time; each doubles, up to the longest (milliseconds). */
const missPauses = { first: 10_000, longest: 300_000 };
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
let repeating: ReturnType<typeof setTimeout> | undefined;
const changed = new Set<() => void>();
const back = new Set<() => void>();
const missed = new Set<(queries: ReadonlySet<string>) => void>();

/**
 * Checks whether the server responds, after a sign that it doesn't: a call without a response, a lost live
 * connection, or the browser going offline. Repeats until it does.
 */
export function checkServer(): void {
  if (checking) return;
  clearTimeout(timer);
  checking = true;
  void fetchReach().then((next) => {
    checking = false;
    const wasLost = reach.state === "lost";
    pause = next.state === "lost" && wasLost ? Math.min(pause * 2, longestPause) : firstPause;
    if (next.state !== reach.state || next.state === "lost") {
      reach = next.state === "lost" && reach.state === "lost" ? { ...next, since: reach.since } : next;
      for (const listener of changed) listener();
    }
    if (next.state === "lost") timer = setTimeout(checkServer, pause);
    else if (wasLost) announceBack();
    planRepeat();
  });
}

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
      ? [last.at + last.pause, Math.min(last.pause * 2, missPauses.longest)]
      : [now, missPauses.first];
    misses.set(query, { at, waits: true, pause });
  }
  // While the server is lost, the next check is planned.
  if (reach.state === "reached") checkServer();
}

/** Waits for the next query to load again, but not while nobody sees it, or the server is lost. */
function planRepeat(): void {
  clearTimeout(repeating);
  const times = [...misses.values()].flatMap(({ waits, at }) => (waits ? at : []));
  if (times.length === 0 || reach.state === "lost" || document.visibilityState === "hidden") return;
  repeating = setTimeout(repeat, Math.min(...times) - performance.now());
}

function repeat(): void {
  const now = performance.now();
  const queries = new Set<string>();
  if (document.visibilityState !== "hidden")
    for (const [query, miss] of misses)
      if (miss.waits && miss.at <= now) {
        misses.set(query, { ...miss, at: now, waits: false });
        queries.add(query);
      }
  if (queries.size > 0) for (const listener of missed) listener(queries);
  planRepeat();
}

/** Calls back with the hashes of queries to load again. Returns an unsubscribe function. */
export function onMissed(listener: (queries: ReadonlySet<string>) => void): () => void {
  missed.add(listener);
  document.addEventListener("visibilitychange", planRepeat);
  return () => {
    missed.delete(listener);
    if (missed.size === 0) document.removeEventListener("visibilitychange", planRepeat);
  };
}

function announceBack(): void {
  // The listeners load everything.
  misses.clear();
  for (const listener of back) listener();
}

/** Calls back when the server responds again. Returns an unsubscribe function. */
export function onServerBack(listener: () => void): () => void {
  back.add(listener);
  return () => back.delete(listener);
}

/** Whether the server responds, as far as known. */
export function serverReach(): ServerReach {
  return reach;
}

/** Calls back when that changes; also listens for network events. Returns an unsubscribe function. */
export function onReachChange(listener: () => void): () => void {
  changed.add(listener);
  window.addEventListener("offline", checkServer);
  window.addEventListener("online", checkServer);
  return () => {
    changed.delete(listener);
    if (changed.size > 0) return;
    window.removeEventListener("offline", checkServer);
    window.removeEventListener("online", checkServer);
  };
}

/** Whether the server and its database respond now. */
export async function isServerWell(): Promise<boolean> {
  return (await fetchReach()).state === "reached";
}

async function fetchReach(): Promise<ServerReach> {
  try {
    const response = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(patience) });
    if (response.ok) return reached;
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    return { state: "lost", reason: message ?? "Zippy's server has a problem.", since: Date.now() };
  } catch {
    // A server on this machine responds without a network, so being offline is only the likely cause.
    return {
      state: "lost",
      reason: navigator.onLine ? "Can't reach Zippy's server." : "You're offline.",
      since: Date.now(),
    };
  }
}
