// @ts-expect-error: the types of pages don't contain Node's modules.
import { AsyncLocalStorage } from "node:async_hooks";
import { afterEach, beforeEach, vi } from "vitest";
import type { QueuedChange } from "./waiting-changes";

/** A tab. Everything it does outside of its own page counts as a step, and a test can kill it before any step. */
class Tab {
  steps = 0;
  killed = false;
  onStep: (step: number) => void = () => undefined;
  /** Gives back the lock that it holds. */
  release: () => void = () => undefined;
  #kill: () => void = () => undefined;
  readonly untilKilled = new Promise<void>((resolve) => {
    this.#kill = resolve;
  });

  constructor(readonly killedBefore: number) {}

  /** @returns whether it still lives. */
  step(): boolean {
    if (this.killed) return false;
    this.onStep(this.steps);
    if (this.steps++ < this.killedBefore) return true;
    this.killed = true;
    this.release();
    this.#kill();
    return false;
  }
}

const never = new Promise<never>(() => undefined);
const running = new AsyncLocalStorage() as {
  getStore(): Tab | undefined;
  run<T>(tab: Tab, work: () => T): T;
};
const lives = (): boolean => running.getStore()?.step() ?? true;

/**
 * A browser as far as queued changes use it, with a server that makes each change once under its key. It takes the
 * place of the browser's globals until `vi.unstubAllGlobals`.
 *
 * @param secure - whether pages have locks.
 */
export function browserTabs({ secure = false } = {}) {
  const { rows, add, indexedDB } = storeOfChanges();
  const { server, fetch } = serverOfChanges();
  vi.stubGlobal("indexedDB", indexedDB);
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("navigator", { onLine: true, ...(secure && { locks: locksOfTabs() }) });
  vi.stubGlobal("fetch", fetch);

  return {
    rows,
    server,
    /** Adds changes, as an earlier visit has left them. */
    leave: (...changes: QueuedChange[]) => changes.forEach(add),
    /** Opens a tab, whose modules share nothing with those of others. */
    async openTab({ killedBefore = Number.POSITIVE_INFINITY } = {}) {
      vi.resetModules();
      const tab = new Tab(killedBefore);
      const waiting = await import("./waiting-changes");
      const sending = await import("./send-changes");
      const decisions = await import("./decisions");
      const queue = await import("./change-queue");
      await waiting.openQueue();
      return {
        ...sending,
        ...decisions,
        ...queue,
        tab,
        changes: waiting.queuedChanges,
        states: () => waiting.queuedChanges().map(({ path, state }) => `${path} ${state}`),
        /** Does something in this tab; resolves when it is done, or when the tab is killed. */
        run: (work: () => Promise<unknown>) =>
          running.run(tab, async () => void (await Promise.race([work(), tab.untilKilled]))),
      };
    },
  };
}

/** IndexedDB with one store, whose requests succeed at once, in transactions that complete. */
function storeOfChanges() {
  const rows = new Map<number, QueuedChange>();
  let last = 0;
  const add = (row: QueuedChange): void => {
    last++;
    rows.set(last, { ...structuredClone(row), number: last });
  };
  const done = <T>(result: T) => {
    const request = { result, onsuccess: () => undefined };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const store = {
    add: (row: QueuedChange) => done(add(row)),
    put: (row: QueuedChange) => done(void rows.set(row.number, structuredClone(row))),
    delete: (number: number) => done(void rows.delete(number)),
    get: (number: number) => done(structuredClone(rows.get(number))),
    getAll: () => done(structuredClone([...rows.values()].toSorted((a, b) => a.number - b.number))),
  };
  /** What a killed tab does. */
  const nothing = Object.fromEntries(Object.keys(store).map((name) => [name, () => ({})]));
  const db = {
    transaction() {
      const alive = lives();
      const transaction = { objectStore: () => (alive ? store : nothing), oncomplete: () => undefined };
      const complete = () => lives() && transaction.oncomplete();
      if (alive) queueMicrotask(() => queueMicrotask(complete));
      return transaction;
    },
  };
  const open = () => done(db);
  return { rows, add, indexedDB: { open } };
}

/** One lock for all tabs. A tab that is killed gives it back. */
function locksOfTabs() {
  let held = false;
  const queue: (() => void)[] = [];
  async function request(name: string, options: object, work?: (lock: object | null) => Promise<void>) {
    if (!work) return hold(options as () => Promise<void>);
    const { mode, ifAvailable } = options as LockOptions;
    // Of another name: calls that are under way share it.
    if (mode === "shared") return work({ name });
    if (ifAvailable && held) return work(null);
    return hold(() => work({ name }));
  }
  async function hold(work: () => Promise<void>): Promise<void> {
    if (held) await new Promise<void>((resolve) => queue.push(resolve));
    held = true;
    const tab = running.getStore();
    const release = () => {
      if (tab) tab.release = () => undefined;
      held = false;
      queue.shift()?.();
    };
    if (tab) tab.release = release;
    await work().finally(release);
  }
  return { request };
}

function serverOfChanges() {
  const server = {
    /** How each path answers, 0 for not at all; anything else is made. */
    answers: {} as Record<string, number>,
    /** The body of those answers. */
    body: "{}",
    contentType: "application/json",
    isWell: true,
    isReachable: true,
    /** What arrived, repetitions too. */
    sent: [] as string[],
    /** What was made: its path, and what it created has the id `made-N`. */
    made: [] as string[],
    /** Ends before it answers. */
    beforeAnswer: async () => {},
  };
  const ids = new Map<string, string>();
  async function fetch(url: string, init: RequestInit = {}): Promise<Response> {
    if (url !== "/api/health" && !lives()) return never;
    if (!server.isReachable) throw new TypeError("Failed to fetch");
    if (url === "/api/health") return Response.json({}, { status: server.isWell ? 200 : 503 });
    server.sent.push(url);
    const status = server.answers[url];
    if (status === 0) throw new TypeError("Failed to fetch");
    const headers = { "content-type": server.contentType };
    if (status) return new Response(server.body, { status, headers });
    const key = new Headers(init.headers).get("idempotency-key") ?? "";
    if (!ids.has(key)) ids.set(key, `made-${server.made.push(url)}`);
    await server.beforeAnswer();
    return lives() ? Response.json({ id: ids.get(key) }) : never;
  }
  return { server, fetch };
}

/** A change that waits, of the thing at this path unless said otherwise. */
export const change = (path: string, more: Partial<QueuedChange> = {}) =>
  ({
    ...{ key: path, method: "PATCH", path, subject: path, body: {}, what: path },
    ...{ at: Date.now(), state: "waiting", ...more },
  }) as QueuedChange;

/** A tab of a browser in which these changes wait. */
export async function queueOf(...changes: QueuedChange[]) {
  const browser = browserTabs();
  browser.leave(...changes);
  return { ...browser, ...(await browser.openTab()) };
}

/** Has no time pass in the tests of a file but by {@link nextAttempt}, and gives the browser's globals back after each. */
export function holdTime(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** The pause before the next attempt, and what follows it. */
export const nextAttempt = () => vi.advanceTimersByTimeAsync(10_000);
