import { call, callsAnswered } from "../../../web/api";
import { logout } from "../contract";
import { currentVisitor } from "./visitor";

/** Longest wait for calls that are under way, and then for the answer (milliseconds). */
const patience = { calls: 3_000, answer: 5_000 };

let ending: Promise<void> | undefined;

/**
 * Ends the session. Nothing may start another one here until this resolves.
 *
 * @param how - what else happens; other calls of this wait for it too.
 */
export function endSession(how: () => Promise<void> = logOut): Promise<void> {
  ending ??= Promise.resolve()
    .then(how)
    .finally(() => {
      ending = undefined;
    });
  return ending;
}

/**
 * Ends the session on the server, once it has answered the calls that were sent before: afterwards, it would refuse them.
 * Uploads aren't waited for, because they may take minutes. If the page goes, the session ends at once.
 */
export async function logOut(): Promise<void> {
  await Promise.race([callsAnswered(patience.calls), pageGone()]);
  // Somebody has signed in in another tab meanwhile: that ended the session before, and theirs must go on.
  if (currentVisitor()) return;
  await call(logout, { signal: AbortSignal.timeout(patience.answer), keepalive: true });
  forgetOpenSession();
}

/** Set in this tab from a sign-out that failed on the server, until the session there has ended. */
const openSessionKey = "zippy-open-session";

/** Remembers that the server didn't end the session of somebody who signed out. */
export function rememberOpenSession(): void {
  sessionStorage.setItem(openSessionKey, "true");
}

/** Whether the session is still open on the server although its person signed out here. */
export function hasOpenSession(): boolean {
  return sessionStorage.getItem(openSessionKey) !== null;
}

/** The session has ended on the server, or another one replaces it. */
export function forgetOpenSession(): void {
  sessionStorage.removeItem(openSessionKey);
}

/** Resolves when the page is left or closed. */
export function pageGone(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener("pagehide", resolve, { once: true }));
}
