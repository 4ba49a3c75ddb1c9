import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, reportUnauthorized, urlOf } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { type Meeting, uploadMeeting } from "../../contract";
import { meetingKeys } from "../meeting-queries";
import { useTranscribe } from "../recorder/use-transcribe";
import { meetingTexts } from "../texts";

/** Adds a meeting from a file. A recording is transcribed at once; a transcript is read. */
export function useUploadMeeting(teamId: string) {
  const queryClient = useQueryClient();
  const transcribe = useTranscribe(teamId);
  return useMutation({
    mutationFn: (file: File) => send(teamId, file),
    onSuccess: (meeting) => {
      queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting);
      if (meeting.status === "recorded") transcribe.mutate(meeting.id);
      else
        showToast({
          title: meetingTexts.transcriptionComplete,
          description: meetingTexts.found(meeting.extractedTasks.length),
          tone: "success",
        });
    },
    onError: (error) => showFailure(meetingTexts.failedToUpload, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}

/** Uploads one file as multipart; `call` has a deadline that a large recording would miss. */
async function send(teamId: string, file: File): Promise<Meeting> {
  const body = new FormData();
  body.append("file", file, file.name);
  const response = await fetch(urlOf(uploadMeeting.path, { teamId }), {
    method: uploadMeeting.method,
    credentials: "include",
    body,
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Meeting;
  if (response.status === 401) reportUnauthorized();
  throw new ApiError(response.status, text, response.statusText);
}
