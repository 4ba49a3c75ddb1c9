import type { Executor } from "../../../server/database";
import { day } from "../../../shared/durations";
import type { IngestJobs } from "../../inbox/ingest";
import type { MailParser } from "../../inbox/reading/parser-pool";
import { openSession } from "../connect/session";
import { type Provider, ProviderFailure, type Session, type WebhookEvent } from "../providers/provider";
import { logUnexpected } from "../providers/readable-answers";
import { type ConnectionRow, claimSeconds, createConnectionRepository } from "../repository";
import { createEventRepository } from "../webhooks/event-repository";
import { findOwner } from "./account-owner";
import { ClaimLost, requireClaim } from "./claim";
import { fail, finish, pause, release } from "./end-run";
import { ingestEach } from "./ingest-each";
import { ingestPage } from "./ingest-page";
import { readMails } from "./mail-message";
import { entriesInCursor, failuresBefore, openQuarantine } from "./quarantine";
import { createQuarantineRepository } from "./quarantine-repository";
import { type RenewalTools, renewSubscription } from "./renew-subscription";
import { nextAfterSuccess } from "./timing";
import { wakeWatches } from "./wake-watches";

/** Pages per run and account, so that a huge mailbox doesn't block others. */
const pagesPerRun = 40;

export interface SyncTools extends RenewalTools {
  jobs: IngestJobs;
  parser: MailParser;
  log: (line: string) => void;
}

export type SyncResult = { ok: true; stored: number } | { ok: false; failure: ProviderFailure };

/**
 * Fetches what is new in a claimed account and releases the claim. Each page is stored together with the
 * position it leads to, so an interrupted run stores every message exactly once.
 *
 * A failure is recorded for Health and delays the next attempt. A request to wait after some pages, or a connection
 * lost after some new messages, is not a failure, because large mailboxes are read in pieces.
 */
export async function syncClaimed(
  tools: SyncTools,
  provider: Provider,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<SyncResult> {
  const { db } = tools;
  const began = new Date();
  const lost = new AbortController();
  const read: Read = { pages: 0, stored: 0 };
  const known = await createQuarantineRepository(db).ofSource(row);
  let othersAnswer = () => Promise.resolve(false);
  const quarantine = openQuarantine([...entriesInCursor(row.cursor), ...known], row.failures, {
    othersAnswer: () => othersAnswer(),
    readBefore: sinceOf(row),
  });
  // Nothing may fail between this and the `try`, or the claim would be renewed forever.
  const beat = setInterval(() => void keepClaim(db, row, lost), (claimSeconds / 3) * 1000);
  try {
    const during = AbortSignal.any([signal, lost.signal]);
    const subscribed = await renewSubscription(tools, provider, row, during);
    const session = openSession(tools, subscribed, during, quarantine);
    othersAnswer = async () => {
      await provider.test(session);
      return true;
    };
    const fetchAll = () => fetchPages(tools, provider, row, session, read);
    const more = await (provider.keepOpen ? provider.keepOpen(session, fetchAll) : fetchAll());
    await finish(db, row, {
      // Until everything is read, the stored messages have a gap that only the cursor knows.
      ...(more ? {} : { lastSyncAt: began }),
      failures: 0,
      lastFailure: null,
      historyDone: row.historyDone || !more,
      nextSyncAt: more ? new Date() : nextAfterSuccess(row.syncInterval),
    });
    return { ok: true, stored: read.stored };
  } catch (error) {
    if (error instanceof ClaimLost || signal.aborted) {
      await release(db, row);
      return { ok: false, failure: new ProviderFailure("unavailable", "The check was interrupted.") };
    }
    // What turned out to be the cause is set aside, so that the next check goes on without it.
    await createQuarantineRepository(db).save(row, quarantine.takeChanges());
    logUnexpected(tools.log, `sync of ${provider.id}`, error);
    const failure = error instanceof ProviderFailure ? error : unexpected(error);
    if (!isInterruption(failure, read)) {
      await fail(db, row, failure);
      return { ok: false, failure };
    }
    await pause(db, row, failure);
    return { ok: true, stored: read.stored };
  } finally {
    clearInterval(beat);
  }
}

/** Whether a run ended early but got further than the previous one. The next run continues there. */
function isInterruption({ kind, options }: ProviderFailure, read: Read): boolean {
  const lostConnection = kind === "unavailable" && options.status === undefined;
  return (kind === "rate_limited" && read.pages > 0) || (lostConnection && read.stored > 0);
}

/** A bug or an unknown response format. The user can't fix it, so log it for the administrator. */
const unexpected = (cause: unknown): ProviderFailure =>
  new ProviderFailure("unavailable", "Something unexpected happened. Zippy will try again.", { cause });

async function keepClaim(
  db: Executor,
  { teamId, accountId, claimedBy }: ConnectionRow,
  lost: AbortController,
) {
  const kept = await createConnectionRepository(db)
    .renewClaim(teamId, accountId, claimedBy as string)
    .catch(() => true);
  if (!kept) lost.abort(new ClaimLost());
}

/** The progress of a run: stored pages, and new messages on them. */
interface Read {
  pages: number;
  stored: number;
}

/** @returns whether there is more to read. */
async function fetchPages(
  { db, jobs, parser }: SyncTools,
  provider: Provider,
  row: ConnectionRow,
  session: Session,
  read: Read,
): Promise<boolean> {
  if (!provider.fetch) {
    await provider.check?.(session);
    return false;
  }
  const { unlisted } = session.quarantine;
  let cursor = unlisted.startOver() ? null : row.cursor;
  const { addresses } = await findOwner(db, row.teamId, row.accountId);
  const own = row.address === null ? addresses : [...addresses, row.address];
  let more = true;
  let startedOver = false;
  for (let page = 0; more && page < pagesPerRun; page++) {
    const since = earlier(unlisted.since, sinceOf(row));
    const fetched = await provider.fetch(session, cursor, since).catch((error: unknown) => {
      const lost = error instanceof ProviderFailure && error.kind === "cursor_lost";
      // Lost again at once. Starting over would loop forever.
      if (!lost || cursor === null || startedOver) throw error;
      return null;
    });
    if (!fetched) {
      startedOver = true;
      cursor = null;
      continue;
    }
    const mails = await readMails(parser, fetched.mails ?? [], own);
    const changes = { ...fetched, messages: [...fetched.messages, ...mails] };
    if (!fetched.more) unlisted.end();
    const changed = session.quarantine.takeChanges();
    const store = (ingest: typeof ingestPage) =>
      db.transaction(async (tx) => {
        const current = await requireClaim(tx, row);
        const count = await ingest(tx, jobs, current, changes);
        await notifyOthers(tx, current, fetched.events);
        await createQuarantineRepository(tx).save(row, changed);
        await createConnectionRepository(tx).update(row.teamId, row.accountId, {
          cursor: fetched.cursor,
          ...(fetched.watchable === undefined ? {} : { watchable: fetched.watchable }),
        });
        if (fetched.watchable && !row.watchable) await wakeWatches(tx);
        return count;
      });
    read.stored += await store(ingestPage).catch((error: unknown) => {
      if (error instanceof ClaimLost || row.failures < failuresBefore) throw error;
      return store(ingestEach);
    });
    read.pages++;
    ({ cursor, more } = fetched);
  }
  return more;
}

/** Forwards changes that a provider reports only once to other teams with the same account. */
async function notifyOthers(
  tx: Executor,
  { provider, externalId }: ConnectionRow,
  events: WebhookEvent[] = [],
): Promise<void> {
  if (events.length === 0) return;
  const accounts = await createConnectionRepository(tx).byExternalId(provider, externalId);
  if (accounts.length > 1)
    await createEventRepository(tx).store(events.map((event) => ({ ...event, provider })));
}

/** How far before the last check a fetch without a cursor starts, because clocks differ (milliseconds). */
const overlap = day;

const earlier = (one: Date | null, other: Date): Date => (one && one < other ? one : other);

function sinceOf({ historyDone, lastSyncAt, historySince }: ConnectionRow): Date {
  if (!historyDone || !lastSyncAt) return historySince;
  return new Date(Math.max(historySince.getTime(), lastSyncAt.getTime() - overlap));
}
