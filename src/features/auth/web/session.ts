import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, call } from "../../../web/api";
import { reasonOf } from "../../../web/failure";
import { identitySettings, logout, type User } from "../contract";
import { useUser } from "./auth-queries";
import { createIdentity, setIdentity, useProviderUser } from "./identity";

/** Start-up counts as complete after this time, whatever is still missing (milliseconds; specification, section 4). */
const startLimit = 5_000;

export type Session =
  | { state: "loading" }
  | { state: "signed-out" }
  | { state: "misconfigured" }
  | { state: "unreachable"; reason: string; retry: () => void }
  | { state: "signed-in"; user: User };

/** Whether somebody is signed in: loads the identity settings, then asks the server about the provider's user. Use it once, at the top. */
export function useSession(): Session {
  const { settings, ready, supported } = useIdentity();
  const providerUser = useProviderUser();
  const user = useUser();
  useForgetting(ready, providerUser?.email);
  const starting = !ready || (providerUser !== null && user.isFetching);
  const overdue = useOverdue(starting, startLimit);

  if (ready && !supported) return { state: "misconfigured" };
  if (providerUser && user.data) return { state: "signed-in", user: user.data };

  const failed = settings.error ?? (providerUser ? user.error : null);
  const retry = () => void (settings.error ? settings.refetch() : user.refetch());
  if (failed && !refused(failed)) return { state: "unreachable", reason: reasonOf(failed), retry };

  return { state: starting && !overdue ? "loading" : "signed-out" };
}

/** Loads the public settings and takes the provider they name into use. */
function useIdentity() {
  const settings = useQuery({
    queryKey: ["identity-settings"],
    queryFn: ({ signal }) => call(identitySettings, { signal }),
  });
  const [state, setState] = useState({ ready: false, supported: true });
  useEffect(() => {
    if (!settings.data) return;
    const provider = createIdentity(settings.data);
    if (provider) setIdentity(provider);
    setState({ ready: true, supported: provider !== undefined });
  }, [settings.data]);
  return { settings, ...state };
}

/** When the provider reports no user, the server ends its session too and nothing of the last user stays in memory (AUTH-2). */
function useForgetting(ready: boolean, email: string | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!ready || email !== undefined) return;
    call(logout, {}).catch((error: unknown) => console.warn("Sign-out did not reach the server", error));
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "identity-settings" });
  }, [ready, email, queryClient]);
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

function refused(error: Error): boolean {
  return error instanceof ApiError && error.status < 500;
}
