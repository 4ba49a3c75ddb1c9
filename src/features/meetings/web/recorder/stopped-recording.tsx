import { Button } from "@mantine/core";
import { clock } from "../../transcript-text";
import { useDeleteMeeting, useMeeting } from "../meeting-queries";
import { Interrupted } from "./interrupted";
import { useKeptFirst } from "./kept-question";
import classes from "./recorder.module.css";
import { clearRecording } from "./recorder-state";
import type { RecorderState } from "./recorder-store";
import { recorderTexts } from "./recorder-texts";
import { Trouble } from "./trouble";
import { useTranscribe } from "./use-transcribe";

interface StoppedRecordingProps {
  teamId: string;
  state: Extract<RecorderState, { step: "stopped" }>;
}

/** A recording that has ended in this tab, and what to do with it. */
export function StoppedRecording({ teamId, state }: StoppedRecordingProps) {
  const { title, seconds, stored, refusal } = state;
  return (
    <>
      <div className={classes.line}>
        <div className={classes.grow}>
          <p className={classes.title} dir="auto">
            {title}
          </p>
          <p className={classes.note} role="status">
            {stored ? `${clock(seconds)} recorded` : "Saving the recording…"}
          </p>
        </div>
        {refusal === "elsewhere" ? (
          // Its row in the list offers what can still be done with it.
          <Button variant="default" onClick={clearRecording}>
            {recorderTexts.close}
          </Button>
        ) : (
          <Steps teamId={teamId} state={state} />
        )}
      </div>
      <Trouble {...state} />
    </>
  );
}

function Steps({ teamId, state: { meetingId, title, stored, refusal } }: StoppedRecordingProps) {
  const transcribe = useTranscribe(teamId);
  const remove = useDeleteMeeting(teamId);
  const kept = useKeptFirst();
  return (
    <>
      <Button
        disabled={!stored}
        loading={kept.sending || transcribe.isPending}
        onClick={() =>
          kept.first(meetingId, () => {
            // Cleared on whichever screen it ends.
            void transcribe.mutateAsync(meetingId).then(clearRecording, clearRecording);
          })
        }
      >
        {recorderTexts.transcribe}
      </Button>
      {refusal === "no_room" && <StillOpen teamId={teamId} meetingId={meetingId} />}
      <Button
        variant="default"
        loading={remove.isPending}
        disabled={kept.sending || transcribe.isPending}
        onClick={() => {
          // Cleared on whichever screen it ends.
          void remove.mutateAsync({ id: meetingId, title }).then(clearRecording, () => undefined);
        }}
      >
        {recorderTexts.cancel}
      </Button>
      {kept.question}
    </>
  );
}

/** A recording that the server took only in part goes on or ends as one whose tab was closed. */
function StillOpen({ teamId, meetingId }: { teamId: string; meetingId: string }) {
  const { data: meeting } = useMeeting(meetingId);
  if (meeting?.status !== "recording") return null;
  return <Interrupted teamId={teamId} meeting={meeting} onFinished={clearRecording} />;
}
