import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { reasonOf } from "../../../server/query-failure";
import type { IngestJobs } from "../../inbox/ingest";
import type { Provider } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { unexpected } from "../sync/quarantine";
import { createQuarantineRepository } from "../sync/quarantine-repository";
import { readEvents, storeEvents } from "./apply-events";
import { type EventLoopTools, startEventLoop } from "./event-loop";
import { createEventRepository, type StoredEvent } from "./event-repository";
import type { EventStore } from "./event-store";

/** Attempts before an event is set aside. */
const mostTries = 8;
/** Longest wait for deliveries being stored (milliseconds). Their senders are waiting too. */
const longestCourtesy = 500;

interface Tools extends EventLoopTools {
  jobs: IngestJobs;
  providers: ReadonlyMap<string, Provider>;
  deliveries: Pick<EventStore, "quiet">;
}

/**
 * Reads and stores webhook events while the process runs. Calls no provider, so none can hold it up.
 *
 * @returns a function that stops it after the current events.
 */
export const startWebhookLoop = (tools: Tools): Promise<() => Promise<void>> =>
  startEventLoop(
    tools,
    "store",
    (events) => handle(tools, events),
    () => tools.deliveries.quiet(longestCourtesy),
  );

/** Handles the events of one account together. If that fails, handles each alone. */
async function handle(tools: Tools, events: StoredEvent[]): Promise<void> {
  const failed = await receive(tools, events);
  if (!failed) return;
  const [only, ...others] = events;
  if (only && others.length === 0) await putBack(tools, only, failed);
  else for (const event of events) await handle(tools, [event]);
}

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
  if (event.tries < mostTries)
    return createEventRepository(db).postpone(event.seq, Math.min(600, 2 ** event.tries), text);
  log(`webhooks: set aside an event of ${event.provider}: ${text}`);
  const { eventId: ref, payload, tries } = event;
  await db.transaction(async (tx) => {
    for (const row of rows) {
      const entry = { kind: "event", ref, payload, reason: unexpected, tries } as const;
      await createQuarantineRepository(tx).put(row, entry);
      const { teamId, accountId: id, visibleTo: onlyFor } = row;
      await publish(tx, { type: "integration_updated", teamId, id, onlyFor });
    }
    await createEventRepository(tx).end([event.seq], text);
  });
}

/** @returns which accounts failed, and why; undefined if none did. */
async function receive(tools: Tools, events: StoredEvent[]): Promise<HandlingFailure | undefined> {
  const { db, jobs, providers } = tools;
  const [first] = events;
  const provider = first && providers.get(first.provider);
  const rows = provider ? await createConnectionRepository(db).byExternalId(provider.id, first.account) : [];
  if (!provider || rows.length === 0) {
    const seqs = events.map(({ seq }) => seq);
    await createEventRepository(db).end(seqs, "no connected account");
    return undefined;
  }
  const payloads = events.map(({ payload }) => payload);
  const unnamed = new Set<number>();
  const failed: HandlingFailure = { error: undefined, rows: [] };
  for (const row of rows)
    try {
      const read = readEvents(provider, row, payloads);
      for (const index of read.unnamed) unnamed.add(index);
      await db.transaction(async (tx) => {
        await storeEvents(tx, jobs, read);
        // With the last account, so that one transaction does it all for an account that only one team has.
        if (row === rows.at(-1) && failed.rows.length === 0) await settle(tx, events, unnamed);
      });
    } catch (error) {
      failed.error ??= error;
      failed.rows.push(row);
    }
  // Retries events that fail for one team's account. Other teams' accounts have them already.
  return failed.rows.length > 0 ? failed : undefined;
}

/** Ends stored events, except those that still lack names. */
async function settle(tx: Executor, events: StoredEvent[], unnamed: ReadonlySet<number>): Promise<void> {
  const seqs = (wanted: boolean) =>
    events.filter((_, index) => unnamed.has(index) === wanted).map(({ seq }) => seq);
  const repository = createEventRepository(tx);
  await repository.end(seqs(false), null);
  await repository.leaveToNaming(seqs(true));
}
