import { useLayoutEffect, useState } from "react";
import { closeQueue } from "../../../web/offline/waiting-changes";
import { useVisitor } from "./auth-hooks";

/**
 * Whether somebody else has signed in in another tab of this browser. This page then loads again, because its memory is
 * full of what the first person saw, and what it sends would be in the name of the second. Use it once, at the top of
 * the workspace.
 */
export function useOtherPerson(): boolean {
  const visitor = useVisitor();
  const email = visitor?.kind === "person" ? visitor.user.email : undefined;
  const [first] = useState(email);
  const other = email !== first;
  useLayoutEffect(() => {
    if (!other) return;
    closeQueue();
    window.location.assign("/");
  }, [other]);
  return other;
}
