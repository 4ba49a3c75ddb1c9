import { ownTimeZone } from "../../../shared/time-zone";
import { ApiError, call } from "../../../web/api";
import { currentUser, logout } from "../../auth/contract";
import { inDemo, setInDemo } from "../../auth/web/visitor";
import { startDemo } from "../contract";

let entering: Promise<void> | undefined;

/**
 * Brings this browser into a demo: its current one if it still lasts, otherwise a new one. Concurrent calls
 * start only one.
 *
 * @throws ApiError with the server's message if demos aren't available now; TypeError if the server is
 * unreachable.
 */
export function enterDemo(): Promise<void> {
  entering ??= enter().finally(() => {
    entering = undefined;
  });
  return entering;
}

async function enter(): Promise<void> {
  if (inDemo() && (await stillRuns())) return;
  // The provider knows nobody here, so any remaining session is over (AUTH-2). Only then can a demo start.
  await call(logout, {});
  await call(startDemo, { body: { timeZone: ownTimeZone() ?? "UTC" } });
  setInDemo(true);
}

async function stillRuns(): Promise<boolean> {
  try {
    return (await call(currentUser, {})).demoEndsAt !== null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
