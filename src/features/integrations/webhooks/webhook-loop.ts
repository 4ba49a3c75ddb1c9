import { startLoop } from "../../../server/background-loop";
import type { Executor } from "../../../server/database";
import type { Notifications } from "../../../server/notifications";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import type { IngestJobs } from "../../inbox/ingest";
import { openSession } from "../connect/session";
import { type Changes, type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { ingestPage } from "../sync/ingest-page";
import { wakeSync } from "../sync/sync-loop";
import { createEventRepository, type StoredEvent, webhookChannel } from "./event-repository";
import type { EventStore } from "./event-store";

/** Events per batch. */
const batchSize = 50;
/** Accounts handled in parallel, so that a slow provider doesn't delay the others. */
const accountsAtATime = 4;
/** Attempts before an event is given up. The account's next sync finds what it was about. */
const mostTries = 8;
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
  const running = new Set<Promise<void>>();
  const room = async () => {
    while (running.size >= accountsAtATime) await Promise.race(running);
  };

  function start(events: StoredEvent[], signal: AbortSignal): void {
    const run = handle(tools, events, signal)
      .catch((error: unknown) => tools.log(`webhooks: ${reasonOf(error)}`))
      .finally(() => running.delete(run));
    running.add(run);
  }

  const loop = await startLoop({
    name: "webhooks",
    wakeOn: { notifications: tools.notifications, channel: webhookChannel },
    log: tools.log,
    async work(signal) {
      for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
        await tools.deliveries.quiet(longestCourtesy);
        await room();
        const events = await createEventRepository(tools.db).claim(batchSize);
        for (const group of byAccount(events)) {
          await room();
          start(group, signal);
        }
        taken = events.length;
      }
      return longestSleep;
    },
  });
  return async () => {
    await loop.stop();
    await Promise.all(running);
  };
}

/** Groups events by account, in order. Each group is stored in one transaction. */
function byAccount(events: StoredEvent[]): StoredEvent[][] {
  const groups = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const key = `${event.provider} ${event.account}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

/**
 * Handles the events of one account together. If that fails, handles each alone, unless the provider is
 * unreachable.
 */
async function handle(tools: Tools, events: StoredEvent[], signal: AbortSignal): Promise<void> {
  try {
    await receive(tools, events, signal);
  } catch (error) {
    const together = events.length === 1 || isAway(error);
    for (const event of events)
      await (together ? putBack(tools, event, error) : handle(tools, [event], signal));
  }
}

const isAway = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.kind === "unavailable" || error.kind === "rate_limited");

async function putBack({ db, log }: Tools, event: StoredEvent, error: unknown): Promise<void> {
  const text = reasonOf(error);
  if (event.tries < mostTries) {
    const wanted = error instanceof ProviderFailure ? error.options.retryAfterSeconds : undefined;
    return createEventRepository(db).postpone(event.seq, wanted ?? Math.min(600, 2 ** event.tries), text);
  }
  log(`webhooks: gave up on an event of ${event.provider}: ${text}`);
  await createEventRepository(db).end([event.seq], text);
}

/** The combined meaning of one account's events. */
interface ParsedEvent {
  changes: Changes;
  sync: boolean;
  unsubscribed: boolean;
}

async function receive(tools: Tools, events: StoredEvent[], signal: AbortSignal): Promise<void> {
  const { db, jobs, providers } = tools;
  const [first] = events;
  const seqs = events.map(({ seq }) => seq);
  const provider = first && providers.get(first.provider);
  const rows = provider ? await createConnectionRepository(db).byExternalId(provider.id, first.account) : [];
  // Parse before locking anything, because parsing may call the provider or refresh tokens.
  const read: Read[] = [];
  const failures: unknown[] = [];
  for (const row of rows)
    await readEvents(tools, provider as Provider, row, events, signal).then(
      (parsed) => read.push({ row, ...parsed }),
      (error: unknown) => failures.push(error),
    );
  await db.transaction(async (tx) => {
    for (const one of read) await keep(tx, jobs, one);
    if (failures.length === 0)
      await createEventRepository(tx).end(seqs, rows.length === 0 ? "no connected account" : null);
  });
  // Retries events that fail for one team's account. Other teams' accounts have them already.
  if (failures.length > 0) throw failures[0];
}

type Read = { row: ConnectionRow } & ParsedEvent;

/**
 * Stores the changes. Locks the account first, like a sync, which prevents deadlocks and respects its latest
 * settings.
 */
async function keep(
  tx: Executor,
  jobs: Tools["jobs"],
  { row: { teamId, accountId }, changes, sync, unsubscribed }: Read,
): Promise<void> {
  const current = await createConnectionRepository(tx).lock(teamId, accountId);
  if (!current || current.status === "disconnected") return;
  await ingestPage(tx, jobs, current, changes);
  if (unsubscribed) await forgetSubscription(tx, current);
  if (sync) await syncSoon(tx, current);
}

/**
 * The next check reports a lost or refused grant, because it asks the provider itself. Other accounts' events
 * continue.
 */
function syncInstead(error: unknown): "sync" {
  if (error instanceof ProviderFailure && ["reconnect", "rejected"].includes(error.kind)) return "sync";
  throw error;
}

async function readEvents(
  tools: Tools,
  provider: Provider,
  row: ConnectionRow,
  events: StoredEvent[],
  signal: AbortSignal,
): Promise<ParsedEvent> {
  const session = openSession(tools, row, signal);
  const changes: Required<Changes> = { messages: [], removed: [], emptied: [], moved: [], ignored: [] };
  let sync = false;
  let unsubscribed = false;
  for (const { payload } of events) {
    const parsed = await provider.webhook?.read(session, payload).catch(syncInstead);
    if (parsed === "unsubscribed") unsubscribed = true;
    if (parsed === "sync" || parsed === "unsubscribed") sync = true;
    else if (parsed) {
      changes.messages.push(...parsed.messages);
      changes.removed.push(...parsed.removed);
      changes.emptied.push(...(parsed.emptied ?? []));
      changes.moved.push(...(parsed.moved ?? []));
      changes.ignored.push(...(parsed.ignored ?? []));
    }
  }
  return { changes, sync, unsubscribed };
}

/** The next check subscribes again. */
async function forgetSubscription(tx: Executor, { teamId, accountId }: ConnectionRow): Promise<void> {
  await createConnectionRepository(tx).update(teamId, accountId, {
    subscription: null,
    subscriptionEndsAt: null,
  });
}

async function syncSoon(tx: Executor, { teamId, accountId, lastFailure }: ConnectionRow) {
  // The provider has said when to return. The check at that time finds what this was about.
  if (lastFailure?.kind === "rate_limited") return;
  await createConnectionRepository(tx).update(teamId, accountId, { nextSyncAt: new Date() });
  await wakeSync(tx);
}
