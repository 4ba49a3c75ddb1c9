import { call } from "../../../web/api";
import { logout, verifyToken } from "../contract";
import { identity } from "./identity";
import { keptInvitation } from "./invitation";
import { authTexts } from "./texts";
import { setInDemo } from "./visitor";

/** A sign-in under way, or why the last one failed. */
export interface SignInState {
  /** `asking`: the provider's popup is open; `verifying`: the server checks the token. */
  step: "idle" | "asking" | "verifying";
  /** A sentence for the person; null when nothing failed. */
  failure: string | null;
}

const idle: SignInState = { step: "idle", failure: null };
let state = idle;
const listeners = new Set<() => void>();

function change(next: SignInState) {
  state = next;
  for (const listener of listeners) listener();
}

/** Where the sign-in stands. */
export function signInState(): SignInState {
  return state;
}

/** Calls back when that changes. Returns how to stop. */
export function onSignInState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Forgets the last failure, when its toast is closed. */
export function dismissFailure(): void {
  if (state.failure) change(idle);
}

/**
 * Signs in; call it inside a click, the provider opens a popup. A token the server refuses is only logged
 * (specification, section 7).
 *
 * @returns whether the server has a session now; when the popup failed, {@link signInState} says why.
 */
export async function signIn(): Promise<boolean> {
  if (state.step !== "idle") return false;
  change({ step: "asking", failure: null });
  try {
    const idToken = await identity().signIn();
    change({ step: "verifying", failure: null });
    const signedIn = await verify(idToken);
    if (signedIn) setInDemo(false);
    change(idle);
    return signedIn;
  } catch (error) {
    change({ step: "idle", failure: (error as Error).message || authTexts.failedToStart });
    return false;
  }
}

async function verify(idToken: string): Promise<boolean> {
  try {
    const invitation = keptInvitation();
    await call(verifyToken, { body: { idToken, ...(invitation && { invitation }) } });
    return true;
  } catch (error) {
    console.warn("The server did not accept the sign-in", error);
    return false;
  }
}

/** Ends the session and leads to /, also when the server cannot be told (AUTH-3). */
export async function signOut(): Promise<void> {
  // This browser forgets first: the workspace goes, and asks for nothing that would be refused by then.
  const forgetting = identity().signOut();
  setInDemo(false);
  const results = await Promise.allSettled([forgetting, call(logout, {})]);
  for (const result of results)
    if (result.status === "rejected")
      console.warn("Sign-out did not reach the server or the identity provider", result.reason);
  window.location.assign("/");
}
