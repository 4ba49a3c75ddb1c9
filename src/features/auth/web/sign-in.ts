import { call } from "../../../web/api";
import { verifyToken } from "../contract";
import { endSession, forgetOpenSession, logOut, pageGone, rememberOpenSession } from "./end-session";
import { identity } from "./identity";
import { keptInvitation } from "./invitation";
import { lastTeam } from "./remembered-user";
import { authTexts } from "./texts";
import { setInDemo } from "./visitor";

/** A sign-in in progress, or why the last one failed. */
export interface SignInState {
  /** `asking`: the provider's popup is open; `verifying`: the server checks the token. */
  step: "idle" | "asking" | "verifying";
  /** A sentence for the person; null if nothing failed. */
  failure: string | null;
}

const idle: SignInState = { step: "idle", failure: null };
let state = idle;
const listeners = new Set<() => void>();

function change(next: SignInState) {
  state = next;
  for (const listener of listeners) listener();
}

/** The state of the sign-in. */
export function signInState(): SignInState {
  return state;
}

/** Calls back when that changes. Returns an unsubscribe function. */
export function onSignInState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Clears the last failure, when its toast is closed. */
export function dismissFailure(): void {
  if (state.failure) change(idle);
}

/**
 * Signs in. Call it in a click handler, because the provider opens a popup. If the server rejects the token,
 * that is only logged (specification, section 7).
 *
 * @returns whether the server has a session now; if the popup failed, {@link signInState} says why.
 */
export async function signIn(): Promise<boolean> {
  if (state.step !== "idle") return false;
  change({ step: "asking", failure: null });
  try {
    const idToken = await identity().signIn();
    change({ step: "verifying", failure: null });
    const signedIn = await verify(idToken);
    if (signedIn) {
      setInDemo(false);
      forgetOpenSession();
    }
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
    const teamId = lastTeam();
    await call(verifyToken, {
      body: { idToken, ...(invitation && { invitation }), ...(teamId && { teamId }) },
    });
    return true;
  } catch (error) {
    console.warn("The server rejected the sign-in", error);
    return false;
  }
}

/**
 * Ends the session and goes to /, even if the server can't be reached (AUTH-3); the landing page then says so. Asks
 * first if changes wait to be sent, and deletes what this browser keeps of the person.
 */
export async function signOut(): Promise<void> {
  // Loaded now, because visitors who sign in don't need it.
  const { forgetOffline, mayForget } = await import("../../../web/offline/offline-data");
  if (!(await mayForget())) return;
  await endSession(async () => {
    const emptied = forgetOffline();
    // Clear this browser first: the workspace closes and requests nothing that the server would reject.
    const forgetting = identity().signOut();
    setInDemo(false);
    const ended = logOut().catch((error: Error) => {
      rememberOpenSession();
      throw error;
    });
    const results = await Promise.allSettled([forgetting, emptied, ended]);
    for (const result of results)
      if (result.status === "rejected")
        console.warn("Couldn't reach the server or the identity provider to sign out", result.reason);
    window.location.assign("/");
    // A sign-in that starts here meanwhile would be lost.
    await pageGone();
  });
}
