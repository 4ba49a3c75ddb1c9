import { ApiError } from "../../api";
import { reasonOf } from "../../failure";
import { showToast } from "./toast";

/**
 * Shows a toast that says what failed and why. Ignores a 401, which has its own toast.
 *
 * @param what - without a full stop, such as "Failed to rename the team".
 */
export function showFailure(what: string, error: Error): void {
  show(`${what}. ${reasonOf(error)}`, error);
}

/**
 * The same where the specification fixes the whole text: only a refusal of too many calls says why, and until when.
 *
 * @param text - with or without a full stop.
 */
export function showFixedFailure(text: string, error: Error): void {
  const isTooMany = error instanceof ApiError && error.status === 429;
  show(isTooMany ? `${text.replace(/\.$/, "")}. ${reasonOf(error)}` : text, error);
}

function show(description: string, error: Error): void {
  if (error instanceof ApiError && error.status === 401) return;
  showToast({ title: "Error", description, tone: "error" });
}
