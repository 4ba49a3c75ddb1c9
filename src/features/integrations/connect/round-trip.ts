import { randomInt } from "node:crypto";
import type { Executor } from "../../../server/database";
import type { Proof } from "../contract";
import type { Provider } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { wakeSync } from "../sync/sync-loop";
import type { StoredProof } from "../tables";
import { toProof } from "./account-views";

/** Begins to wait for a message that carries a code. */
export async function startProof(db: Executor, { teamId, accountId }: ConnectionRow): Promise<Proof> {
  const proof: StoredProof = {
    code: `zippy-${randomInt(100_000, 1_000_000)}`,
    startedAt: new Date().toISOString(),
    arrivedAt: null,
    messageId: null,
  };
  await createConnectionRepository(db).update(teamId, accountId, { proof });
  return toProof(proof);
}

/** Whether it has arrived; while it is awaited, an account that is asked for news is asked at once. */
export async function proofOf(db: Executor, row: ConnectionRow, { fetch }: Provider): Promise<Proof | null> {
  if (!row.proof) return null;
  const proof = toProof(row.proof);
  const waiting = !proof.arrivedAt && Date.parse(proof.endsAt) > Date.now();
  const idle = !row.lastSyncAt || Date.now() - row.lastSyncAt.getTime() > 3000;
  if (waiting && idle && row.nextSyncAt && row.lastFailure === null && fetch) {
    await createConnectionRepository(db).update(row.teamId, row.accountId, { nextSyncAt: new Date() });
    await wakeSync(db);
  }
  return proof;
}
