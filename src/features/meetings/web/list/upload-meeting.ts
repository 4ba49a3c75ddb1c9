import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, reportUnauthorized, urlOf } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { showToast } from "../../../../web/ui/feedback/toast";
import { audioKindOf } from "../../../speech/audio-kind";
import { type Meeting, uploadMeeting } from "../../contract";
import { meetingKeys } from "../meeting-queries";
import { useTranscribe } from "../recorder/use-transcribe";
import { meetingTexts } from "../texts";

/** A file that this browser converts before it is sent. */
export interface RunningConversion {
  name: string;
  /** 0 to 1. */
  share: number;
  stop: () => void;
}

/** Adds a meeting from a file. A recording is transcribed at once; a transcript is read. */
export function useUploadMeeting(teamId: string) {
  const queryClient = useQueryClient();
  const transcribe = useTranscribe(teamId);
  const [conversion, setConversion] = useState<RunningConversion | null>(null);
  const upload = useMutation({
    async mutationFn(file: File) {
      try {
        return await send(teamId, await readable(file, setConversion));
      } finally {
        setConversion(null);
      }
    },
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
    onError: (error) => error instanceof StoppedUpload || showFailure(meetingTexts.failedToUpload, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
  return { upload, conversion };
}

/** Somebody stopped the conversion. */
class StoppedUpload extends Error {
  override name = "StoppedUpload";
}

/** The file as the server's engine can read it: it reads MP4, M4A and AAC only with ffmpeg. */
async function readable(file: File, onConversion: (now: RunningConversion) => void): Promise<File> {
  const kind = audioKindOf(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (kind !== "m4a" && kind !== "aac") return file;
  const stopping = new AbortController();
  const show = (share: number) =>
    onConversion({ name: file.name, share, stop: () => stopping.abort(new StoppedUpload()) });
  show(0);
  const { convertRecording } = await import("./convert-recording");
  return (await convertRecording(file, show, stopping.signal)) ?? file;
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
