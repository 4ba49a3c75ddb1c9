import type { Executor } from "../../server/database";
import { readTraits } from "../triage/corrections/correction-effect";
import type { TriageInput } from "../triage/message";
import { mostRows } from "./active-corrections";
import { createCorrectionRepository } from "./repository";

/**
 * Reads what a team's corrections generalize over again from their messages, because a new engine reads other
 * signals. Corrections whose message is gone keep what they had.
 *
 * @param inputsOf - the existing messages with these ids.
 */
export async function refreshTraits(
  tx: Executor,
  teamId: string,
  inputsOf: (messageIds: string[]) => Promise<ReadonlyMap<string, TriageInput>>,
): Promise<void> {
  const corrections = createCorrectionRepository(tx);
  const rows = await corrections.latestActive(teamId, mostRows);
  const inputs = await inputsOf([...new Set(rows.map(({ messageId }) => messageId))]);
  for (const { id, messageId } of rows) {
    const input = inputs.get(messageId);
    if (input) await corrections.update(teamId, [id], { traits: readTraits(input) });
  }
}
