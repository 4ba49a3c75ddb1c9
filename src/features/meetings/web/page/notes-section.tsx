import { Button, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../../web/api";
import { showFailure } from "../../../../web/ui/feedback/failure-toast";
import { QueryView } from "../../../../web/ui/feedback/query-view";
import { showToast } from "../../../../web/ui/feedback/toast";
import { IconButton } from "../../../../web/ui/icon-button";
import { useUser } from "../../../auth/web/auth-queries";
import { useUndoAction } from "../../../journal/web/undo";
import { addNote, deleteNote, listNotes, type Meeting, type MeetingNote } from "../../contract";
import { clock } from "../../transcript-text";
import { meetingTexts } from "../texts";
import page from "./meeting-page.module.css";
import own from "./notes-section.module.css";
import type { TranscriptTarget } from "./transcript";

interface NotesSectionProps {
  teamId: string;
  meeting: Meeting;
  /** The moment that a new note is about (seconds); null: none. */
  moment: () => number | null;
  onJump: (target: TranscriptTarget) => void;
}

const keyOf = (id: string) => ["meeting", id, "notes"];

/** What people noted, each with its moment; the team reads it. */
export function NotesSection({ teamId, meeting, moment, onJump }: NotesSectionProps) {
  const query = useQuery({
    queryKey: keyOf(meeting.id),
    queryFn: ({ signal }) => call(listNotes, { params: { id: meeting.id }, signal }),
  });
  return (
    <section className={page.section} aria-labelledby="meeting-notes">
      <h2 id="meeting-notes" className={page.sectionTitle}>
        Notes
      </h2>
      <QueryView query={query} failure={meetingTexts.failedToFetchNotes}>
        {(notes) => (
          <ul className={own.notes}>
            {notes.map((note) => (
              <Note key={note.id} {...{ teamId, note, onJump }} meetingId={meeting.id} />
            ))}
          </ul>
        )}
      </QueryView>
      <NewNote id={meeting.id} moment={moment} />
    </section>
  );
}

interface NoteProps {
  teamId: string;
  meetingId: string;
  note: MeetingNote;
  onJump: (target: TranscriptTarget) => void;
}

function Note({ teamId, meetingId, note: { id, text, second, author }, onJump }: NoteProps) {
  const { data: user } = useUser();
  const queryClient = useQueryClient();
  const undo = useUndoAction(teamId);
  const remove = useMutation({
    mutationFn: () => call(deleteNote, { params: { id: meetingId, noteId: id } }),
    onSuccess: (answer) => showToast({ title: meetingTexts.noteDeleted, action: undo(answer) }),
    onError: (error) => showFailure(meetingTexts.failedToDeleteNote, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(meetingId) }),
  });
  return (
    <li className={own.noteRow}>
      <div className={own.noteText}>
        <p dir="auto">{text}</p>
        <span className={page.note}>
          {second !== null && (
            <button
              type="button"
              className={page.time}
              aria-label={`Go to ${clock(second)}`}
              onClick={() => onJump({ second, play: true })}
            >
              {clock(second)}
            </button>
          )}
          {author && `${author.firstName} ${author.lastName}`.trim()}
        </span>
      </div>
      {author?.id === user?.id && (
        <IconButton label="Delete the note" disabled={remove.isPending} onClick={() => remove.mutate()}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function NewNote({ id, moment }: { id: string; moment: () => number | null }) {
  const [text, setText] = useState("");
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => call(addNote, { params: { id }, body: { text: text.trim(), second: moment() } }),
    onSuccess: () => setText(""),
    onError: (error) => showFailure(meetingTexts.failedToAddNote, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  });
  return (
    <form
      className={own.newNote}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Textarea
        aria-label="New note"
        placeholder="Write a note. It keeps the moment that plays."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={text.trim() === ""} loading={add.isPending}>
        Add note
      </Button>
    </form>
  );
}
