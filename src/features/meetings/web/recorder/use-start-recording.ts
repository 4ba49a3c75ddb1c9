import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reasonOf } from "../../../../web/failure";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { meetingKeys } from "../meeting-queries";
import { RecordingFailed, startRecording } from "./recorder-state";
import { recorderTexts } from "./recorder-texts";

/** Starts or continues a recording, and says why if it can't. */
export function useStartRecording(teamId: string) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  return useMutation({
    async mutationFn(recording: Omit<Parameters<typeof startRecording>[0], "userId">) {
      if (!user) throw new RecordingFailed(recorderTexts.notKnown);
      await startRecording({ ...recording, userId: user.id });
    },
    onError: (error) =>
      showToast({
        title: recorderTexts.failed,
        description: error instanceof RecordingFailed ? error.message : reasonOf(error),
        tone: "error",
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}
