import { Button } from "@mantine/core";
import { IconClipboardText } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { FileButton } from "../file-button";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { PasteDialog } from "./paste-dialog";
import { type RunningConversion, useUploadMeeting } from "./upload-meeting";

/** The ways to add a meeting besides recording it. */
export function AddButtons({ teamId }: { teamId: string }) {
  const [pasting, setPasting] = useState(false);
  const [, navigate] = useLocation();
  const { upload, conversion } = useUploadMeeting(teamId);
  return (
    <div className={classes.buttons}>
      <FileButton
        label="Upload a file"
        what="Recording or transcript"
        accept="audio/*,video/webm,video/mp4,video/quicktime,.vtt,.srt,.txt,.docx,.webm,.ogg,.mp3,.wav,.flac,.m4a,.mp4,.mov,.aac"
        loading={upload.isPending}
        onFile={(file) => upload.mutate(file, { onSuccess: ({ id }) => navigate(`/meetings/${id}`) })}
      />
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => setPasting(true)}
      >
        Paste a transcript
      </Button>
      {conversion && <Converting conversion={conversion} />}
      {pasting && (
        <PasteDialog
          teamId={teamId}
          onClose={() => setPasting(false)}
          onAdded={({ id }) => navigate(`/meetings/${id}`)}
        />
      )}
    </div>
  );
}

/** How far the conversion of a file is, and the way to stop it. */
function Converting({ conversion: { name, share, stop } }: { conversion: RunningConversion }) {
  return (
    <div className={classes.converting}>
      <p className={classes.text} role="status" dir="auto">
        {meetingTexts.converting(name)}
      </p>
      <progress aria-label="Conversion" max={1} value={share} />
      <Button variant="subtle" size="compact-sm" onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}
