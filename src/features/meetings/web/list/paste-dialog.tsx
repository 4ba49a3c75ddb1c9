import { Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { trimmed } from "../../../../shared/typed-values";
import { showToast } from "../../../../web/ui/feedback/toast";
import { Sheet } from "../../../../web/ui/sheet";
import type { Meeting } from "../../contract";
import classes from "../meetings.module.css";
import { meetingTexts } from "../texts";
import { pastedName, useAddTranscript } from "../transcript-file";

interface PasteDialogProps {
  teamId: string;
  /** The meeting that gets the transcript; without one, it becomes a meeting of its own. */
  meetingId?: string;
  onClose: () => void;
  onAdded: (meeting: Meeting) => void;
}

/** Takes a pasted transcript; mounted means open. */
export function PasteDialog({ teamId, meetingId, onClose, onAdded }: PasteDialogProps) {
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const add = useAddTranscript(teamId, meetingId);
  const save = () => {
    if (!meetingId && trimmed(title) === "") {
      showToast({
        title: meetingTexts.titleRequired,
        description: meetingTexts.titleRequiredDetail,
        tone: "error",
      });
      return;
    }
    add.mutate(
      { name: pastedName, bytes: new Blob([text]), title: trimmed(title) },
      {
        onSuccess: (meeting) => {
          onClose();
          onAdded(meeting);
        },
      },
    );
  };
  return (
    <Sheet
      title="Paste a transcript"
      width={640}
      focusInside
      onClose={onClose}
      footer={
        <>
          <span className={classes.space} />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={add.isPending} disabled={trimmed(text) === ""} onClick={save}>
            Find tasks
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {!meetingId && (
          <TextInput
            label="Title"
            data-autofocus
            maxLength={300}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        )}
        <Textarea
          label="Transcript"
          data-autofocus={meetingId ? true : undefined}
          description="Lines such as “Ana: I’ll send the quote by Friday”, or the text of a VTT or SRT file."
          rows={12}
          classNames={{ input: classes.pasted ?? "" }}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
    </Sheet>
  );
}
