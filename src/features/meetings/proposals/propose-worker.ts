import { answerRequests } from "../../../server/workers/worker-pool";
import { type ProposeRequest, proposeTasks } from "./propose-tasks";

// This worker thread reads long transcripts for tasks, because that can take seconds.
answerRequests(({ meetingId, segments, setting }: ProposeRequest) =>
  proposeTasks(meetingId, segments, setting),
);
