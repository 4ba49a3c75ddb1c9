import { Button, Textarea } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { cutText } from "../../../../shared/cut-text";
import { trimmed } from "../../../../shared/typed-values";
import { call } from "../../../../web/api";
import { callOrKeep, draftId, isKept } from "../../../../web/offline/change-queue";
import { kept } from "../../../../web/offline/kept-reads";
import { showKept } from "../../../../web/offline/show-kept";
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
import type { TranscriptTarget } from "./transcript-target";

interface NotesSectionProps {
  teamId: string;
  meeting: Meeting;
  /** The moment that a new note is about (seconds); null: none. */
  moment: () => number | null;
  onJump: (target: TranscriptTarget) => void;
}

const keyOf = (id: string) => ["meeting", id, "notes"];

export const useNotes = (meetingId: string) =>
  useQuery({
    queryKey: keyOf(meetingId),
    queryFn: kept(({ signal }) => call(listNotes, { params: { id: meetingId }, signal })),
  });

/** What people noted, each with its moment; the team reads it. */
export function NotesSection({ teamId, meeting, moment, onJump }: NotesSectionProps) {
  return (
    <section className={page.section} aria-labelledby="meeting-notes">
      <h2 id="meeting-notes" className={page.sectionTitle}>
        Notes
      </h2>
      <NoteList {...{ teamId, onJump }} meetingId={meeting.id} />
      <NewNote id={meeting.id} moment={moment} placeholder="Write a note. It keeps the moment that plays." />
    </section>
  );
}

interface NoteListProps {
  teamId: string;
  meetingId: string;
  /** Left out where the moments can't be played, as during a recording. */
  onJump?: (target: TranscriptTarget) => void;
}

/** The notes of a meeting with their moments. */
export function NoteList({ teamId, meetingId, onJump }: NoteListProps) {
  return (
    <QueryView query={useNotes(meetingId)} failure={meetingTexts.failedToFetchNotes}>
      {(notes) =>
        notes.length > 0 && (
          <ul className={own.notes}>
            {notes.map((note) => (
              <Note key={note.id} {...{ teamId, meetingId, note, onJump }} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

interface NoteProps {
  teamId: string;
  meetingId: string;
  note: MeetingNote;
  onJump: NoteListProps["onJump"];
}

function Note({ teamId, meetingId, note: { id, text, second, author }, onJump }: NoteProps) {
  const { data: user } = useUser();
  const queryClient = useQueryClient();
  const undo = useUndoAction(teamId);
  const remove = useMutation({
    mutationFn: () =>
      callOrKeep(
        deleteNote,
        { params: { id: meetingId, noteId: id } },
        { what: meetingTexts.noteDeletedLater(cutText(text, 60)), answer: { id } },
      ),
    onSuccess(answer) {
      if (!isKept(answer)) return showToast({ title: meetingTexts.noteDeleted, action: undo(answer) });
      queryClient.setQueryData<MeetingNote[]>(keyOf(meetingId), (notes) =>
        notes?.filter((note) => note.id !== id),
      );
      showKept();
    },
    onError: (error) => showFailure(meetingTexts.failedToDeleteNote, error),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(meetingId) }),
  });
  return (
    <li className={own.noteRow}>
      <div className={own.noteText}>
        <p dir="auto">{text}</p>
        <div className={page.facts}>
          {second !== null && !onJump && <span>{clock(second)}</span>}
          {second !== null && onJump && (
            <button
              type="button"
              className={page.time}
              aria-label={`Go to ${clock(second)}`}
              onClick={() => onJump({ second, play: true })}
            >
              {clock(second)}
            </button>
          )}
          {author && <span>{`${author.firstName} ${author.lastName}`.trim()}</span>}
        </div>
      </div>
      {author?.id === user?.id && (
        <IconButton label="Delete the note" disabled={remove.isPending} onClick={() => remove.mutate()}>
          <IconTrash size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

interface NewNoteProps {
  id: string;
  /** The moment it is about (seconds); null: none. */
  moment: () => number | null;
  placeholder: string;
  /** True: the moment when its first letter was typed; else when it is added. */
  fromFirstLetter?: boolean;
}

/** A field for a note that keeps its moment. */
export function NewNote({ id, moment, placeholder, fromFirstLetter = false }: NewNoteProps) {
  const [text, setText] = useState("");
  const begun = useRef<number | null>(null);
  const type = (typed: string) => {
    if (text === "") begun.current = moment();
    setText(typed);
  };
  const { data: user } = useUser();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => {
      const note = { text: trimmed(text), second: fromFirstLetter ? begun.current : moment() };
      return callOrKeep(
        addNote,
        { params: { id }, body: note },
        {
          what: meetingTexts.noteLater(cutText(note.text, 60)),
          answer: { ...note, id: draftId(), author: user ?? null, createdAt: new Date().toISOString() },
        },
      );
    },
    onSuccess: (note) => {
      setText("");
      if (!isKept(note)) return;
      queryClient.setQueryData<MeetingNote[]>(keyOf(id), (notes) => notes && [...notes, note]);
      showKept();
    },
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
        placeholder={placeholder}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={trimmed(text) === ""} loading={add.isPending}>
        Add note
      </Button>
    </form>
  );
}
