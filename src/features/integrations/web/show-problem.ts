import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { showToast } from "../../../web/ui/feedback/toast";

/** The reason for a failure as a sentence; undefined if there is none for users. */
export const problemOf = (error: Error): string | undefined =>
  error instanceof ApiError ? error.sentence : reasonOf(error);

/**
 * Shows a toast with what failed and why. Ignores a 401, which has its own toast.
 *
 * @param what - without a period, such as "Failed to sync messages".
 */
export function showProblem(title: string, what: string, error: Error): void {
  if (error instanceof ApiError && error.status === 401) return;
  const why = problemOf(error);
  showToast({ title, description: why ? `${what}. ${why}` : what, tone: "error" });
}
