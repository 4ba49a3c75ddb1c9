import { Button } from "@mantine/core";
import { useUser } from "../../../auth/web/auth-queries";
import { finishRecording, type Meeting } from "../../contract";
import { useMeetingStep } from "../meeting-queries";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { useKeptFirst } from "./kept-question";
import { clearRecording } from "./recorder-state";
import { useRecorder } from "./recorder-store";
import { useStartRecording } from "./use-start-recording";

interface InterruptedProps {
  teamId: string;
  meeting: Meeting;
  onFinished?: () => void;
}

/** A recording that was broken off: the person who began it continues or finishes it. */
export function Interrupted({ teamId, meeting, onFinished }: InterruptedProps) {
  const { data: user } = useUser();
  const recorder = useRecorder();
  const isBusy = recorder.step !== "idle" && !(recorder.step === "stopped" && recorder.refusal);
  const start = useStartRecording(teamId);
  const finish = useMeetingStep(teamId, finishRecording, meetingTexts.failedToFinish);
  const kept = useKeptFirst();
  const { id, title, seconds, createdBy } = meeting;
  if (createdBy?.id !== user?.id) return null;
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        disabled={kept.sending || isBusy}
        loading={start.isPending}
        onClick={() =>
          kept.first(id, (sent) => {
            clearRecording();
            start.mutate({ teamId, title, call: false, continued: { id, seconds: (seconds ?? 0) + sent } });
          })
        }
      >
        Continue
      </Button>
      {meeting.hasAudio && (
        <Button
          variant="default"
          loading={kept.sending || finish.isPending}
          onClick={() => kept.first(id, () => finish.mutate(id, onFinished && { onSuccess: onFinished }))}
        >
          Finish
        </Button>
      )}
      {kept.question}
    </div>
  );
}
