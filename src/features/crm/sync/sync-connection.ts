import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { reasonOf } from "../../../server/query-failure";
import type { Secrets } from "../../../server/secrets";
import { openAccess, sealAccess } from "../access";
import type { CrmProvider, CrmSyncSettings, RecordKind } from "../contract";
import { type Crm, CrmFailure } from "../crms/crm";
import { type CrmConnectionRow, claimSeconds, createCrmRepository } from "../repository";
import type { StoredFailure } from "../tables";
import { writeTasks } from "../tasks/write-tasks";
import { ClaimLost, requireClaim, TurnOver } from "./claim";
import { syncKind } from "./sync-kind";
import { turn, waitAfterFailure, waitAfterSuccess } from "./timing";

export interface SyncTools {
  db: Executor;
  secrets: Secrets;
  crms: Record<CrmProvider, Crm>;
  log: (line: string) => void;
  /** Lets others follow the records after a sync. */
  onRecordsSynced: (db: Executor, teamId: string) => Promise<void>;
}

/** How many records of each kind a run stored. */
export type SyncedCounts = Partial<Record<RecordKind, number>>;

export type SyncResult =
  | { ok: true; counts: SyncedCounts }
  | { ok: false; failure: CrmFailure; interrupted: boolean };

/** The kinds that a team chose, in the order in which they are read. A CRM's key must allow to read them. */
export const kindsOf = ({ syncContacts, syncDeals, syncTasks }: CrmSyncSettings): RecordKind[] => [
  ...(syncContacts ? (["companies", "contacts"] as const) : []),
  ...(syncDeals ? (["deals"] as const) : []),
  ...(syncTasks ? (["tasks"] as const) : []),
];

/** Syncs a claimed connection and releases the claim. A failure is stored for its card and delays the next sync. */
export async function syncClaimed(
  { db, secrets, crms, log, onRecordsSynced }: SyncTools,
  row: CrmConnectionRow,
  byHand: boolean,
  signal: AbortSignal,
): Promise<SyncResult> {
  const began = new Date();
  const lost = new AbortController();
  // Nothing may fail between this and the `try`, or the claim would be renewed forever.
  const beat = setInterval(() => void keepClaim(db, row, lost), (claimSeconds / 3) * 1000);
  try {
    const during = AbortSignal.any([signal, lost.signal]);
    const session = crms[row.provider].open(openAccess(secrets, row), {
      signal: during,
      renewed: (access) =>
        db.transaction(async (tx) => {
          await requireClaim(tx, row);
          await createCrmRepository(tx).update(row.teamId, row.id, {
            credentials: sealAccess(secrets, row.id, access),
          });
        }),
    });
    const counts: SyncedCounts = {};
    const turnBegan = performance.now();
    const giveWay = () => {
      // A sync by hand takes nobody's place.
      if (!byHand && performance.now() - turnBegan >= turn.longest) throw new TurnOver();
    };
    const { dueByDay } = crms[row.provider];
    const sync = { db, row, session, byHand, signal: during, giveWay, dueByDay };
    for (const kind of kindsOf(row)) counts[kind] = await syncKind(sync, kind);
    if (row.syncTasks) counts.tasks = (counts.tasks ?? 0) + (await writeTasks(sync));
    if (row.lastSyncAt === null) await createCrmRepository(db).analyzeRecords();
    await onRecordsSynced(db, row.teamId);
    await finish(db, row, {
      status: "connected",
      lastSyncAt: began,
      failures: 0,
      lastFailure: null,
      nextSyncAt: inSeconds(waitAfterSuccess(row.syncInterval)),
    });
    return { ok: true, counts };
  } catch (error) {
    if (error instanceof TurnOver) {
      // Earlier failures count on: what comes next may still fail.
      await finish(db, row, { nextSyncAt: new Date() }, false);
      return { ok: true, counts: {} };
    }
    if (error instanceof ClaimLost || signal.aborted || lost.signal.aborted) {
      await finish(db, row, {});
      const failure = new CrmFailure("unavailable", "The sync was interrupted. It continues by itself.");
      return { ok: false, failure, interrupted: true };
    }
    if (!(error instanceof CrmFailure)) log(`sync of ${row.provider}: ${reasonOf(error)}`);
    const failure =
      error instanceof CrmFailure
        ? error
        : new CrmFailure("refused", "Something unexpected happened. Zippy will try again.", { cause: error });
    await fail(db, row, failure);
    return { ok: false, failure, interrupted: false };
  } finally {
    clearInterval(beat);
  }
}

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1000);

async function keepClaim(db: Executor, row: CrmConnectionRow, lost: AbortController): Promise<void> {
  const kept = await createCrmRepository(db)
    .renewClaim(row)
    .catch(() => true);
  if (!kept) lost.abort(new ClaimLost());
}

async function fail(
  db: Executor,
  row: CrmConnectionRow,
  { kind, message, options }: CrmFailure,
): Promise<void> {
  const paused = kind === "rate_limited";
  // Being asked to wait is no failure: the sync continues where it stopped.
  const failures = paused ? row.failures : row.failures + 1;
  const wait = paused
    ? Math.max(60, options.retryAfterSeconds ?? 0)
    : waitAfterFailure(row.syncInterval, failures, options.retryAfterSeconds);
  const nextSyncAt = inSeconds(wait);
  const lastFailure: StoredFailure = {
    kind,
    message,
    at: new Date().toISOString(),
    ...((paused || options.retryAfterSeconds !== undefined) && { retryAt: nextSyncAt.toISOString() }),
  };
  await finish(db, row, { status: paused ? "connected" : "error", failures, lastFailure, nextSyncAt });
}

/**
 * Records the end of a run, unless another run has taken over.
 *
 * @param isLast - whether nothing continues, so that the card shows no progress any more.
 */
async function finish(
  db: Executor,
  row: CrmConnectionRow,
  change: Partial<CrmConnectionRow>,
  isLast = true,
): Promise<void> {
  await db.transaction(async (tx) => {
    const crms = createCrmRepository(tx);
    const current = await crms.lock(row.teamId, row.id);
    if (current?.claimedBy !== row.claimedBy) return;
    // Somebody asked for another sync, or renewed the key, during this one.
    const isDueSooner = current?.nextSyncAt?.getTime() !== row.nextSyncAt?.getTime();
    await crms.update(row.teamId, row.id, {
      ...change,
      ...(isDueSooner && { nextSyncAt: current?.nextSyncAt ?? null }),
      ...(isLast && { progress: null }),
      claimedBy: null,
      claimedUntil: null,
    });
    await publish(tx, { type: "crm_synced", teamId: row.teamId, id: row.id });
  });
}
