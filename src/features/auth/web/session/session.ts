import { useEffect, useLayoutEffect, useState } from "react";
import { useLastFailure } from "../../../../web/last-failure";
import { closeQueue } from "../../../../web/offline/waiting-changes";
import { useVisitor } from "../auth-hooks";
import { useUser } from "../auth-queries";
import { type Session, sessionOf } from "./session-state";

/**
 * Start-up counts as complete after this time, even if something is missing (milliseconds; specification,
 * section 4).
 */
const startLimit = 5_000;

/** Whether the server has a session for this browser's user. Use it once, at the top of the workspace. */
export function useSession(): Session {
  const user = useUser();
  const failure = useLastFailure(user);
  const overdue = useOverdue(user.isPending, startLimit);
  return sessionOf(user.data, failure, overdue, () => void user.refetch());
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
