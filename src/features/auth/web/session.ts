import { useEffect, useState } from "react";
import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import type { User } from "../contract";
import { useUser } from "./auth-queries";

/**
 * Start-up counts as complete after this time, even if something is missing (milliseconds; specification,
 * section 4).
 */
const startLimit = 5_000;

export type Session =
  | { state: "loading" }
  | { state: "refused" }
  | { state: "unreachable"; reason: string; retry: () => void }
  | { state: "signed-in"; user: User };

/** Whether the server has a session for this browser's user. Use it once, at the top of the workspace. */
export function useSession(): Session {
  const user = useUser();
  const overdue = useOverdue(user.isPending, startLimit);
  if (user.data) return { state: "signed-in", user: user.data };
  if (user.error && !isRefusal(user.error))
    return { state: "unreachable", reason: reasonOf(user.error), retry: () => void user.refetch() };
  return { state: user.error || overdue ? "refused" : "loading" };
}

/** True once `pending` has lasted for `limit` milliseconds. */
function useOverdue(pending: boolean, limit: number): boolean {
  const [overdue, setOverdue] = useState(false);
  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => setOverdue(true), limit);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [pending, limit]);
  return overdue;
}

function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500;
}
