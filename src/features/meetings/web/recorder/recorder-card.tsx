import { Button, Switch, TextInput } from "@mantine/core";
import {
  IconCopy,
  IconMicrophone,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reasonOf } from "../../../../web/failure";
import { toClipboard } from "../../../../web/ui/clipboard";
import { showToast } from "../../../../web/ui/feedback/toast";
import { useUser } from "../../../auth/web/auth-queries";
import { clock } from "../../transcript-text";
import { LiveCaptions } from "../captions/live-captions";
import { meetingKeys, useDeleteMeeting } from "../meeting-queries";
import { meetingTexts } from "../texts";
import { canShareSound } from "./capture";
import { useKeptFirst } from "./kept-question";
import { LevelMeter } from "./level-meter";
import classes from "./recorder.module.css";
import { RecorderNotes } from "./recorder-notes";
import {
  clearRecording,
  pauseRecording,
  RecordingFailed,
  startRecording,
  stopRecording,
} from "./recorder-state";
import { type RecorderState, useRecorder } from "./recorder-store";
import { recorderTexts } from "./recorder-texts";
import { useTranscribe } from "./use-transcribe";

/** Records a meeting: title, start, level and time, then what to do with it. */
export function RecorderCard({ teamId }: { teamId: string }) {
  const state = useRecorder();
  return (
    <section
      className={classes.card}
      aria-label="Recorder"
      data-recording={state.step === "recording" || undefined}
    >
      {state.step === "recording" ? (
        <Running teamId={teamId} state={state} />
      ) : state.step === "stopped" ? (
        <Stopped teamId={teamId} state={state} />
      ) : (
        <Ready teamId={teamId} starting={state.step === "starting"} />
      )}
    </section>
  );
}

/** Starts or continues a recording, and says why if it can't. */
export function useStartRecording(teamId: string) {
  const queryClient = useQueryClient();
  const { data: user } = useUser();
  return useMutation({
    async mutationFn(recording: Omit<Parameters<typeof startRecording>[0], "userId">) {
      if (!user) throw new RecordingFailed(recorderTexts.notKnown);
      await startRecording({ ...recording, userId: user.id });
    },
    onError: (error) =>
      showToast({
        title: recorderTexts.failed,
        description: error instanceof RecordingFailed ? error.message : reasonOf(error),
        tone: "error",
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
  });
}

function Ready({ teamId, starting }: { teamId: string; starting: boolean }) {
  const [title, setTitle] = useState("");
  const [withCall, setWithCall] = useState(false);
  const start = useStartRecording(teamId);
  const blank = title.trim() === "";
  const begin = () => {
    if (blank)
      showToast({
        title: meetingTexts.titleRequired,
        description: meetingTexts.titleRequiredDetail,
        tone: "error",
      });
    else start.mutate({ teamId, title: title.trim(), call: withCall });
  };
  return (
    <form
      className={classes.ready}
      onSubmit={(event) => {
        event.preventDefault();
        begin();
      }}
    >
      <div className={classes.line}>
        <TextInput
          className={classes.titleField}
          label="Meeting title"
          placeholder="Weekly planning"
          maxLength={300}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          // A disabled button doesn't submit the form.
          onKeyDown={(event) => event.key === "Enter" && blank && begin()}
        />
        <Button
          type="submit"
          className={classes.start}
          disabled={blank}
          loading={starting}
          leftSection={<IconMicrophone size={16} aria-hidden />}
        >
          {recorderTexts.start}
        </Button>
      </div>
      {canShareSound() && (
        <Switch
          label="Also record the call"
          description="Choose the tab or screen of the call and share its audio. You and the others are then told apart."
          checked={withCall}
          onChange={(event) => setWithCall(event.currentTarget.checked)}
        />
      )}
    </form>
  );
}

type RunningState = Extract<RecorderState, { step: "recording" }>;

function Running({ teamId, state }: { teamId: string; state: RunningState }) {
  const queryClient = useQueryClient();
  const { paused, title, seconds, call } = state;
  return (
    <>
      <div className={classes.line}>
        <span className={classes.live} role="status">
          <span className={classes.dot} data-paused={paused || undefined} />
          {paused ? "Paused" : "Recording"}
        </span>
        <span className={classes.timer} role="timer" aria-label="Recorded time">
          {clock(seconds)}
        </span>
        <LevelMeter />
        <Button
          variant="default"
          leftSection={
            paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
          }
          onClick={() => pauseRecording(!paused)}
        >
          {paused ? recorderTexts.resume : recorderTexts.pause}
        </Button>
        <Button
          color="danger"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() =>
            void stopRecording().then(() =>
              queryClient.invalidateQueries({ queryKey: meetingKeys.team(teamId) }),
            )
          }
        >
          {recorderTexts.stop}
        </Button>
      </div>
      <p className={classes.title} dir="auto">
        {title}
      </p>
      {call === "recorded" && (
        <p className={classes.note}>You are on the left channel, the call is on the right.</p>
      )}
      {call === "lost" && (
        <p className={classes.trouble} role="alert">
          {recorderTexts.callLost}
        </p>
      )}
      <Trouble state={state} />
      <LiveCaptions teamId={teamId} meetingId={state.meetingId} paused={paused} />
      <RecorderNotes teamId={teamId} meetingId={state.meetingId} />
      <Consent />
    </>
  );
}

/** A sentence that asks everybody for consent, to copy into the call's chat. */
function Consent() {
  const copy = async () => {
    if (await toClipboard(recorderTexts.consent, null)) showToast({ title: recorderTexts.copied });
  };
  return (
    <div className={classes.consent}>
      <p>
        Everybody should know that you record. <q>{recorderTexts.consent}</q>
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copy()}
      >
        Copy the sentence
      </Button>
    </div>
  );
}

function Trouble({ state: { trouble, waiting } }: { state: RunningState | StoppedState }) {
  if (!trouble) return null;
  return (
    <p className={classes.trouble} role="alert">
      {trouble}
      {waiting > 0 && ` ${waiting} s are kept in this browser until then.`}
    </p>
  );
}

type StoppedState = Extract<RecorderState, { step: "stopped" }>;

function Stopped({ teamId, state }: { teamId: string; state: StoppedState }) {
  const transcribe = useTranscribe(teamId);
  const remove = useDeleteMeeting(teamId);
  const kept = useKeptFirst();
  const { meetingId, title, seconds, stored } = state;
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
        <Button
          variant="default"
          loading={remove.isPending}
          disabled={kept.sending || transcribe.isPending}
          onClick={() => remove.mutate({ id: meetingId, title }, { onSuccess: clearRecording })}
        >
          {recorderTexts.cancel}
        </Button>
      </div>
      <Trouble state={state} />
      {kept.question}
    </>
  );
}
