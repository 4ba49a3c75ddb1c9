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
}

/** Resolves when the page is left or closed. */
export function pageGone(): Promise<unknown> {
  return new Promise((resolve) => window.addEventListener("pagehide", resolve, { once: true }));
}
