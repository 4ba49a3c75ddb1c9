import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { useOptimisticChange } from "../../../web/optimistic-change";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { listSessions, revokeAllSessions, revokeSession, type Session } from "../contract";
import { signOut } from "./sign-in";
import { sessionTexts } from "./texts";

const queryKey = ["sessions"];

/**
 * The person's sessions, most recently used first; reloaded on every visit, because no event reports changes.
 */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listSessions, { signal }),
    refetchOnMount: "always",
  });
}

/** Ends another session, on screen at once. */
export function useEndSession() {
  return useOptimisticChange<Session[], Session>({
    queryKey,
    send: ({ id }) => call(revokeSession, { params: { id } }),
    change: (sessions, ended) => sessions.filter(({ id }) => id !== ended.id),
    failed: sessionTexts.failedToEnd,
  });
}

/** Signs out everywhere, including here, and goes to /. */
export function useEndAllSessions() {
  return useMutation({
    mutationFn: () => call(revokeAllSessions, {}),
    onSuccess: () => signOut(),
    onError: (error) => showFailure(sessionTexts.failedToEndAll, error),
  });
}
