import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import type { ProviderFailure } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import type { LastFailure } from "../tables";
import { nextAfterFailure, nextAfterPause } from "./timing";

/** Writes down the end of a run, unless the account has changed hands meanwhile. */
export async function finish(
  db: Executor,
  { teamId, accountId, claimedBy, nextSyncAt }: ConnectionRow,
  fields: Partial<ConnectionRow>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const connections = createConnectionRepository(tx);
    const current = await connections.lock(teamId, accountId);
    if (current?.claimedBy !== claimedBy) return;
    // A push that came while the run was reading may be about what it had read past already.
    const asked = fields.lastFailure === null && current?.nextSyncAt?.getTime() !== nextSyncAt?.getTime();
    await connections.update(teamId, accountId, {
      ...(current?.status === "disconnected" ? {} : fields),
      ...(asked ? { nextSyncAt: current?.nextSyncAt ?? null } : {}),
      claimedBy: null,
      claimedUntil: null,
    });
    const onlyFor = current?.visibleTo;
    await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor });
  });
}

/** Lets go of an account without a word about how it went. */
export const release = (db: Executor, row: ConnectionRow): Promise<void> => finish(db, row, {});

/** A run that has come some way. Until the provider may be asked again, nobody else makes it be: what the failure says is kept for that. */
export async function pause(db: Executor, row: ConnectionRow, failure: ProviderFailure): Promise<void> {
  await finish(db, row, {
    failures: 0,
    lastFailure: toLastFailure(failure),
    nextSyncAt: nextAfterPause(failure.options.retryAfterSeconds),
  });
}

const toLastFailure = ({ kind, message }: ProviderFailure): LastFailure => ({
  kind,
  message,
  at: new Date().toISOString(),
});

/** A run that has failed: for Health, and to wait longer with every one in a row. */
export async function fail(db: Executor, row: ConnectionRow, failure: ProviderFailure): Promise<void> {
  const failures = row.failures + 1;
  await finish(db, row, {
    failures,
    lastFailure: toLastFailure(failure),
    ...(failure.kind === "reconnect" ? { status: "reconnect" as const } : {}),
    nextSyncAt: nextAfterFailure(row.syncInterval, failures, failure.options.retryAfterSeconds),
  });
}
