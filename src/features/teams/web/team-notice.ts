import type { Toast } from "../../../web/ui/feedback/toast";
import type { Team } from "../contract";

/** What is said of a team that the person has deleted, by its id, instead of that they are no longer in it. */
export const deletedNotices = new Map<string, string>();

/**
 * The toast for a change of the team in use.
 *
 * @param before - the previous one; null if there was none.
 * @param teams - the person's teams now.
 */
export function noticeOf(before: Team | null, now: Team | null, teams: readonly Team[]): Toast {
  const here = now && `Now in ${now.name}`;
  const stillIn = !before || teams.some(({ id }) => id === before.id);
  if (stillIn && here) return { title: here };
  const title = deletedNotices.get(`${before?.id}`) ?? `You're no longer in ${before?.name}.`;
  return { title, description: here ? `${here}.` : undefined };
}
