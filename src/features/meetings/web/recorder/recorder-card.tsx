import { Button, Switch, TextInput } from "@mantine/core";
import {
  IconCopy,
  IconMicrophone,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { toClipboard } from "../../../../web/ui/clipboard";
import { showToast } from "../../../../web/ui/feedback/toast";
import { clock } from "../../transcript-text";
import { LiveCaptions } from "../captions/live-captions";
import { meetingKeys } from "../meeting-queries";
import { meetingTexts } from "../texts";
import { canShareSound } from "./capture";
import { LevelMeter } from "./level-meter";
import classes from "./recorder.module.css";
import { RecorderNotes } from "./recorder-notes";
import { pauseRecording, stopRecording } from "./recorder-state";
import { type RecorderState, useRecorder } from "./recorder-store";
import { recorderTexts } from "./recorder-texts";
import { StoppedRecording } from "./stopped-recording";
import { Trouble } from "./trouble";
import { useStartRecording } from "./use-start-recording";

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
        <StoppedRecording teamId={teamId} state={state} />
      ) : (
        <Ready teamId={teamId} starting={state.step === "starting"} />
      )}
    </section>
  );
}

function Ready({ teamId, starting }: { teamId: string; starting: boolean }) {
  const [title, setTitle] = useState("");
  const [withCall, setWithCall] = useState(false);
  const start = useStartRecording(teamId);
  const blank = trimmed(title) === "";
  const begin = () => {
    if (blank)
      showToast({
        title: meetingTexts.titleRequired,
        description: meetingTexts.titleRequiredDetail,
        tone: "error",
      });
    else start.mutate({ teamId, title: trimmed(title), call: withCall });
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
      <Trouble {...state} />
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
