import { randomUUID } from "node:crypto";
import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import { createCoalescer } from "../../../shared/coalesce";
import { openSession } from "../connect/session";
import { type Provider, ProviderFailure } from "../providers/provider";
import type { ConnectionRow } from "../repository";
import { wakeSync } from "./sync-loop";
import { watchChannel } from "./wake-watches";
import { createWatchRepository, watchSeconds } from "./watch-repository";

/** The most accounts that one process watches, because each needs an open connection. */
const most = 500;
/** Pause between two looks for accounts to watch (milliseconds). Claims outlive two of them. */
const pause = (watchSeconds / 3) * 1000;
/** Wait before a lost connection is opened again (milliseconds). It doubles with every failure in a row. */
const retry = { first: 20_000, longest: 3_600_000 };
/** A connection that lasted this long worked (milliseconds). */
const lasting = 300_000;

/** Shortest time between two checks that a watch asks for (milliseconds). */
const leastBetween = 1000;

/** One account that this process watches, or waits to watch again. */
interface Watch {
  credentials: string | null;
  ending: AbortController;
  failures: number;
  /** When to connect again after a failure (epoch milliseconds); null while it is connected. */
  retryAt: number | null;
  done: Promise<void>;
}

/**
 * Watches accounts whose providers report changes over an open connection, so that new messages are fetched at once.
 * Works with any number of processes, because each account is claimed by one. Scheduled checks continue, so a
 * watch that fails only costs speed, and isn't shown in Health.
 *
 * @returns a function that ends all watches.
 */
export async function startWatchLoop({
  db,
  secrets,
  notifications,
  providers,
  log,
}: {
  db: Executor;
  secrets: Secrets;
  notifications: Notifications;
  providers: Iterable<Provider>;
  log: (line: string) => void;
}): Promise<() => Promise<void>> {
  const processId = randomUUID();
  const watches = createWatchRepository(db);
  const watching = new Map<string, Watch>();
  const able = new Map<string, Provider>();
  for (const provider of providers) if (provider.watch) able.set(provider.id, provider);

  // A thousand moved emails are reported one by one. One check fetches them all.
  const checkSoon = createCoalescer(async (account) => {
    const [teamId, accountId] = JSON.parse(account) as [string, string];
    try {
      await watches.makeDue(teamId, accountId);
      await wakeSync(db);
    } catch (error) {
      log(`watch: ${reasonOf(error)}`);
    }
  }, leastBetween);

  async function watchUntil(row: ConnectionRow, signal: AbortSignal): Promise<void> {
    const changed = () => checkSoon(JSON.stringify([row.teamId, row.accountId]));
    await able.get(row.provider)?.watch?.(openSession({ db, secrets }, row, signal), changed);
  }

  function start(row: ConnectionRow, failures: number): void {
    const began = performance.now();
    const ending = new AbortController();
    const watch: Watch = {
      credentials: row.credentials,
      ending,
      failures,
      retryAt: null,
      done: watchUntil(row, ending.signal)
        .catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) log(`watch of ${row.provider}: ${reasonOf(error)}`);
        })
        .then(() => {
          watch.failures = performance.now() - began > lasting ? 0 : failures + 1;
          const wait = retry.first * 2 ** Math.min(Math.max(0, watch.failures - 1), 20);
          watch.retryAt = performance.now() + Math.min(retry.longest, wait);
        }),
    };
    watching.set(row.accountId, watch);
  }

  const loop = await startLoop({
    name: "watch",
    wakeOn: { notifications, channel: watchChannel },
    log,
    async work() {
      if (able.size === 0) return retry.longest;
      const rows = await watches.claim(processId, [...able.keys()], most);
      const claimed = new Map(rows.map((row) => [row.accountId, row]));
      for (const [accountId, watch] of watching) {
        // Disconnected, claimed elsewhere, or connected again with another password.
        if (claimed.get(accountId)?.credentials === watch.credentials) continue;
        watch.ending.abort();
        watching.delete(accountId);
      }
      for (const row of rows) {
        const watch = watching.get(row.accountId);
        if (!watch) start(row, 0);
        else if (watch.retryAt !== null && watch.retryAt <= performance.now()) start(row, watch.failures);
      }
      return pause;
    },
  });

  return async () => {
    await loop.stop();
    const ended = [...watching.values()];
    for (const { ending } of ended) ending.abort();
    await Promise.all(ended.map(({ done }) => done));
    await watches.end(processId).catch((error: unknown) => log(`watch: ${reasonOf(error)}`));
  };
}
