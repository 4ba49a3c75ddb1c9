import type { Toast } from "../../../web/ui/feedback/toast";
import type { Team } from "../contract";

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
  return { title: `You're no longer in ${before?.name}.`, description: here ? `${here}.` : undefined };
}
