import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { changeFocus, currentFocus, type FocusMode, type FocusSession, startFocus } from "../contract";
import { focusTexts } from "./texts";

/** A session, and when this page received it (milliseconds of the page's own clock). */
export interface ReceivedFocus {
  session: FocusSession | null;
  receivedAt: number;
}

const focusKey = (teamId: string) => ["team", teamId, "focus"];
const received = ({ session }: { session: FocusSession | null }): ReceivedFocus => ({
  session,
  receivedAt: performance.now(),
});

/** The person's focus session. It is fetched again when the window is shown: the page's clock may have slept. */
export function useFocus(teamId: string) {
  return useQuery({
    queryKey: focusKey(teamId),
    queryFn: async ({ signal }) => received(await call(currentFocus, { params: { teamId }, signal })),
    refetchOnWindowFocus: "always",
  });
}

interface NewFocus {
  taskId: string;
  mode: FocusMode;
  workMinutes?: number;
  restMinutes?: number;
}

/** Starts a session, which ends the one before. */
export function useStartFocus(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFocus) => call(startFocus, { params: { teamId }, body }),
    onSuccess: (answer) => queryClient.setQueryData<ReceivedFocus>(focusKey(teamId), received(answer)),
    onError: (error) => showFailure(focusTexts.failedToStart, error),
  });
}

/** Pauses, resumes or ends the session. */
export function useChangeFocus(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: `focus ${teamId}` },
    mutationFn: (to: "paused" | "running" | "ended") =>
      call(changeFocus, { params: { teamId }, body: { to } }),
    onSuccess: (answer) => queryClient.setQueryData<ReceivedFocus>(focusKey(teamId), received(answer)),
    onError: (error) => showFailure(focusTexts.failed, error),
  });
}
