import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { QueuedChange } from "./waiting-changes";

/** IndexedDB as far as the queue uses it: stores with requests that succeed at once, in transactions that complete. */
function openStores(): Map<number, QueuedChange> {
  const rows = new Map<number, QueuedChange>();
  const ok = <T>(result: T) => ({ result });
  const store = {
    add(row: QueuedChange) {
      const number = Math.max(0, ...rows.keys()) + 1;
      rows.set(number, { ...row, number });
      return ok(number);
    },
    put: (row: QueuedChange) => ok(rows.set(row.number, structuredClone(row))),
    delete: (number: number) => ok(rows.delete(number)),
    getAll: () => ok([...rows.values()].toSorted((a, b) => a.number - b.number)),
  };
  const db = {
    transaction() {
      const transaction = { objectStore: () => store, oncomplete: () => undefined };
      queueMicrotask(() => queueMicrotask(() => transaction.oncomplete()));
      return transaction;
    },
  };
  vi.stubGlobal("indexedDB", {
    open() {
      const request = { result: db, onsuccess: () => undefined };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
  });
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("navigator", { onLine: true });
  return rows;
}

/** How each path answers; anything else is made. */
let answers: Record<string, number> = {};
let sent: string[] = [];
let isWell = true;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  [answers, sent, isWell] = [{}, [], true];
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === "/api/health") return new Response("{}", { status: isWell ? 200 : 503 });
    sent.push(url);
    return new Response("{}", { status: answers[url] ?? 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const change = (path: string, more: Partial<QueuedChange> = {}) =>
  ({
    ...{ key: path, method: "PATCH", path, subject: path, body: {}, what: path },
    ...{ at: Date.now(), state: "waiting", ...more },
  }) as QueuedChange;

async function queueOf(...changes: QueuedChange[]) {
  const rows = openStores();
  for (const [index, one] of changes.entries()) rows.set(index + 1, { ...one, number: index + 1 });
  const queue = await import("./waiting-changes");
  const sending = await import("./send-changes");
  await queue.openQueue();
  const states = () => queue.queuedChanges().map(({ path, state }) => `${path} ${state}`);
  return { ...sending, states, rows };
}
/** The pause before the next attempt, and what follows it. */
const nextAttempt = () => vi.advanceTimersByTimeAsync(10_000);

test("BEY-18 a change that the server fails on each time is set aside after a few attempts, and others pass it", async () => {
  answers = { "/api/tasks/bad": 500 };
  const { sendAll, tryAgain, states, rows } = await queueOf(
    change("/api/tasks/bad"),
    change("/api/tasks/good"),
    change("/api/tasks/bad", { key: "follows" }),
  );
  await sendAll();
  // What doesn't follow on it is sent at once; what does waits.
  expect(sent).toEqual(["/api/tasks/bad", "/api/tasks/good"]);
  expect(states()).toEqual(["/api/tasks/bad waiting", "/api/tasks/bad waiting"]);
  for (let attempt = 2; attempt <= 4; attempt++) await nextAttempt();
  expect(sent.filter((path) => path === "/api/tasks/bad")).toHaveLength(4);
  expect(states()).toEqual(["/api/tasks/bad stuck", "/api/tasks/bad waiting"]);
  expect([...rows.values()][0]?.reason).toContain("Try again, or remove it.");
  for (let wait = 0; wait < 10; wait++) await nextAttempt();
  expect(sent).toHaveLength(5);

  // Once the server can make it, both are sent in their order.
  answers = {};
  await tryAgain([...rows.values()][0] as QueuedChange);
  expect(sent.slice(5)).toEqual(["/api/tasks/bad", "/api/tasks/bad"]);
  expect(states()).toEqual([]);
});

test("BEY-18 while the server itself is away, nothing counts as a failure, however long", async () => {
  answers = { "/api/tasks/a": 503, "/api/tasks/b": 503 };
  isWell = false;
  const { sendAll, states } = await queueOf(change("/api/tasks/a"), change("/api/tasks/b"));
  await sendAll();
  for (let wait = 0; wait < 20; wait++) await nextAttempt();
  expect(new Set(sent)).toEqual(new Set(["/api/tasks/a"]));
  expect(states()).toEqual(["/api/tasks/a waiting", "/api/tasks/b waiting"]);
  answers = {};
  isWell = true;
  await nextAttempt();
  expect(states()).toEqual([]);
});

test("BEY-18 a server that asks for a pause gets one, and changes stay in their order", async () => {
  answers = { "/api/tasks/a": 429 };
  const { sendAll, states } = await queueOf(change("/api/tasks/a"), change("/api/tasks/b"));
  await sendAll();
  expect(sent).toEqual(["/api/tasks/a"]);
  answers = {};
  await nextAttempt();
  expect(sent.slice(1)).toEqual(["/api/tasks/a", "/api/tasks/b"]);
  expect(states()).toEqual([]);
});

test("BEY-18 many set-aside changes, each with one that follows on it, don't keep the browser busy", async () => {
  const tasks = Array.from({ length: 24 }, (_, n) => `/api/tasks/${n}`);
  const pairs = tasks.flatMap((path) => [
    change(path, { state: "conflict" }),
    change(path, { key: "follows" }),
  ]);
  const { sendAll, states } = await queueOf(...pairs, change("/api/tasks/last"));
  const before = process.cpuUsage().user;
  await sendAll();
  expect(sent).toEqual(["/api/tasks/last"]);
  expect(states()).toEqual(tasks.flatMap((path) => [`${path} conflict`, `${path} waiting`]));
  // Looking back from every other change would take several seconds, and twice as many with each further task.
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(2);
});
