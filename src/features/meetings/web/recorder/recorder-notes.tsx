import { NewNote, NoteList } from "../page/notes-section";
import classes from "./recorder.module.css";
import { recorderState } from "./recorder-store";

/** What people note while they record, each with the second of the recording it is about. */
export function RecorderNotes({ teamId, meetingId }: { teamId: string; meetingId: string }) {
  return (
    <section className={classes.notes} aria-labelledby="recorder-notes">
      <h2 id="recorder-notes" className={classes.notesTitle}>
        Notes
      </h2>
      <NoteList teamId={teamId} meetingId={meetingId} />
      <NewNote
        id={meetingId}
        moment={recordedSecond}
        placeholder="Write a note. It keeps the moment you begin to type."
        fromFirstLetter
      />
    </section>
  );
}

function recordedSecond(): number | null {
  const state = recorderState();
  return "seconds" in state ? Math.round(state.seconds * 10) / 10 : null;
}
