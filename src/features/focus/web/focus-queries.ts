import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import type { Task } from "../../tasks/contract";
import { currentFocus } from "../contract";
import { focusKey, type NewFocus, received } from "./received-focus";
import { focusTexts } from "./texts";

/** The person's focus session. It is fetched again when the window is shown: the page's clock may have slept. */
export function useFocus(teamId: string) {
  return useQuery({
    queryKey: focusKey(teamId),
    queryFn: kept(async ({ signal }) => received(await call(currentFocus, { params: { teamId }, signal }))),
    refetchOnWindowFocus: "always",
  });
}

/** The code that changes sessions, which the first view needs none of. */
export const loadChanges = () => import("./focus-changes");

/** Starts a session, which ends the one before. It waits for a connection. */
export function useStartFocus(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: NewFocus & { task?: Task }) =>
      (await loadChanges()).startFocusOrKeep(queryClient, teamId, input),
    onError: (error) => showFailure(focusTexts.failedToStart, error),
  });
}

/** Pauses, resumes or ends the session. It waits for a connection. */
export function useChangeFocus(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `focus ${teamId}` },
    mutationFn: async (to: "paused" | "running" | "ended") =>
      (await loadChanges()).changeFocusOrKeep(queryClient, teamId, to),
    onError: (error) => showFailure(focusTexts.failed, error),
  });
}
