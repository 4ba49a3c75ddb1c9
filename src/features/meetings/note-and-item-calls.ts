import { z } from "zod";
import { endpoint } from "../../shared/endpoint";
import { MeetingEvidence } from "../../shared/evidence";
import { instant, typedText } from "../../shared/typed-values";
import { Task, TaskFields } from "../tasks/contract";

const meetingParams = z.object({ id: z.uuid() });
const itemParams = z.object({ id: z.uuid(), itemId: z.uuid() });

/** What the engine proposes as a task. People change or drop it before it becomes one. */
export const MeetingItem = z.object({
  id: z.uuid(),
  title: z.string(),
  assigneeId: z.uuid().nullable(),
  /** The name that was said, if it isn't a member's. */
  assigneeName: z.string().nullable(),
  dueDate: z.iso.datetime().nullable(),
  urgency: TaskFields.shape.urgency,
  importance: TaskFields.shape.importance,
  evidence: MeetingEvidence,
  dropped: z.boolean(),
  /** The task made from it. */
  taskId: z.uuid().nullable(),
});
export type MeetingItem = z.infer<typeof MeetingItem>;

/** What people change about a proposed task. */
export const ItemPatch = z.strictObject({
  title: TaskFields.shape.title.optional(),
  assigneeId: z.uuid().nullable().optional(),
  dueDate: instant("Send the due date as an ISO 8601 date and time, or null.").nullable().optional(),
  urgency: TaskFields.shape.urgency.optional(),
  importance: TaskFields.shape.importance.optional(),
  dropped: z.boolean().optional(),
});
export type ItemPatch = z.infer<typeof ItemPatch>;

export const getItem = endpoint({
  method: "GET",
  path: "/api/meetings/:id/items/:itemId",
  summary: "One proposed task of a meeting.",
  params: itemParams,
  response: MeetingItem,
});

export const updateItem = endpoint({
  method: "PATCH",
  path: "/api/meetings/:id/items/:itemId",
  summary:
    "Change or drop a proposed task before it becomes one. The header journal-entry has the id of the change, for undo. " +
    "With `expected`, 409 if a field has another value by now.",
  params: itemParams,
  body: ItemPatch.extend({ expected: ItemPatch.optional() }),
  response: MeetingItem,
  repeatable: true,
  errors: ["conflict", "changed_since"],
});

export const createMeetingTasks = endpoint({
  method: "POST",
  path: "/api/meetings/:id/create-tasks",
  summary:
    "Make tasks of what was proposed and not dropped. Each carries its place in the transcript. What is a task " +
    "already isn't made again. The header journal-entry has the id of the change, for undo.",
  params: meetingParams,
  body: z.strictObject({
    teamId: z.uuid(),
    /** Only of these, such as those that the person has seen. */
    items: z.array(z.uuid()).max(5000).optional(),
  }),
  response: z.array(Task),
  repeatable: true,
});

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
    text: typedText().min(1, "Enter a note.").max(5000, "Keep the note within 5,000 characters."),
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
