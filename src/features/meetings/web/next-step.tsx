import { Button } from "@mantine/core";
import { cancelTranscription, type Meeting } from "../contract";
import { useMeetingStep } from "./meeting-queries";
import { Interrupted } from "./recorder/interrupted";
import { useKeptFirst } from "./recorder/kept-question";
import { useRecorder } from "./recorder/recorder-store";
import { recorderTexts } from "./recorder/recorder-texts";
import { useTranscribe } from "./recorder/use-transcribe";
import { meetingTexts } from "./texts";

/** What a meeting waits for: to be continued or finished, transcribed, or stopped. */
export function NextStep({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const transcribe = useTranscribe(teamId);
  const cancel = useMeetingStep(teamId, cancelTranscription, meetingTexts.failedToCancel);
  const recorder = useRecorder();
  const kept = useKeptFirst();
  const { id, status, hasAudio } = meeting;
  const isElsewhere = recorder.step === "stopped" && recorder.refusal === "elsewhere";
  // The recorder itself offers what comes next.
  if ("meetingId" in recorder && recorder.meetingId === id && !isElsewhere) return null;
  if (status === "recording") return <Interrupted teamId={teamId} meeting={meeting} />;
  if (status === "transcribing")
    return (
      <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
        Stop transcribing
      </Button>
    );
  if (!hasAudio || status === "completed") return null;
  const again = status === "failed" || status === "partly_transcribed";
  return (
    <>
      <Button
        variant="default"
        loading={kept.sending || transcribe.isPending}
        onClick={() => kept.first(id, () => transcribe.mutate(id))}
      >
        {again ? "Try again" : recorderTexts.transcribe}
      </Button>
      {kept.question}
    </>
  );
}
