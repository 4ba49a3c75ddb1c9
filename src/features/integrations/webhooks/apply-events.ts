import type { Executor } from "../../../server/database";
import { pausedUntil } from "../../../server/planned-checks";
import type { IngestJobs } from "../../inbox/ingest";
import type { Changes, EventAccount, Provider } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { ingestNames, ingestPage } from "../sync/ingest-page";
import { wakeSync } from "../sync/sync-loop";

/** What events of one account mean together. */
export interface EventsRead {
  row: ConnectionRow;
  changes: Changes;
  sync: boolean;
  unsubscribed: boolean;
  /** The positions of events with names that should be looked up. */
  unnamed: number[];
}

const toAccount = ({ accountId, externalId, address, settings, visibleTo }: ConnectionRow): EventAccount => ({
  accountId,
  externalId,
  address,
  settings,
  onlyMe: visibleTo !== null,
});

/** Reads an account's events. */
export function readEvents(provider: Provider, row: ConnectionRow, payloads: unknown[]): EventsRead {
  const changes: Required<Changes> = { messages: [], removed: [], emptied: [], moved: [], ignored: [] };
  const read: EventsRead = { row, changes, sync: false, unsubscribed: false, unnamed: [] };
  for (const [index, payload] of payloads.entries()) {
    const parsed = provider.webhook?.read(toAccount(row), payload);
    if (parsed === "unsubscribed") read.unsubscribed = true;
    if (parsed === "sync" || parsed === "unsubscribed") read.sync = true;
    else if (parsed) {
      changes.messages.push(...parsed.messages);
      changes.removed.push(...parsed.removed);
      changes.emptied.push(...(parsed.emptied ?? []));
      changes.moved.push(...(parsed.moved ?? []));
      changes.ignored.push(...(parsed.ignored ?? []));
      if (parsed.unnamed) read.unnamed.push(index);
    }
  }
  return read;
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

/** Gives stored messages the names that an event has by now. */
export async function storeNames(
  tx: Executor,
  jobs: IngestJobs,
  { row: { teamId, accountId }, changes }: Pick<EventsRead, "row" | "changes">,
): Promise<void> {
  const current = await createConnectionRepository(tx).lock(teamId, accountId);
  if (!current || current.status === "disconnected") return;
  await ingestNames(tx, jobs, current, changes);
}

/** The next check subscribes again. */
async function forgetSubscription(tx: Executor, { teamId, accountId }: ConnectionRow): Promise<void> {
  await createConnectionRepository(tx).update(teamId, accountId, {
    subscription: null,
    subscriptionEndsAt: null,
  });
}

/** Has an account checked at once, unless its provider has asked to wait. */
export async function syncSoon(tx: Executor, row: ConnectionRow): Promise<void> {
  const { teamId, accountId, lastFailure } = row;
  // The provider has said when to return. The check at that time finds what this was about.
  if (lastFailure?.kind === "rate_limited" || pausedUntil(row.lastFailure)) return;
  await createConnectionRepository(tx).update(teamId, accountId, { nextSyncAt: new Date() });
  await wakeSync(tx);
}
