import { useEffect } from "react";
import { showToast } from "../../../web/ui/feedback/toast";
import type { Meeting, MeetingStatus } from "../contract";
import { recorderTexts } from "./recorder/recorder-texts";
import { meetingTexts } from "./texts";

/** Meetings whose transcription this tab has started and not yet said the outcome of. */
const awaited = new Set<string>();

/** Remembers to say how the transcription of a meeting ends. */
export function awaitTranscript(id: string): void {
  awaited.add(id);
}

/** Says once how a transcription ended; says that it goes on if it does. */
export function sayOutcome(id: string, status: MeetingStatus | undefined, found: number): void {
  if (!awaited.has(id)) return;
  if (status === "transcribing") {
    showToast({ title: recorderTexts.queued, description: recorderTexts.queuedDetail });
    return;
  }
  awaited.delete(id);
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

/** Says the outcome of awaited transcriptions as soon as their meetings are loaded with it. */
export function useTranscriptOutcomes(meetings: readonly Meeting[]): void {
  useEffect(() => {
    for (const { id, status, extractedTasks } of meetings)
      if (awaited.has(id) && ended.includes(status)) sayOutcome(id, status, extractedTasks.length);
  }, [meetings]);
}

const ended: MeetingStatus[] = ["completed", "partly_transcribed", "needs_transcript", "failed"];
