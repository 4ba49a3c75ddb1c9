import type { Executor } from "../../server/database";
import { type Laid, learn, mostLessons, type Teaching } from "../triage/service";
import { createLessonRepository, type LessonRow } from "./repository";

/** Of each of the four fields this many teach, so there is no use in reading more. */
const mostRows = 4 * mostLessons;
/** Stands for somebody who has left. */
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * What a team has taught the engine.
 *
 * @param visibleTo - the one person who sees the messages to be judged; null: the team does.
 * @returns null when nothing was taught.
 */
export async function teamTeaching(
  db: Executor,
  teamId: string,
  visibleTo: string | null = null,
): Promise<Teaching | null> {
  const rows = await createLessonRepository(db).teaching(teamId, visibleTo, mostRows);
  return rows.length > 0 ? learn(rows) : null;
}

/** The teaching of some lessons, the latest first; null for none. */
export const teachingOf = (rows: readonly LessonRow[]): Teaching | null =>
  rows.length > 0 ? learn(rows) : null;

/** What standing lessons lay over each of these messages: what was applied to them, then what people decided. */
export async function laidOn(
  tx: Executor,
  teamId: string,
  messageIds: string[],
): Promise<Map<string, Laid[]>> {
  const laid = new Map<string, Laid[]>();
  if (messageIds.length === 0) return laid;
  const rows = await createLessonRepository(tx).effectsOn(teamId, messageIds);
  const applied = rows.filter(({ applyId }) => applyId !== null);
  const own = rows.filter(({ applyId }) => applyId === null);
  for (const { messageId, patch, applyId, userId } of [...applied, ...own]) {
    const by = applyId === null ? (userId ?? nobody) : null;
    laid.set(messageId, [...(laid.get(messageId) ?? []), { patch, by }]);
  }
  return laid;
}
