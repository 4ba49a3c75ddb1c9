import { ApiError, call } from "../../../web/api";
import { confirmIdentity as confirmCall } from "../contract";
import { identity } from "./identity";

/** Whether a call was refused because the last sign-in is too long ago for it. */
export function needsFreshSignIn(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "sign_in_again";
}

/**
 * Signs in again as the same person; call it inside a click, the provider opens a popup.
 *
 * @throws Error with a sentence for the person.
 */
export async function confirmIdentity(): Promise<void> {
  await call(confirmCall, { body: { idToken: await identity().confirm() } });
}
