export const recorderTexts = {
  start: "Start Recording",
  pause: "Pause",
  resume: "Resume",
  stop: "Stop",
  recorded: "Recorded",
  pauseRecording: "Pause the recording",
  resumeRecording: "Resume the recording",
  transcribe: "Transcribe & Extract Tasks",
  cancel: "Cancel",
  close: "Close",
  failed: "Recording Failed",
  causes: {
    notAllowed: "Please allow microphone access in the browser address bar.",
    notFound: "No microphone found. Please connect one and try again.",
    notReadable: "Your microphone is used by another app. Close that app and try again.",
    other: "Please check your browser permissions.",
  },
  noTabSound:
    "The tab or screen you chose has no sound. Choose it again and turn on “Share audio”, or record without it.",
  unplugged: "The microphone was disconnected. What you recorded until then is kept.",
  callLost:
    "The call's sound is no longer shared, so only you are recorded from here on. To record the call again, stop and start a new recording.",
  somebodyElse: "Somebody else has signed in here. Sign in again to send the rest.",
  notKnown: "Zippy doesn't know yet who is signed in. Try again in a moment.",
  transcriptionFailed: "Transcription Failed",
  transcriptionFailedDetail: "Could not transcribe the audio. Please try again.",
  consent:
    "I'd like to record this meeting so that Zippy can write the transcript and find our tasks. Is everybody OK with that?",
  copied: "Copied!",
  queued: "Transcribing",
  queuedDetail: "This takes a while. The tasks appear here when it's done.",
  needsTranscript: "No speech engine yet",
  needsTranscriptDetail: "The recording is saved. Its page shows how to get a transcript.",
} as const;

/** Why the microphone can't be used, as a sentence. Source: specification, section 8. */
export function microphoneCause(error: unknown): string {
  const name = error instanceof DOMException ? error.name : "";
  const { notAllowed, notFound, notReadable, other } = recorderTexts.causes;
  if (name === "NotAllowedError" || name === "SecurityError") return notAllowed;
  if (name === "NotFoundError" || name === "OverconstrainedError") return notFound;
  if (name === "NotReadableError") return notReadable;
  return other;
}
