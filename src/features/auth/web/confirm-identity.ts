import { ApiError, call } from "../../../web/api";
import { confirmIdentity as confirmCall } from "../contract";
import { identity } from "./identity";

/** Whether a call failed because it needs a more recent sign-in. */
export function needsFreshSignIn(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "sign_in_again";
}

/**
 * Signs in again as the same person. Call it in a click handler, because the provider opens a popup.
 *
 * @throws Error with a sentence for the person.
 */
export async function confirmIdentity(): Promise<void> {
  await call(confirmCall, { body: { idToken: await identity().confirm() } });
}
