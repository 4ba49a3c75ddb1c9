import { parentPort, workerData } from "node:worker_threads";
import { type ProposeRequest, proposeTasks } from "./propose-tasks";

// This worker thread reads a long transcript for tasks, because that can take seconds.

const { meetingId, segments, setting } = workerData as ProposeRequest;
parentPort?.postMessage(proposeTasks(meetingId, segments, setting));
