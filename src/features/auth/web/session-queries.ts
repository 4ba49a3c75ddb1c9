import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { forgetOffline, mayForget } from "../../../web/offline/offline-data";
import { useOptimisticChange } from "../../../web/optimistic/optimistic-change";
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
    mutationFn: async () => {
      const sure = await mayForget();
      if (sure) await call(revokeAllSessions, {});
      return sure;
    },
    onSuccess: async (sure) => {
      if (!sure) return;
      // Asked above.
      await forgetOffline();
      await signOut();
    },
    onError: (error) => showFailure(sessionTexts.failedToEndAll, error),
  });
}
