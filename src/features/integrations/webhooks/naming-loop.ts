import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import type { IngestJobs } from "../../inbox/ingest";
import { openSession } from "../connect/session";
import { type Provider, ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { readEvents, storeNames, syncSoon } from "./apply-events";
import { type EventLoopTools, startEventLoop } from "./event-loop";
import { createEventRepository, type StoredEvent } from "./event-repository";

/** Longest look-up of one event's names, and of one account's events until others get their turn (milliseconds). */
const patience = { event: 5000, account: 20_000 };
/** Attempts before an event goes without names: for one that fails, and for a provider out of reach (for hours). */
const mostTries = { failing: 8, away: 60 };

interface Tools extends EventLoopTools {
  jobs: IngestJobs;
  secrets: Secrets;
  providers: ReadonlyMap<string, Provider>;
}

/**
 * Looks up the names that weren't known when events were stored, and fills them in. Its events are stored and shown
 * already, and it has its own slots, so a provider that hangs holds up neither messages nor other providers' names.
 *
 * @returns a function that stops it after the current events.
 */
export const startNamingLoop = (tools: Tools): Promise<() => Promise<void>> =>
  startEventLoop(tools, "name", (events, signal) => nameEvents(tools, events, signal));

/** One after the other, because one event's names are often the next one's too. */
async function nameEvents(tools: Tools, events: StoredEvent[], signal: AbortSignal): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(patience.account)]);
  for (const [index, event] of events.entries()) {
    const later = events.slice(index).map(({ seq }) => seq);
    if (over.aborted) return createEventRepository(tools.db).unclaim(later);
    const error = await nameEvent(tools, event, over);
    if (error === undefined) continue;
    if (signal.aborted) return createEventRepository(tools.db).unclaim(later);
    // What the provider refuses for one event, it refuses for all.
    const all = isTurnedDown(error) || isLimited(error);
    for (const one of all ? events.slice(index) : [event]) await putOff(tools, one, error);
    if (all) return;
  }
}

/** @returns why some names are still missing; undefined if none is. */
async function nameEvent(tools: Tools, event: StoredEvent, signal: AbortSignal): Promise<unknown> {
  const { db, jobs, providers } = tools;
  const provider = providers.get(event.provider);
  const rows = provider ? await createConnectionRepository(db).byExternalId(provider.id, event.account) : [];
  let failure: unknown;
  for (const row of rows)
    try {
      const read = await lookUp(tools, provider as Provider, row, event, signal);
      await db.transaction((tx) => storeNames(tx, jobs, read));
    } catch (error) {
      failure ??= error;
      if (isTurnedDown(error)) await db.transaction((tx) => syncSoon(tx, row));
    }
  if (failure === undefined) await createEventRepository(db).end([event.seq], null);
  return failure;
}

/** Looks up an event's names and reads it with them. */
async function lookUp(
  tools: Tools,
  provider: Provider,
  row: ConnectionRow,
  { payload }: StoredEvent,
  signal: AbortSignal,
) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patience.event)]);
  await provider.webhook?.lookUp?.(openSession(tools, row, limit), payload);
  return readEvents(provider, row, [payload]);
}

/** The next check reports a lost or refused grant, because it asks the provider itself. */
const isTurnedDown = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.kind === "reconnect" || error.kind === "rejected");

const isLimited = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.kind === "rate_limited";

/** Schedules another attempt. After the last one, the message stays as it is. */
async function putOff(
  { db, log }: Tools,
  { seq, tries, provider }: StoredEvent,
  error: unknown,
): Promise<void> {
  const text = reasonOf(error);
  const away = error instanceof ProviderFailure;
  if (tries >= (away ? mostTries.away : mostTries.failing)) {
    log(`webhooks: names in an event of ${provider} stay unknown: ${text}`);
    return createEventRepository(db).end([seq], text);
  }
  const wanted = away ? error.options.retryAfterSeconds : undefined;
  return createEventRepository(db).postpone(seq, wanted ?? Math.min(600, 2 ** tries), text);
}
