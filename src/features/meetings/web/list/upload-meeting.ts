import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, urlOf } from "../../../../web/api";
import { reasonOf } from "../../../../web/failure";
import { goesOnOutside } from "../../../../web/live";
import { showToast } from "../../../../web/ui/feedback/toast";
import { upload } from "../../../../web/upload";
import { audioKindOf } from "../../../speech/audio-kind";
import { type Meeting, uploadMeeting } from "../../contract";
import { meetingKeys } from "../meeting-queries";
import { useTranscribe } from "../recorder/use-transcribe";
import { meetingTexts } from "../texts";
import { setMeetingUpload } from "./upload-state";

let stopping = new AbortController();

/** Stops the upload. The server keeps none of it. */
export const cancelMeetingUpload = (): void => stopping.abort(new DOMException("Stopped", "AbortError"));

/**
 * Adds a meeting from a file. A recording is transcribed at once; a transcript is read.
 *
 * @param onAdded - gets the meeting.
 */
export function useUploadMeeting(teamId: string, onAdded: (meeting: Meeting) => void) {
  const queryClient = useQueryClient();
  const transcribe = useTranscribe(teamId);
  const sending = useMutation({
    // Live events needn't wait for the hours of a large file.
    meta: goesOnOutside,
    mutationFn: (file: File) => addMeeting(teamId, file),
    onSuccess: (meeting) => {
      setMeetingUpload({ step: "idle" });
      queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting);
      if (meeting.status === "recorded") transcribe.mutate(meeting.id);
      else
        showToast({
          title: meetingTexts.transcriptionComplete,
          description: meetingTexts.found(meeting.extractedTasks.length),
          tone: "success",
        });
    },
    onError: (error, file) =>
      setMeetingUpload(
        stopping.signal.aborted
          ? { step: "idle" }
          : {
              step: "failed",
              name: file.name,
              reason: reasonOf(error),
              ...(!isFileRefused(error) && { retry: () => start(file) }),
            },
      ),
    // Also after a failure: the answer may have been lost after the server had it all.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
  const start = (file: File) => sending.mutate(file, { onSuccess: onAdded });
  return start;
}

async function addMeeting(teamId: string, file: File): Promise<Meeting> {
  stopping = new AbortController();
  const { signal } = stopping;
  window.addEventListener("beforeunload", askBeforeLeaving);
  try {
    return await send(teamId, await readable(file, signal), signal);
  } finally {
    window.removeEventListener("beforeunload", askBeforeLeaving);
  }
}

const isFileRefused = (error: Error): boolean =>
  error instanceof ApiError && ["invalid_input", "unsupported"].includes(error.code ?? "");

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The file as the server's engine can read it: it reads MP4, M4A and AAC only with ffmpeg. */
async function readable(file: File, signal: AbortSignal): Promise<File> {
  const kind = audioKindOf(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (kind !== "m4a" && kind !== "aac") return file;
  const show = (share: number) => setMeetingUpload({ step: "converting", name: file.name, share });
  show(0);
  const { convertRecording } = await import("./convert-recording");
  return (await convertRecording(file, show, signal)) ?? file;
}

function send(teamId: string, file: File, signal: AbortSignal): Promise<Meeting> {
  signal.throwIfAborted();
  const body = new FormData();
  body.append("file", file, file.name);
  const show = (sent: number, total: number) =>
    setMeetingUpload({ step: "sending", name: file.name, sent, total });
  show(0, file.size);
  return upload<Meeting>(urlOf(uploadMeeting.path, { teamId }), body, { signal, onProgress: show });
}
