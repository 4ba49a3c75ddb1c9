import { ApiError, call } from "../../../web/api";
import { currentUser, logout } from "../../auth/contract";
import { inDemo, setInDemo } from "../../auth/web/visitor";
import { startDemo } from "../contract";

let entering: Promise<void> | undefined;

/**
 * Brings this browser into a demonstration: the one it is in while that lasts, else a new one. Asked for twice at once
 * it begins one.
 *
 * @throws ApiError with the server's sentence when it offers none now; TypeError when it cannot be reached.
 */
export function enterDemo(): Promise<void> {
  entering ??= enter().finally(() => {
    entering = undefined;
  });
  return entering;
}

async function enter(): Promise<void> {
  if (inDemo() && (await stillRuns())) return;
  // The provider knows nobody here, so whatever session is left is over (AUTH-2); only then one can begin.
  await call(logout, {});
  await call(startDemo, { body: { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone } });
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
