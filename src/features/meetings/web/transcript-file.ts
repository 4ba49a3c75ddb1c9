import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../web/ui/feedback/toast";
import { addTranscript, type Meeting, setTranscript } from "../contract";
import { meetingKeys } from "./meeting-queries";
import { meetingTexts } from "./texts";

/** A transcript that somebody chose or pasted. */
export interface GivenTranscript {
  name: string;
  bytes: Blob;
  title?: string | undefined;
}

/** What a pasted transcript is called where its source is named. */
export const pastedName = "Pasted transcript.txt";

/** Adds a meeting from a transcript, or gives one to the meeting with this id. */
export function useAddTranscript(teamId: string, meetingId?: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, bytes, title }: GivenTranscript): Promise<Meeting> => {
      const file = { name, data: await base64Of(bytes) };
      return meetingId
        ? call(setTranscript, { params: { id: meetingId }, body: file })
        : call(addTranscript, { params: { teamId }, body: { ...file, ...(title && { title }) } });
    },
    onSuccess: (meeting) => {
      queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting);
      showToast({
        title: meetingTexts.transcriptionComplete,
        description: meetingTexts.found(meeting.extractedTasks.length),
        tone: "success",
      });
    },
    onError: (error) => showFailure(meetingTexts.failedToAdd, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) });
      if (meetingId) void queryClient.invalidateQueries({ queryKey: meetingKeys.one(meetingId) });
    },
  });
}

/** The bytes in base64. */
export function base64Of(bytes: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("The file can't be read."));
    reader.readAsDataURL(bytes);
  });
}
