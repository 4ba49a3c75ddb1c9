import { Button } from "@mantine/core";
import { IconClipboardText } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { useUser } from "../../../auth/web/auth-queries";
import type { Meeting } from "../../contract";
import { FileButton } from "../file-button";
import { PasteDialog } from "../list/paste-dialog";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { useAddTranscript } from "../transcript-file";

/** Why a meeting has no transcript, and how it can get one. */
export function NoTranscript({ teamId, meeting }: { teamId: string; meeting: Meeting }) {
  const [pasting, setPasting] = useState(false);
  const add = useAddTranscript(teamId, meeting.id);
  const { data: user } = useUser();
  const { status, error, transcript } = meeting;
  const inDemo = status === "needs_transcript" && (user?.demoEndsAt ?? null) !== null;
  if (status === "transcribing" && meeting.transcribedSeconds === 0)
    return (
      <p role="status" className={classes.text}>
        Zippy is transcribing. The text appears here as it goes on, and you can leave this page.
      </p>
    );
  if (status === "recording" || status === "transcribing") return null;
  if (status === "completed" && transcript !== null) return null;
  return (
    <section className={classes.card} aria-labelledby="no-transcript">
      <h2 id="no-transcript" className={classes.title}>
        {titles[status]}
      </h2>
      {error && <p className={classes.text}>{error}</p>}
      <p className={classes.text}>{inDemo ? demoText : texts[status]}</p>
      {isInterrupted(meeting) && <p className={classes.text}>{meetingTexts.tryingAgain}</p>}
      <div className={classes.ways}>
        {status === "needs_transcript" && !inDemo && (
          <Button component={Link} href="/settings/speech">
            Open Settings → Speech
          </Button>
        )}
        <FileButton
          label="Upload a transcript"
          what="Transcript"
          accept=".vtt,.srt,.txt,.docx,text/vtt,text/plain"
          loading={add.isPending}
          onFile={(file) => add.mutate({ name: file.name, bytes: file })}
        />
        <Button
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          onClick={() => setPasting(true)}
        >
          Paste a transcript
        </Button>
      </div>
      {pasting && (
        <PasteDialog
          teamId={teamId}
          meetingId={meeting.id}
          onClose={() => setPasting(false)}
          onAdded={() => undefined}
        />
      )}
    </section>
  );
}

/** Whether a transcription ended before its recording. If the file itself breaks off, nothing is left to transcribe. */
const isInterrupted = ({ status, seconds, transcribedSeconds }: Meeting): boolean =>
  status === "partly_transcribed" && (seconds === null || transcribedSeconds < seconds);

const demoText =
  "The recording is saved. The demo sends nothing to a speech server, and no engine is installed on this one. Add a transcript from elsewhere.";

const titles = {
  recorded: "Not transcribed yet",
  needs_transcript: "No speech engine yet",
  failed: "The transcription failed",
  partly_transcribed: meetingTexts.partlyTranscribed,
  completed: "No speech was found",
} as const;

const texts = {
  recorded: "The recording is saved. Transcribe it, or add a transcript from elsewhere.",
  needs_transcript:
    "The recording is saved, and Zippy transcribes it as soon as there is a speech engine. Settings → Speech installs one on Zippy's server or says how to connect a server. You can also add a transcript from elsewhere.",
  failed: "The recording is kept. Try again, or add a transcript from elsewhere.",
  partly_transcribed: meetingTexts.partlyTranscribedDetail,
  completed:
    "Zippy heard no words in this recording. It may be silent, too quiet or damaged. You can add a transcript from elsewhere.",
} as const;
