import type { Toast } from "../../../web/ui/feedback/toast";
import type { Team } from "../contract";

/**
 * What is said when the team in use is another one.
 *
 * @param before - the last one; null when there was none.
 * @param teams - those the person is in now.
 */
export function noticeOf(before: Team | null, now: Team | null, teams: readonly Team[]): Toast {
  const here = now && `Now in ${now.name}`;
  const stillIn = !before || teams.some(({ id }) => id === before.id);
  if (stillIn && here) return { title: here };
  return { title: `You are no longer in ${before?.name}.`, description: here ? `${here}.` : undefined };
}
