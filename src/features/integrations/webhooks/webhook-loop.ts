import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import type { IngestJobs } from "../../inbox/ingest";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { unexpected } from "../sync/quarantine";
import { createQuarantineRepository } from "../sync/quarantine-repository";
import { type EventsRead, readEvents, storeEvents } from "./apply-events";
import { createEventRepository, type StoredEvent, webhookChannel } from "./event-repository";
import type { EventStore } from "./event-store";

/** Events per batch. */
const batchSize = 50;
/** Accounts of one provider handled in parallel. A slow one holds up only itself, a slow provider only its own. */
const perProvider = 8;
/** Attempts before an event is set aside: one that fails, and one whose provider is unreachable (for hours). */
const mostTries = { failing: 8, away: 60 };
/** Longest wait for deliveries being stored (milliseconds). Their senders are waiting too. */
const longestCourtesy = 500;
/** Longest pause between two looks (milliseconds). Covers lost notifications and postponed events. */
const longestSleep = 5000;

interface Tools {
  db: Executor;
  jobs: IngestJobs;
  secrets: Secrets;
  notifications: Notifications;
  providers: ReadonlyMap<string, Provider>;
  deliveries: Pick<EventStore, "quiet">;
  log: (line: string) => void;
}

/**
 * Handles stored webhook events while the process runs.
 *
 * @returns a function that stops the loop after the current events.
 */
export async function startWebhookLoop(tools: Tools): Promise<() => Promise<void>> {
  const running = new Map<string, { provider: string; run: Promise<void> }>();
  /** Providers without a free slot. */
  const full = (): string[] => {
    const counts = new Map<string, number>();
    for (const { provider } of running.values()) counts.set(provider, (counts.get(provider) ?? 0) + 1);
    return [...counts].flatMap(([provider, count]) => (count >= perProvider ? provider : []));
  };

  function start(events: StoredEvent[], signal: AbortSignal): void {
    const [first] = events;
    if (!first) return;
    const key = keyOf(first);
    const run = handle(tools, events, signal)
      .catch((error: unknown) => tools.log(`webhooks: ${reasonOf(error)}`))
      .finally(() => {
        running.delete(key);
        loop.look();
      });
    running.set(key, { provider: first.provider, run });
  }

  const loop = await startLoop({
    name: "webhooks",
    wakeOn: { notifications: tools.notifications, channel: webhookChannel },
    log: tools.log,
    async work(signal) {
      const repository = createEventRepository(tools.db);
      for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
        await tools.deliveries.quiet(longestCourtesy);
        const events = await repository.claim(batchSize, {
          accounts: [...running.keys()],
          providers: full(),
        });
        for (const group of byAccount(events)) {
          // The claim is returned, because it would expire before the provider has a free slot.
          if (full().includes(group[0]?.provider ?? ""))
            await repository.unclaim(group.map(({ seq }) => seq));
          else start(group, signal);
        }
        taken = events.length;
      }
      return longestSleep;
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all([...running.values()].map(({ run }) => run));
  };
}

/** An account, as the running work is counted and as a claim leaves it out. */
const keyOf = ({ provider, account }: Pick<StoredEvent, "provider" | "account">): string =>
  `${provider} ${account}`;

/** Groups events by account, in order. Each group is stored in one transaction. */
function byAccount(events: StoredEvent[]): StoredEvent[][] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const key = keyOf(event);
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

/**
 * Handles the events of one account together. If that fails, handles each alone, unless the provider is
 * unreachable.
 */
async function handle(tools: Tools, events: StoredEvent[], signal: AbortSignal): Promise<void> {
  const failed = await receive(tools, events, signal);
  if (!failed) return;
  const together = events.length === 1 || isAway(failed.error);
  for (const event of events)
    await (together ? putBack(tools, event, failed) : handle(tools, [event], signal));
}

const isAway = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.kind === "unavailable" || error.kind === "rate_limited");

/** Accounts that could not handle events, and why. */
interface HandlingFailure {
  error: unknown;
  rows: ConnectionRow[];
}

/** Schedules another attempt. After the last one, sets the event aside for the accounts that failed on it. */
async function putBack(
  { db, log }: Tools,
  event: StoredEvent,
  { error, rows }: HandlingFailure,
): Promise<void> {
  const text = reasonOf(error);
  if (event.tries < (isAway(error) ? mostTries.away : mostTries.failing)) {
    const wanted = error instanceof ProviderFailure ? error.options.retryAfterSeconds : undefined;
    return createEventRepository(db).postpone(event.seq, wanted ?? Math.min(600, 2 ** event.tries), text);
  }
  log(`webhooks: set aside an event of ${event.provider}: ${text}`);
  const reason = error instanceof ProviderFailure ? error.message : unexpected;
  const { eventId: ref, payload, tries } = event;
  await db.transaction(async (tx) => {
    for (const row of rows) {
      await createQuarantineRepository(tx).put(row, { kind: "event", ref, payload, reason, tries });
      const { teamId, accountId: id, visibleTo: onlyFor } = row;
      await publish(tx, { type: "integration_updated", teamId, id, onlyFor });
    }
    await createEventRepository(tx).end([event.seq], text);
  });
}

/** @returns which accounts failed, and why; undefined if none did. */
async function receive(
  tools: Tools,
  events: StoredEvent[],
  signal: AbortSignal,
): Promise<HandlingFailure | undefined> {
  const { db, jobs, providers } = tools;
  const [first] = events;
  const seqs = events.map(({ seq }) => seq);
  const provider = first && providers.get(first.provider);
  const rows = provider ? await createConnectionRepository(db).byExternalId(provider.id, first.account) : [];
  const payloads = events.map(({ payload }) => payload);
  // Read before locking anything, because reading may call the provider or refresh tokens.
  const read: EventsRead[] = [];
  const failed: HandlingFailure = { error: undefined, rows: [] };
  for (const row of rows)
    await readEvents(tools, provider as Provider, row, payloads, signal).then(
      (one) => read.push(one),
      (error: unknown) => {
        failed.error ??= error;
        failed.rows.push(row);
      },
    );
  try {
    await db.transaction(async (tx) => {
      for (const one of read) await storeEvents(tx, jobs, one);
      if (failed.rows.length === 0)
        await createEventRepository(tx).end(seqs, rows.length === 0 ? "no connected account" : null);
    });
  } catch (error) {
    return { error, rows };
  }
  // Retries events that fail for one team's account. Other teams' accounts have them already.
  return failed.rows.length > 0 ? failed : undefined;
}
