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
const changed = new Set<() => void>();
const back = new Set<() => void>();
const checked = new Set<() => void>();

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
    else if (wasLost) for (const listener of back) listener();
    for (const listener of checked) listener();
  });
}

/** Calls back when the server responds again. Returns an unsubscribe function. */
export function onServerBack(listener: () => void): () => void {
  back.add(listener);
  return () => back.delete(listener);
}

/** Calls back after each check, whatever it found. Returns an unsubscribe function. */
export function onServerChecked(listener: () => void): () => void {
  checked.add(listener);
  return () => checked.delete(listener);
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
    // Without one, a proxy answers for a server that it can't reach.
    const { message } = (await response.json()) as { message?: string };
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
