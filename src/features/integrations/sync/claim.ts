import type { Executor } from "../../../server/database";
import { type ConnectionRow, createConnectionRepository } from "../repository";

/** The claim was lost, or the account was disconnected, during the work. */
export class ClaimLost extends Error {}

/**
 * Reads the account and locks it until the transaction ends. A run must call this before it writes.
 *
 * @param claimed - the row as the run claimed it.
 * @throws ClaimLost if another run, or nobody, owns the claim now.
 */
export async function requireClaim(
  tx: Executor,
  { teamId, accountId, claimedBy }: Pick<ConnectionRow, "teamId" | "accountId" | "claimedBy">,
): Promise<ConnectionRow> {
  const current = await createConnectionRepository(tx).lock(teamId, accountId);
  if (!current || claimedBy === null || current.claimedBy !== claimedBy || current.status === "disconnected")
    throw new ClaimLost();
  return current;
}
