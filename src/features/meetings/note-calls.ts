import { z } from "zod";
import { endpoint } from "../../shared/endpoint";

const meetingParams = z.object({ id: z.uuid() });

/** What somebody noted. `second` is the moment it is about; null: the whole meeting. */
export const MeetingNote = z.object({
  id: z.uuid(),
  text: z.string(),
  second: z.number().nullable(),
  /** Null: they have left. */
  author: z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type MeetingNote = z.infer<typeof MeetingNote>;

export const listNotes = endpoint({
  method: "GET",
  path: "/api/meetings/:id/notes",
  summary: "The notes of a meeting, by their moment, then as they were written.",
  params: meetingParams,
  response: z.array(MeetingNote),
});

export const addNote = endpoint({
  method: "POST",
  path: "/api/meetings/:id/notes",
  summary: "Add a note, for a moment of the meeting or for all of it.",
  params: meetingParams,
  body: z.strictObject({
    text: z.string().trim().min(1, "Enter a note.").max(5000, "Keep the note within 5,000 characters."),
    second: z.number().min(0).max(1_000_000).nullable(),
  }),
  response: MeetingNote,
  repeatable: true,
});

export const deleteNote = endpoint({
  method: "DELETE",
  path: "/api/meetings/:id/notes/:noteId",
  summary: "Delete your own note. The header journal-entry has the id of the change, for undo.",
  params: z.object({ id: z.uuid(), noteId: z.uuid() }),
  response: z.object({ id: z.uuid() }),
  repeatable: true,
});
