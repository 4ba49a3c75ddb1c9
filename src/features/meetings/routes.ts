import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { type Route, route } from "../../server/http/http";
import { uploadName } from "../../server/http/input";
import { AppError } from "../../shared/app-error";
import { nameEntry } from "../journal/service";
import {
  addNote,
  addTranscript,
  appendAudio,
  cancelTranscription,
  captionSound,
  createMeeting,
  createMeetingTasks,
  deleteAudio,
  deleteMeeting,
  deleteNote,
  finishRecording,
  getItem,
  getMeeting,
  listMeetings,
  listNotes,
  listParts,
  listSegments,
  listSpeakers,
  nameSpeaker,
  renameMeeting,
  setTranscript,
  transcribeMeeting,
  updateItem,
  uploadMeeting,
} from "./contract";
import type { MeetingService } from "./service";

/** Largest body with a transcript (bytes). */
const transcriptBody = 15 * 1024 * 1024;
/** Largest body with sound (bytes). */
const soundBody = 64 * 1024 * 1024;
/** Largest body with the sound of a caption (bytes). */
const captionBody = 1024 * 1024;
/** Largest body with the sound of some seconds (bytes). */
const piecesBody = 22 * 1024 * 1024;

export const meetingRoutes = (meetings: MeetingService): Route[] => [
  route(listMeetings, ({ actor, params, query }) => meetings.list(actor, params.teamId, query)),
  route(addTranscript, ({ actor, params, body }) => meetings.addTranscript(actor, params.teamId, body), {
    bodyLimit: transcriptBody,
  }),
  route(createMeeting, ({ actor, params, body }) => meetings.begin(actor, params.teamId, body.title)),
  route(uploadMeeting, ({ actor, params, query, request }) =>
    meetings.upload(actor, params.teamId, uploadsOf(request), query.title),
  ),
  route(appendAudio, ({ actor, params, body }) => meetings.append(actor, params.id, body), {
    bodyLimit: piecesBody,
  }),
  route(
    captionSound,
    async ({ actor, params, body }) => ({
      text: await meetings.caption(actor, params.id, Buffer.from(body.samples, "base64")),
    }),
    { bodyLimit: captionBody },
  ),
  route(finishRecording, ({ actor, params }) => meetings.finish(actor, params.id)),
  route(
    transcribeMeeting,
    async ({ actor, params, body, reply }) => {
      const outcome = await meetings.transcribe(actor, params.id, body?.audioData);
      if (outcome.status === "transcribing") reply.code(202);
      return outcome;
    },
    { bodyLimit: soundBody },
  ),
  route(cancelTranscription, ({ actor, params }) => meetings.cancelTranscription(actor, params.id)),
  route(listParts, ({ actor, params }) => meetings.parts(actor, params.id)),
  route(deleteAudio, ({ actor, params }) => meetings.removeAudio(actor, params.id)),
  route(getMeeting, ({ actor, params }) => meetings.get(actor, params.id)),
  route(listSegments, ({ actor, params }) => meetings.segments(actor, params.id)),
  route(
    renameMeeting,
    ({ actor, params, body, reply }) =>
      meetings.rename(actor, params.id, body.title, nameEntry(reply), body.expected?.title),
    { again: ({ actor, params }) => meetings.get(actor, params.id) },
  ),
  route(
    deleteMeeting,
    ({ actor, params, body, reply }) =>
      meetings.remove(actor, params.id, nameEntry(reply), body?.expected?.title),
    { again: ({ params: { id } }) => ({ id }) },
  ),
  route(setTranscript, ({ actor, params, body }) => meetings.setTranscript(actor, params.id, body), {
    bodyLimit: transcriptBody,
  }),
  route(listSpeakers, ({ actor, params }) => meetings.speakers(actor, params.id)),
  route(
    nameSpeaker,
    ({ actor, params, body, reply }) => meetings.nameSpeaker(actor, params.id, body, nameEntry(reply)),
    { again: ({ actor, params }) => meetings.get(actor, params.id) },
  ),
  route(listNotes, ({ actor, params }) => meetings.notes.list(actor, params.id)),
  route(
    addNote,
    ({ actor, params, body, reply }) => meetings.notes.add(actor, params.id, body, nameEntry(reply)),
    {
      again: ({ actor, params }, { subject }) =>
        meetings.notes.get(actor, params.id, subject("meeting_note")),
    },
  ),
  route(
    deleteNote,
    ({ actor, params, reply }) => meetings.notes.remove(actor, params.id, params.noteId, nameEntry(reply)),
    { again: ({ params: { noteId } }) => ({ id: noteId }) },
  ),
  route(getItem, ({ actor, params }) => meetings.items.get(actor, params.id, params.itemId)),
  route(
    updateItem,
    ({ actor, params, body, reply }) =>
      meetings.items.update(actor, params.id, params.itemId, body, nameEntry(reply)),
    { again: ({ actor, params }) => meetings.items.get(actor, params.id, params.itemId) },
  ),
  route(
    createMeetingTasks,
    ({ actor, params, body, reply }) => meetings.items.createTasks(actor, params.id, body, nameEntry(reply)),
    { again: ({ actor }, { subjects }) => meetings.items.made(actor, subjects("task")) },
  ),
];

async function* uploadsOf(request: FastifyRequest): AsyncGenerator<{ name: string; stream: Readable }> {
  if (!request.isMultipart()) throw new AppError("unsupported", "Send the file as multipart/form-data.");
  for await (const part of request.parts())
    if (part.type === "file")
      yield {
        name: uploadName(part.filename),
        stream: part.file,
      };
}
