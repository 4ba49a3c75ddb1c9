import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { showFailure } from "../../../web/ui/feedback/failure-toast";
import { useUser } from "../../auth/web/auth-queries";
import { cancelTranscription, finishRecording, type Meeting } from "../contract";
import { meetingKeys } from "./meeting-queries";
import classes from "./meetings.module.css";
import { useKeptFirst } from "./recorder/kept-question";
import { useStartRecording } from "./recorder/recorder-card";
import { useRecorder } from "./recorder/recorder-store";
import { recorderTexts } from "./recorder/recorder-texts";
import { useTranscribe } from "./recorder/use-transcribe";
import { meetingTexts } from "./texts";

/** What a meeting waits for: to be continued or finished, transcribed, or stopped. */
export function NextStep({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const transcribe = useTranscribe(teamId);
  const cancel = useStep(teamId, cancelTranscription, meetingTexts.failedToCancel);
  const recorder = useRecorder();
  const kept = useKeptFirst();
  const { id, status, hasAudio } = meeting;
  const here = "meetingId" in recorder && recorder.meetingId === id;
  if (here) return null;
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

/** A recording whose tab was closed: the person who began it continues or finishes it. */
function Interrupted({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const { data: user } = useUser();
  const { step } = useRecorder();
  const start = useStartRecording(teamId);
  const finish = useStep(teamId, finishRecording, meetingTexts.failedToFinish);
  const kept = useKeptFirst();
  const { id, title, seconds, createdBy } = meeting;
  if (createdBy?.id !== user?.id) return null;
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        disabled={kept.sending || step !== "idle"}
        loading={start.isPending}
        onClick={() =>
          kept.first(id, (sent) =>
            start.mutate({ teamId, title, call: false, continued: { id, seconds: (seconds ?? 0) + sent } }),
          )
        }
      >
        Continue
      </Button>
      {meeting.hasAudio && (
        <Button
          variant="default"
          loading={kept.sending || finish.isPending}
          onClick={() => kept.first(id, () => finish.mutate(id))}
        >
          Finish
        </Button>
      )}
      {kept.question}
    </div>
  );
}

function useStep(teamId: string, step: typeof finishRecording | typeof cancelTranscription, failure: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(step, { params: { id } }),
    onSuccess: (meeting) => queryClient.setQueryData<Meeting>(meetingKeys.one(meeting.id), meeting),
    onError: (error) => showFailure(failure, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}
