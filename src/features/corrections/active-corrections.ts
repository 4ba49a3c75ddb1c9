import type { Executor } from "../../server/database";
import type { TeamCorrections } from "../triage/corrections/correction";
import { learn, mostCorrections } from "../triage/corrections/correction-fit";
import type { Override } from "../triage/corrections/overrides";
import { type CorrectionRow, createCorrectionRepository } from "./repository";

/** Of each of the four fields this many teach, so there is no use in reading more. */
const mostRows = 4 * mostCorrections;
/** Stands for somebody who has left. */
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * What a team has taught the engine.
 *
 * @param visibleTo - the one person who sees the messages to be judged; null: the team does.
 * @returns null when nothing was taught.
 */
export async function loadTeamCorrections(
  db: Executor,
  teamId: string,
  visibleTo: string | null = null,
): Promise<TeamCorrections | null> {
  const rows = await createCorrectionRepository(db).active(teamId, visibleTo, mostRows);
  return rows.length > 0 ? learn(rows) : null;
}

/** The teaching of some lessons, the latest first; null for none. */
export const learnCorrections = (rows: readonly CorrectionRow[]): TeamCorrections | null =>
  rows.length > 0 ? learn(rows) : null;

/** What standing lessons lay over each of these messages: what was applied to them, then what people decided. */
export async function overridesOn(
  tx: Executor,
  teamId: string,
  messageIds: string[],
): Promise<Map<string, Override[]>> {
  const overrides = new Map<string, Override[]>();
  if (messageIds.length === 0) return overrides;
  const rows = await createCorrectionRepository(tx).effectsOn(teamId, messageIds);
  const applied = rows.filter(({ applyId }) => applyId !== null);
  const own = rows.filter(({ applyId }) => applyId === null);
  for (const { messageId, patch, applyId, userId } of [...applied, ...own]) {
    const by = applyId === null ? (userId ?? nobody) : null;
    overrides.set(messageId, [...(overrides.get(messageId) ?? []), { patch, by }]);
  }
  return overrides;
}
