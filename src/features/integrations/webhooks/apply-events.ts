import type { Executor } from "../../../server/database";
import { pausedUntil } from "../../../server/planned-checks";
import type { Secrets } from "../../../server/secrets";
import type { IngestJobs } from "../../inbox/ingest";
import { openSession } from "../connect/session";
import { type Changes, type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { ingestPage } from "../sync/ingest-page";
import { wakeSync } from "../sync/sync-loop";

export interface EventTools {
  db: Executor;
  jobs: IngestJobs;
  secrets: Secrets;
}

/** What events of one account mean together. */
export interface EventsRead {
  row: ConnectionRow;
  changes: Changes;
  sync: boolean;
  unsubscribed: boolean;
}

/** Reads an account's events. May call the provider, so nothing may be locked meanwhile. */
export async function readEvents(
  tools: EventTools,
  provider: Provider,
  row: ConnectionRow,
  payloads: unknown[],
  signal: AbortSignal,
): Promise<EventsRead> {
  const session = openSession(tools, row, signal);
  const changes: Required<Changes> = { messages: [], removed: [], emptied: [], moved: [], ignored: [] };
  let sync = false;
  let unsubscribed = false;
  for (const payload of payloads) {
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
  return { row, changes, sync, unsubscribed };
}

/**
 * The next check reports a lost or refused grant, because it asks the provider itself. Other accounts' events continue.
 */
function syncInstead(error: unknown): "sync" {
  if (error instanceof ProviderFailure && ["reconnect", "rejected"].includes(error.kind)) return "sync";
  throw error;
}

/**
 * Stores what was read. Locks the account first, like a sync, which prevents deadlocks and respects its latest
 * settings.
 */
export async function storeEvents(
  tx: Executor,
  jobs: IngestJobs,
  { row: { teamId, accountId }, changes, sync, unsubscribed }: EventsRead,
): Promise<void> {
  const current = await createConnectionRepository(tx).lock(teamId, accountId);
  if (!current || current.status === "disconnected") return;
  await ingestPage(tx, jobs, current, changes);
  if (unsubscribed) await forgetSubscription(tx, current);
  if (sync) await syncSoon(tx, current);
}

/** The next check subscribes again. */
async function forgetSubscription(tx: Executor, { teamId, accountId }: ConnectionRow): Promise<void> {
  await createConnectionRepository(tx).update(teamId, accountId, {
    subscription: null,
    subscriptionEndsAt: null,
  });
}

async function syncSoon(tx: Executor, row: ConnectionRow) {
  const { teamId, accountId, lastFailure } = row;
  // The provider has said when to return. The check at that time finds what this was about.
  if (lastFailure?.kind === "rate_limited" || pausedUntil(row.lastFailure)) return;
  await createConnectionRepository(tx).update(teamId, accountId, { nextSyncAt: new Date() });
  await wakeSync(tx);
}
