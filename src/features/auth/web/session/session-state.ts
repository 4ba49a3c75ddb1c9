import { ApiError } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import type { User } from "../../contract";

export type Session =
  | { state: "loading" }
  | { state: "late" }
  | { state: "refused" }
  | { state: "unreachable"; reason: string; retry: () => void }
  | { state: "signed-in"; user: User };

/**
 * What is known about the session.
 *
 * @param failure - of the latest attempt to load the user.
 * @param overdue - whether the attempt under way takes too long.
 */
export function sessionOf(
  user: User | undefined,
  failure: Error | undefined,
  overdue: boolean,
  retry: () => void,
): Session {
  if (user) return { state: "signed-in", user };
  // Also while the next attempt is under way, however long it takes: nothing new is known about the session.
  if (failure && !isRefusal(failure)) return { state: "unreachable", reason: reasonOf(failure), retry };
  if (failure) return { state: "refused" };
  return { state: overdue ? "late" : "loading" };
}

/** Too many calls, or no answer in time, says nothing about the session: signing out would lose what waits here. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 429].includes(error.status);
}
