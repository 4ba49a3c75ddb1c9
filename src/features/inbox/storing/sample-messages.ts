import type { Executor } from "../../../server/database";
import { createMessageRepository } from "../repository";
import { createIngestRepository } from "./ingest-repository";

/** Gives stored messages the status that somebody gave them earlier. The caller records the facts. */
export async function settleMessages(
  tx: Executor,
  teamId: string,
  byStatus: Record<"resolved" | "processed", string[]>,
): Promise<void> {
  const repository = createMessageRepository(tx);
  for (const status of ["resolved", "processed"] as const)
    for (const id of byStatus[status]) await repository.setStatus(teamId, id, status);
}

/** Ids of a team's sample messages. */
export function sampleMessages(db: Executor, teamId: string): Promise<string[]> {
  return createIngestRepository(db).samples(teamId);
}

/** Deletes a team's sample messages for good. @returns their ids. */
export function removeSampleMessages(tx: Executor, teamId: string): Promise<string[]> {
  return createIngestRepository(tx).removeSamples(teamId);
}
