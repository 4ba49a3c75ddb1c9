import { type Route, route } from "../../server/http/http";
import { nameEntry } from "../journal/service";
import {
  addTranscript,
  createMeetingTasks,
  deleteMeeting,
  getMeeting,
  listMeetings,
  listSegments,
  renameMeeting,
  setTranscript,
  updateItem,
} from "./contract";
import type { MeetingService } from "./service";

/** Largest body with a transcript (bytes). */
const transcriptBody = 15 * 1024 * 1024;

export const meetingRoutes = (meetings: MeetingService): Route[] => [
  route(listMeetings, ({ actor, params, query }) => meetings.list(actor, params.teamId, query)),
  route(addTranscript, ({ actor, params, body }) => meetings.addTranscript(actor, params.teamId, body), {
    bodyLimit: transcriptBody,
  }),
  route(getMeeting, ({ actor, params }) => meetings.get(actor, params.id)),
  route(listSegments, ({ actor, params }) => meetings.segments(actor, params.id)),
  route(renameMeeting, ({ actor, params, body }) => meetings.rename(actor, params.id, body.title)),
  route(deleteMeeting, ({ actor, params, reply }) => meetings.remove(actor, params.id, nameEntry(reply))),
  route(setTranscript, ({ actor, params, body }) => meetings.setTranscript(actor, params.id, body), {
    bodyLimit: transcriptBody,
  }),
  route(updateItem, ({ actor, params, body }) => meetings.updateItem(actor, params.id, params.itemId, body)),
  route(createMeetingTasks, ({ actor, params, body, reply }) =>
    meetings.createTasks(actor, params.id, body.teamId, nameEntry(reply)),
  ),
];
