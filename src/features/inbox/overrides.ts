import type { Executor } from "../../server/database";
import { overridesOn } from "../corrections/active-corrections";
import { withOverrides } from "../triage/corrections/overrides";
import { createMessageRepository } from "./repository";

/** Messages per statement. */
const atOnce = 500;

/**
 * Recomputes these messages' analyses from the engine's result and the corrections. Without corrections, a
 * message gets exactly the engine's result again.
 */
export async function applyOverrides(tx: Executor, teamId: string, messageIds: string[]): Promise<void> {
  for (let at = 0; at < messageIds.length; at += atOnce)
    await applySome(tx, teamId, messageIds.slice(at, at + atOnce));
}

async function applySome(tx: Executor, teamId: string, messageIds: string[]): Promise<void> {
  const messages = createMessageRepository(tx);
  const bases = await messages.lockAnalyses(teamId, messageIds);
  const overrides = await overridesOn(tx, teamId, messageIds);
  await messages.setOverridden(
    teamId,
    bases.map(({ id, base }) => {
      const over = overrides.get(id) ?? [];
      return { id, analysis: withOverrides(base, over), base: over.length > 0 ? base : null };
    }),
  );
}
