import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { goesOnOutside } from "../../../../web/live";
import { transcribeMeeting } from "../../contract";
import { awaitTranscript, stopAwaiting } from "../awaited-transcripts";
import { meetingKeys } from "../meeting-queries";
import { sayOutcome } from "../transcript-outcomes";
import { soundOf } from "./whole-sound";

/** Transcribes a meeting's stored sound. The toast says how it ended, later if it takes longer. */
export function useTranscribe(teamId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    meta: goesOnOutside,
    mutationFn: async (id: string) => call(transcribeMeeting, { params: { id }, body: await soundOf(id) }),
    // The list shows the progress while the call waits: live events say that it began.
    onMutate: stopAwaiting,
    onSuccess: ({ status, tasks }, id) => {
      if (status === "transcribing") awaitTranscript(id);
      sayOutcome(status, tasks.length);
    },
    onError: () => sayOutcome("failed", 0),
    onSettled: (_outcome, _error, id) => {
      for (const queryKey of [meetingKeys.team(teamId), meetingKeys.one(id)])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
