/** Whether the server answers; `reason` is a sentence for the person. */
export type ServerReach = { state: "reached" } | { state: "lost"; reason: string };

/** How long an answer is waited for (milliseconds). */
const patience = 4_000;
/** Between two questions while the server is lost: the first is short, then each twice the one before up to the last (milliseconds). */
const firstPause = 1_000;
const longestPause = 10_000;

const reached: ServerReach = { state: "reached" };
let reach: ServerReach = reached;
let checking = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let pause = firstPause;
const changed = new Set<() => void>();
const back = new Set<() => void>();

/**
 * Asks whether the server answers, because something suggests that it does not: a call that got no answer, a lost live
 * connection, the browser saying that it is offline. While it does not, asks again until it does.
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
      reach = next;
      for (const listener of changed) listener();
    }
    if (next.state === "lost") timer = setTimeout(checkServer, pause);
    else if (wasLost) for (const listener of back) listener();
  });
}

/** Calls back when the server answers again after it was lost. Returns how to stop. */
export function onServerBack(listener: () => void): () => void {
  back.add(listener);
  return () => back.delete(listener);
}

/** Whether the server answers, as far as is known. */
export function serverReach(): ServerReach {
  return reach;
}

/** Calls back when that changes, and listens to what the browser says of the network meanwhile. Returns how to stop. */
export function onReachChange(listener: () => void): () => void {
  changed.add(listener);
  window.addEventListener("offline", checkServer);
  window.addEventListener("online", checkServer);
  return () => {
    changed.delete(listener);
    window.removeEventListener("offline", checkServer);
    window.removeEventListener("online", checkServer);
  };
}

async function fetchReach(): Promise<ServerReach> {
  try {
    const response = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(patience) });
    if (response.ok) return reached;
    const { message } = (await response.json().catch(() => ({}))) as { message?: string };
    return { state: "lost", reason: message ?? "Zippy's server is in trouble." };
  } catch {
    // A server on this machine answers without a network, so being offline is only the likely cause.
    return {
      state: "lost",
      reason: navigator.onLine ? "Zippy's server cannot be reached." : "You are offline.",
    };
  }
}
