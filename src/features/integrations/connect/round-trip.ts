import { randomInt } from "node:crypto";
import type { Executor } from "../../../server/database";
import type { Proof } from "../contract";
import type { Provider } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { wakeSync } from "../sync/sync-loop";
import type { StoredProof } from "../tables";
import { toProof } from "./account-views";

/** Starts a round trip: waits for a message that contains a code. */
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

/** The state of the round trip. While it waits, checks a pollable account at once. */
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
