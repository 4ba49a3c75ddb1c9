import pLimit from "p-limit";
import { startScript } from "../../../server/workers/worker-script";
import { type Proposal, type ProposeRequest, proposeTasks } from "./propose-tasks";

/** Transcripts up to this many characters are read within 20 ms, on the server's own thread. */
const short = 8_000;
/**
 * Longest reading of one transcript (milliseconds). The caller's transaction waits meanwhile, and the database ends
 * one that does nothing for a minute.
 */
export const longestReading = 25_000;
/** Maximum heap of the worker (megabytes). */
const memory = 512;
/** One worker at a time, because the second core belongs to the database. */
const inTurn = pLimit(1);

/**
 * Like {@link proposeTasks}, but long transcripts are read in a worker thread.
 *
 * @returns nothing proposed if a transcript takes longer than {@link longestReading}.
 */
export async function proposeApart(request: ProposeRequest): Promise<Proposal> {
  const { meetingId, segments, setting } = request;
  const length = segments.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= short) return proposeTasks(meetingId, segments, setting);
  return inTurn(() => proposeInWorker(request));
}

function proposeInWorker(request: ProposeRequest): Promise<Proposal> {
  const limits = { resourceLimits: { maxOldGenerationSizeMb: memory } };
  const worker = startScript("propose-worker", import.meta.url, { ...limits, workerData: request });
  const nothing: Proposal = { items: [], decisions: [], summary: null };
  return new Promise<Proposal>((settle, fail) => {
    const timer = setTimeout(() => settle(nothing), longestReading);
    worker.once("message", settle);
    worker.once("error", fail);
    worker.once("exit", () => {
      clearTimeout(timer);
      fail(new Error("the worker that proposes tasks stopped"));
    });
  }).finally(() => worker.terminate());
}
