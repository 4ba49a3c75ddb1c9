import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { currentUser } from "../contract";
import { currentVisitor } from "./visitor";

/**
 * The signed-in user; requested only if the identity provider knows somebody (AUTH-2). What an error means is in
 * `useSession`: only a refusal means signed out.
 */
export function useUser() {
  return useQuery({
    queryKey: ["user"],
    queryFn: kept(
      ({ signal }) => call(currentUser, { signal }),
      // Of the person this browser assumes, never of somebody who was signed in before.
      (user) => isVisitor(user.email),
    ),
  });
}

function isVisitor(email: string): boolean {
  const visitor = currentVisitor();
  return visitor?.kind === "demo" || visitor?.user.email.toLowerCase() === email.toLowerCase();
}
