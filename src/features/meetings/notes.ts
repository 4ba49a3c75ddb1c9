import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { type EntryListener, type Revert, recordChange } from "../journal/service";
import type { MeetingNote } from "./contract";
import { createMeetingRepository, createNotesRepository, type NoteRow } from "./repository";
import { requireMeeting } from "./require-meeting";

/** What people note about meetings. The team reads all of it; only its author deletes it. */
export function createNotes({ db }: { db: Executor }) {
  return {
    async list(actor: Actor, id: string): Promise<MeetingNote[]> {
      const { teamId } = await requireMeeting(db, actor, id);
      return (await createNotesRepository(db).list(teamId, id)).map(toNote);
    },

    async get(actor: Actor, id: string, noteId: string): Promise<MeetingNote> {
      const note = (await this.list(actor, id)).find((one) => one.id === noteId);
      if (!note) throw new AppError("not_found", "Note not found.");
      return note;
    },

    add(
      actor: Actor,
      id: string,
      given: { text: string; second: number | null },
      recorded?: EntryListener,
    ): Promise<MeetingNote> {
      return db.transaction(async (tx) => {
        const meeting = await requireMeeting(tx, actor, id);
        const notes = createNotesRepository(tx);
        const { id: noteId } = await notes.insert({
          ...{ meetingId: id, teamId: meeting.teamId, userId: actor.userId },
          ...given,
        });
        const entry = await recordChange(
          tx,
          {
            ...{ teamId: meeting.teamId, userId: actor.userId, action: "meeting.noted" },
            summary: `Added a note to the meeting “${meeting.title}”`,
            changes: [{ kind: "created", type: "meeting_note", id: noteId, after: {} }],
          },
          [],
          [{ type: "meeting_updated", id }],
        );
        recorded?.(entry.id);
        const row = (await notes.list(meeting.teamId, id)).find((note) => note.id === noteId);
        return toNote(row as NoteRow);
      });
    },

    remove(actor: Actor, id: string, noteId: string, recorded?: EntryListener): Promise<{ id: string }> {
      return db.transaction(async (tx) => {
        const meeting = await requireMeeting(tx, actor, id);
        const notes = createNotesRepository(tx);
        const note = (await notes.list(meeting.teamId, id)).find((one) => one.id === noteId);
        if (!note) throw new AppError("not_found", "Note not found.");
        if (note.author?.id !== actor.userId) throw onlyAuthor();
        await notes.remove(meeting.teamId, noteId);
        const { text, second, createdAt } = note;
        const entry = await recordChange(
          tx,
          {
            ...{ teamId: meeting.teamId, userId: actor.userId, action: "meeting.note_deleted" },
            summary: `Deleted a note of the meeting “${meeting.title}”`,
            changes: [
              {
                ...{ kind: "deleted", type: "meeting_note", id: noteId },
                before: {
                  meetingId: id,
                  userId: actor.userId,
                  text,
                  second,
                  createdAt: createdAt.toISOString(),
                },
              },
            ],
          },
          [],
          [{ type: "meeting_updated", id }],
        );
        recorded?.(entry.id);
        return { id: noteId };
      });
    },
  };
}

const onlyAuthor = () =>
  new AppError("forbidden", "Only the person who wrote a note can delete or restore it.");

/** Undoes adding or deleting a note, for its author. */
export const revertNote: Revert = async (tx, teamId, change, undoneBy) => {
  const notes = createNotesRepository(tx);
  if (change.kind === "created") {
    const author = await notes.authorOf(teamId, change.id);
    if (author !== undefined && author !== undoneBy) throw onlyAuthor();
    const meetingId = await notes.remove(teamId, change.id);
    if (!meetingId) throw new AppError("conflict", "The note has already been deleted.");
    return { events: [{ type: "meeting_updated", id: meetingId }], facts: [] };
  }
  const { meetingId, userId, text, second, createdAt } = change.before as {
    meetingId: string;
    userId: string;
    text: string;
    second: number | null;
    createdAt: string;
  };
  if (userId !== undoneBy) throw onlyAuthor();
  const meeting = await createMeetingRepository(tx).lock([teamId], meetingId);
  if (!meeting || meeting.deletedAt) throw new AppError("conflict", "The meeting no longer exists.");
  await notes.insert({
    ...{ id: change.id, teamId, meetingId, userId, text, second },
    createdAt: new Date(createdAt),
  });
  return { events: [{ type: "meeting_updated", id: meetingId }], facts: [] };
};

function toNote({ id, text, second, author, createdAt }: NoteRow): MeetingNote {
  return { id, text, second, author, createdAt: createdAt.toISOString() };
}
