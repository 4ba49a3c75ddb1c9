import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "wouter";
import { IconButton } from "../../../../web/ui/icon-button";
import { clock } from "../../transcript-text";
import classes from "./recorder.module.css";
import { pauseRecording } from "./recorder-state";
import { useRecorder } from "./recorder-store";
import { recorderTexts } from "./recorder-texts";

/** That this tab records, for how long, and the way to pause it or back to the recorder. */
export function RecordingNotice() {
  const state = useRecorder();
  if (state.step !== "recording" && state.step !== "stopped") return null;
  const { title, seconds, trouble } = state;
  const paused = state.step === "recording" && state.paused;
  const now = state.step === "stopped" ? recorderTexts.recorded : paused ? "Paused" : "Recording";
  return (
    <span className={classes.pill} data-recording-notice>
      <Link href="/meetings" className={classes.pillLink ?? ""} title={trouble ?? title}>
        {trouble ? (
          <IconAlertTriangle size={16} className={classes.pillTrouble} aria-hidden />
        ) : (
          <span className={classes.dot} data-paused={state.step === "stopped" || paused || undefined} />
        )}
        <span>{now}</span>
        <span className={classes.pillTime}>{clock(seconds)}</span>
        <span className="z-visually-hidden">
          {title}. {trouble ?? ""} Open the recorder
        </span>
      </Link>
      {/* Announced once, not with every second. */}
      <span className="z-visually-hidden" role="status">
        {now}
      </span>
      {state.step === "recording" && (
        <IconButton
          label={paused ? recorderTexts.resumeRecording : recorderTexts.pauseRecording}
          onClick={() => pauseRecording(!paused)}
        >
          {paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        </IconButton>
      )}
    </span>
  );
}
