import type { Executor } from "../../../server/database";
import { type CrmConnectionRow, createCrmRepository } from "../repository";

/** The claim was lost, or the CRM was disconnected, during the work. */
export class ClaimLost extends Error {}

/** The run has had its turn and continues in its next one. */
export class TurnOver extends Error {}

/**
 * Reads the connection and locks it until the transaction ends. A run must call this before it writes.
 *
 * @param claimed - the row as the run claimed it.
 * @throws ClaimLost if another run, or nobody, owns the claim now.
 */
export async function requireClaim(
  tx: Executor,
  { teamId, id, claimedBy }: Pick<CrmConnectionRow, "teamId" | "id" | "claimedBy">,
): Promise<CrmConnectionRow> {
  const current = await createCrmRepository(tx).lock(teamId, id);
  if (!current || claimedBy === null || current.claimedBy !== claimedBy) throw new ClaimLost();
  return current;
}
