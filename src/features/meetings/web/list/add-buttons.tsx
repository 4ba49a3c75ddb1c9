import { Button } from "@mantine/core";
import { IconClipboardText } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { FileButton } from "../file-button";
import classes from "../meetings.module.css";
import { PasteDialog } from "./paste-dialog";
import { useUploadMeeting } from "./upload-meeting";
import { useMeetingUpload } from "./upload-state";

/** The ways to add a meeting besides recording it. */
export function AddButtons({ teamId }: { teamId: string }) {
  const [pasting, setPasting] = useState(false);
  const [, navigate] = useLocation();
  const { step } = useMeetingUpload();
  const upload = useUploadMeeting(teamId, ({ id }) => navigate(`/meetings/${id}`));
  return (
    <div className={classes.buttons}>
      <FileButton
        label="Upload a file"
        what="Recording or transcript"
        accept="audio/*,video/webm,video/mp4,video/quicktime,.vtt,.srt,.txt,.docx,.webm,.ogg,.mp3,.wav,.flac,.m4a,.mp4,.mov,.aac"
        loading={step === "converting" || step === "sending"}
        onFile={upload}
      />
      <Button
        variant="default"
        leftSection={<IconClipboardText size={16} aria-hidden />}
        onClick={() => setPasting(true)}
      >
        Paste a transcript
      </Button>
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
