import { createHash } from "node:crypto";
import type { Executor } from "../../server/database";
import type { TeamCorrections } from "../triage/corrections/correction";
import { mostCorrections } from "../triage/corrections/correction-fit";
import type { Override } from "../triage/corrections/overrides";
import { fitApart } from "./fit/fit-apart";
import { type CorrectionRow, createCorrectionRepository } from "./repository";

/** The engine learns from this many corrections per field, so reading more is useless. */
export const mostRows = 4 * mostCorrections;
/** Replaces a person who has left. */
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * A team's corrections, as the engine learns from them.
 *
 * @param visibleTo - the only person who sees the messages to analyze; null: the whole team.
 * @returns null if there are none.
 */
export async function loadTeamCorrections(
  db: Executor,
  teamId: string,
  visibleTo: string | null = null,
): Promise<TeamCorrections | null> {
  const rows = await createCorrectionRepository(db).active(teamId, visibleTo, mostRows);
  return learnCorrections(rows);
}

/** The last fits, the latest used last. A page of messages must not fit the same corrections again. */
const fits = new Map<string, Promise<TeamCorrections>>();
const keptFits = 50;

/**
 * Team corrections from some corrections, newest first; null for none. They are fitted once until one is added,
 * answered or removed; nothing else of a stored correction ever changes.
 */
export async function learnCorrections(rows: readonly CorrectionRow[]): Promise<TeamCorrections | null> {
  if (rows.length === 0) return null;
  const key = createHash("sha256");
  for (const { id, answer } of rows) key.update(`${id} ${answer}\n`);
  const name = key.digest("base64url");
  const fitted = fits.get(name) ?? fitApart(rows);
  fits.delete(name);
  fits.set(name, fitted);
  if (fits.size > keptFits) fits.delete(fits.keys().next().value as string);
  // After a failure, the next call fits again.
  fitted.catch(() => fits.delete(name));
  return fitted;
}

/** What active corrections override on each of these messages: applied changes first, then people's own. */
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
