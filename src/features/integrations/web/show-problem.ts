import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";

/** Why something failed, as a sentence; undefined where there is none for people. */
export const problemOf = (error: Error): string | undefined =>
  error instanceof ApiError ? error.sentence : reasonOf(error);

/**
 * A toast with what failed and why. Silent about a 401, which has a toast of its own.
 *
 * @param what - without a full stop, such as "Failed to sync messages".
 */
export function showProblem(title: string, what: string, error: Error): void {
  if (error instanceof ApiError && error.status === 401) return;
  const why = problemOf(error);
  showToast({ title, description: why ? `${what}. ${why}` : what, tone: "error" });
}
