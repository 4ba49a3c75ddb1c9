import { useEffect, useLayoutEffect, useState } from "react";
import { ApiError } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { closeQueue } from "../../../web/offline/waiting-changes";
import type { User } from "../contract";
import { useVisitor } from "./auth-hooks";
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

/**
 * Whether somebody else has signed in in another tab of this browser. This page then loads again, because its memory is
 * full of what the first person saw, and what it sends would be in the name of the second. Use it once, at the top of
 * the workspace.
 *
 * @param mayLeave - whether the page may go now.
 */
export function useOtherPerson(mayLeave: boolean): boolean {
  const visitor = useVisitor();
  const email = visitor?.kind === "person" ? visitor.user.email : undefined;
  const [first] = useState(email);
  const other = email !== first && mayLeave;
  useLayoutEffect(() => {
    if (!other) return;
    closeQueue();
    window.location.assign("/");
  }, [other]);
  return other;
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

/** Too many calls, or no answer in time, says nothing about the session: signing out would lose what waits here. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.status < 500 && ![408, 429].includes(error.status);
}
