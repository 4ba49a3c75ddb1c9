import type { Executor } from "../../../server/database";
import { type ConnectionRow, createConnectionRepository } from "../repository";

/** The claim was lost, or the account disconnected, while it was worked on. */
export class ClaimLost extends Error {}

/**
 * The account as it is now, held until the transaction ends: what a run writes, it writes after this.
 *
 * @param claimed - as the run has claimed it.
 * @throws ClaimLost when another run holds it by now, or nobody does.
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
