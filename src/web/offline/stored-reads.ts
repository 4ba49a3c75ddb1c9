import type { Query, QueryClient } from "@tanstack/react-query";
import { afterKeys } from "../after-keys";
import { onReachChange, serverReach } from "../server-reach";
import { inStore } from "./browser-store";
import { followed, loadedAt, outdated } from "./read-marks";

/** The last data of a query, and when the server sent it (milliseconds). */
interface KeptRead {
  data: unknown;
  loadedAt: number;
}

/** So many reads are kept; those loaded longest ago go first. */
const mostReads = 200;

const reads = new Map<string, KeptRead>();
/** Set while the person is known; without, nothing is written. */
let writing = false;
let stopFollowing = () => {};

/** The last data of a query that this browser has. */
export async function readOf(hash: string): Promise<KeptRead | undefined> {
  const known = reads.get(hash);
  if (known) return known;
  return (await inStore("reads", "readonly", (rows) => rows.get(hash)).catch(() => undefined)) as
    | KeptRead
    | undefined;
}

/**
 * Writes to this browser what these queries have loaded, and from now on whatever they load or a screen changes.
 */
export async function startKeeping(queryClient: QueryClient): Promise<void> {
  writing = true;
  await dropOldest();
  const cache = queryClient.getQueryCache();
  const keep = ({ queryHash, state: { data } }: Query) => {
    if (data === undefined || !followed.has(queryHash)) return;
    const isFirst = !reads.has(queryHash);
    reads.set(queryHash, { data, loadedAt: loadedAt.get(queryHash) ?? Date.now() });
    if (isFirst) writeNow(queryHash);
    else writeLater(queryHash);
  };
  for (const query of cache.getAll()) keep(query);
  const stopCache = cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") keep(event.query);
  });
  const stopReach = onReachChange(writeAll);
  window.addEventListener("pagehide", writeAll);
  // A phone may end a page in the background without more.
  document.addEventListener("visibilitychange", writeAll);
  stopFollowing = () => {
    stopCache();
    stopReach();
    window.removeEventListener("pagehide", writeAll);
    document.removeEventListener("visibilitychange", writeAll);
  };
}

/**
 * A query is written when it's first loaded, and then this long after its last change and the last key (milliseconds):
 * copying a long list into the store blocks the page for a moment.
 */
const rest = 1_000;
/** Stops waiting to write a query, by its hash. */
const resting = new Map<string, () => void>();

/** Writes a query once it rests; at once while the server can't be reached, because nothing else has the change. */
function writeLater(hash: string): void {
  resting.get(hash)?.();
  if (serverReach().state === "lost") writeNow(hash);
  else
    resting.set(
      hash,
      afterKeys(() => writeNow(hash), rest),
    );
}

function writeNow(hash: string): void {
  resting.get(hash)?.();
  resting.delete(hash);
  write(hash);
}

/** Writes what still rests, before the page goes, or once the server is away or back. */
function writeAll(): void {
  for (const hash of resting.keys()) writeNow(hash);
}

const running = new Map<string, Promise<void>>();

/** Writes the latest data of a query; changes during a write follow in one more. */
function write(hash: string): void {
  if (!writing || running.has(hash)) return;
  const work = (async () => {
    for (let read = reads.get(hash); read && writing; ) {
      const wanted = read;
      await inStore("reads", "readwrite", (rows) => {
        const request = rows.put(wanted, hash);
        // Without this, the transaction would be lost with a page that goes before it hears of the request.
        rows.transaction.commit();
        return request;
      });
      read = reads.get(hash) === wanted ? undefined : reads.get(hash);
    }
  })()
    .catch((error: unknown) => console.warn("Couldn't keep what was loaded", error))
    .finally(() => running.delete(hash));
  running.set(hash, work);
}

async function dropOldest(): Promise<void> {
  const keys = (await inStore("reads", "readonly", (rows) => rows.getAllKeys())) as string[];
  if (keys.length <= mostReads) return;
  const all = (await inStore("reads", "readonly", (rows) => rows.getAll())) as KeptRead[];
  const oldest = keys
    .map((hash, index) => ({ hash, at: all[index]?.loadedAt ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .slice(mostReads);
  for (const { hash } of oldest) await inStore("reads", "readwrite", (rows) => rows.delete(hash));
}

/** Nothing more is written, and this page forgets what it has kept. */
export async function stopKeeping(): Promise<void> {
  writing = false;
  stopFollowing();
  for (const cancel of resting.values()) cancel();
  resting.clear();
  reads.clear();
  loadedAt.clear();
  outdated.clear();
  await Promise.all(running.values());
}

/** When the oldest data on screen was loaded (milliseconds); undefined if all of it came from the server. */
export function oldestOnScreen(queryClient: QueryClient): number | undefined {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: "active" })
    .flatMap(({ queryHash }) => (outdated.has(queryHash) ? (loadedAt.get(queryHash) ?? []) : []));
  return times.length > 0 ? Math.min(...times) : undefined;
}
