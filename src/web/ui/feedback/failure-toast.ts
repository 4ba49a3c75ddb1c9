import { ApiError } from "../../api";
import { reasonOf } from "../../failure";
import { showToast } from "./toast";

/**
 * Shows a toast that says what failed and why. Ignores a 401, which has its own toast.
 *
 * @param what - without a full stop, such as "Failed to rename the team".
 */
export function showFailure(what: string, error: Error): void {
  if (error instanceof ApiError && error.status === 401) return;
  showToast({ title: "Error", description: `${what}. ${reasonOf(error)}`, tone: "error" });
}
