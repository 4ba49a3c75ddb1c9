import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import type { LastFailure } from "../tables";
import { nextAfterFailure, nextAfterPause } from "./timing";

/** Records the end of a run, unless another run has taken over the account. */
export async function finish(
  db: Executor,
  { teamId, accountId, claimedBy, nextSyncAt }: ConnectionRow,
  fields: Partial<ConnectionRow>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const connections = createConnectionRepository(tx);
    const current = await connections.lock(teamId, accountId);
    if (current?.claimedBy !== claimedBy) return;
    // A push during the run may concern something that the run had already passed.
    const isDueSooner =
      fields.lastFailure === null && current?.nextSyncAt?.getTime() !== nextSyncAt?.getTime();
    await connections.update(teamId, accountId, {
      ...(current?.status === "disconnected" ? {} : fields),
      ...(isDueSooner ? { nextSyncAt: current?.nextSyncAt ?? null } : {}),
      claimedBy: null,
      claimedUntil: null,
    });
    const onlyFor = current?.visibleTo;
    await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
  });
}

/** Releases an account without recording a result. */
export const release = (db: Executor, row: ConnectionRow): Promise<void> => finish(db, row, {});

/**
 * Records a run that made progress before the provider asked it to wait. Stores the failure, so that nothing
 * else polls the account before Retry-After.
 */
export async function pause(db: Executor, row: ConnectionRow, failure: ProviderFailure): Promise<void> {
  const nextSyncAt = nextAfterPause(failure.options.retryAfterSeconds);
  await finish(db, row, { failures: 0, lastFailure: toLastFailure(failure, nextSyncAt), nextSyncAt });
}

/** @param nextSyncAt - binding if the provider has asked for a pause. */
function toLastFailure({ kind, message, options }: ProviderFailure, nextSyncAt: Date): LastFailure {
  const isPauseRequested = kind === "rate_limited" || options.retryAfterSeconds !== undefined;
  return {
    kind,
    message,
    at: new Date().toISOString(),
    ...(isPauseRequested && { retryAt: nextSyncAt.toISOString() }),
  };
}

/** How long a provider has to reject our access before it counts as revoked (milliseconds). */
const rejectedForGood = 24 * 3_600_000;

/** The failure in stored form, and whether it ends the account. */
function lastFailureOf(
  row: Pick<ConnectionRow, "lastFailure">,
  failure: ProviderFailure,
  nextSyncAt: Date,
): { lastFailure: LastFailure; ended: boolean } {
  const lastFailure = toLastFailure(failure, nextSyncAt);
  if (failure.kind !== "rejected") return { lastFailure, ended: failure.kind === "reconnect" };
  const rejectedSince = row.lastFailure?.rejectedSince ?? lastFailure.at;
  const ended = Date.parse(lastFailure.at) - Date.parse(rejectedSince) >= rejectedForGood;
  return { lastFailure: { ...lastFailure, rejectedSince }, ended };
}

/** Records a failed run. Health shows it, and each consecutive failure extends the wait. */
export async function fail(db: Executor, row: ConnectionRow, failure: ProviderFailure): Promise<void> {
  const failures = row.failures + 1;
  const nextSyncAt = nextAfterFailure(row.syncInterval, failures, failure.options.retryAfterSeconds);
  const { lastFailure, ended } = lastFailureOf(row, failure, nextSyncAt);
  await finish(db, row, {
    failures,
    lastFailure,
    ...(ended ? { status: "reconnect" as const } : {}),
    nextSyncAt,
  });
}
