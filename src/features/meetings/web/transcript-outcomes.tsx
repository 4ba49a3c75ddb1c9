import { useEffect } from "react";
import { ApiError } from "../../../web/api";
import { showToast } from "../../../web/ui/feedback/toast";
import type { MeetingStatus } from "../contract";
import { type AwaitedTranscript, stopAwaiting } from "./awaited-transcripts";
import { useMeeting } from "./meeting-queries";
import { recorderTexts } from "./recorder/recorder-texts";
import { meetingTexts } from "./texts";

/** Says on any screen how the transcriptions that this tab waits for end. */
export function TranscriptOutcomes({ awaited }: { awaited: readonly AwaitedTranscript[] }) {
  return awaited.map((one) => <Outcome key={one.id} {...one} />);
}

/** Live events reload the meeting wherever its person is. */
function Outcome({ id, since }: AwaitedTranscript) {
  const { data, dataUpdatedAt, error } = useMeeting(id);
  useEffect(() => {
    if (error instanceof ApiError && error.status === 404) stopAwaiting(id);
    if (!data || dataUpdatedAt < since || data.status === "transcribing") return;
    stopAwaiting(id);
    sayOutcome(data.status, data.extractedTasks.length);
  }, [id, since, data, dataUpdatedAt, error]);
  return null;
}

/** Says how a transcription ended, or that it goes on. Somebody who stopped it needs no words. */
export function sayOutcome(status: MeetingStatus, found: number): void {
  if (status === "transcribing")
    showToast({ title: recorderTexts.queued, description: recorderTexts.queuedDetail });
  else if (status === "completed")
    showToast({
      title: meetingTexts.transcriptionComplete,
      description: meetingTexts.found(found),
      tone: "success",
    });
  else if (status === "partly_transcribed")
    showToast({
      title: meetingTexts.partlyTranscribed,
      description: `${meetingTexts.found(found)} ${meetingTexts.partlyTranscribedDetail}`,
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
