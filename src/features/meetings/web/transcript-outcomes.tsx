import { useEffect } from "react";
import { ApiError } from "../../../web/api";
import { showToast } from "../../../web/ui/feedback/toast";
import type { MeetingStatus } from "../contract";
import { isAwaited, stopAwaiting } from "./awaited-transcripts";
import { useMeeting } from "./meeting-queries";
import { recorderTexts } from "./recorder/recorder-texts";
import { meetingTexts } from "./texts";

/** Says on any screen how the transcriptions that this tab waits for end. */
export function TranscriptOutcomes({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => <Outcome key={id} id={id} />);
}

/** Live events reload the meeting wherever its person is. */
function Outcome({ id }: { id: string }) {
  const { data, error } = useMeeting(id);
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) stopAwaiting(id);
    else if (data && ended.includes(data.status)) sayOutcome(id, data.status, data.extractedTasks.length);
  }, [id, data, error]);
  return null;
}

const ended: MeetingStatus[] = ["completed", "partly_transcribed", "needs_transcript", "failed"];

/** Says once how a transcription ended; says that it goes on if it does. */
export function sayOutcome(id: string, status: MeetingStatus, found: number): void {
  if (!isAwaited(id)) return;
  if (status === "transcribing") {
    showToast({ title: recorderTexts.queued, description: recorderTexts.queuedDetail });
    return;
  }
  stopAwaiting(id);
  if (status === "completed" || status === "partly_transcribed")
    showToast({
      title: meetingTexts.transcriptionComplete,
      description: meetingTexts.found(found),
      tone: "success",
    });
  else if (status === "needs_transcript")
    showToast({ title: recorderTexts.needsTranscript, description: recorderTexts.needsTranscriptDetail });
  else if (status === "failed")
    showToast({
      title: recorderTexts.transcriptionFailed,
      description: recorderTexts.transcriptionFailedDetail,
      tone: "error",
    });
}
