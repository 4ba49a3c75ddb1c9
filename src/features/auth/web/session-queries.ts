import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { listSessions, revokeAllSessions, revokeSession, type Session } from "../contract";
import { signOut } from "./sign-in";
import { sessionTexts } from "./texts";

const queryKey = ["sessions"];

/** Where the person is signed in, the latest used first; asked for anew whenever it is looked at, no event tells of it. */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnMount: "always",
  });
}

/** Signs out in another place, at once on screen. */
export function useEndSession() {
  return useOptimisticChange<Session[], Session>({
    queryKey,
    send: ({ id }) => call(revokeSession, { params: { id } }),
    change: (sessions, ended) => sessions.filter(({ id }) => id !== ended.id),
    failed: sessionTexts.failedToEnd,
  });
}

/** Signs out everywhere; it ends here too, and leads to /. */
export function useEndAllSessions() {
  return useMutation({
    mutationFn: () => call(revokeAllSessions, {}),
    onSuccess: () => signOut(),
    onError: (error) => showFailure(sessionTexts.failedToEndAll, error),
  });
}
