import { createWorkerPool } from "../../../server/workers/worker-pool";
import { startScript } from "../../../server/workers/worker-script";
import { AppError } from "../../../shared/app-error";
import { type Proposal, type ProposeRequest, proposeTasks } from "./propose-tasks";

/** Transcripts up to this many characters are read within 20 ms, on the server's own thread. */
const short = 8_000;
/** Whether a transcript is read beside the server's thread, which may take {@link longestReading}. */
export const isLong = (segments: readonly { text: string }[]): boolean =>
  segments.reduce((sum, { text }) => sum + text.length, 0) > short;
/**
 * Longest reading of one transcript (milliseconds). The caller's transaction waits meanwhile, and the database ends
 * one that does nothing for a minute.
 */
export const longestReading = 25_000;

class TookTooLong extends Error {}

const pool = createWorkerPool<ProposeRequest, Proposal>({
  start: (limits) => startScript("propose-worker", import.meta.url, limits),
  // The second core belongs to the database.
  workers: 1,
  memory: 512,
  longest: longestReading,
  mostWaiting: 1000,
  tooHard: () => new TookTooLong("Reading the transcript took too long or too much memory."),
  crowded: () => new AppError("unavailable", "Too many transcripts at once. Try again in a moment."),
});

/**
 * Like {@link proposeTasks}, but long transcripts are read in a worker thread.
 *
 * @returns nothing proposed if a transcript takes longer than {@link longestReading}.
 */
export async function proposeApart(request: ProposeRequest): Promise<Proposal> {
  const { meetingId, segments, setting } = request;
  if (!isLong(segments)) return proposeTasks(meetingId, segments, setting);
  try {
    return await pool.run(request);
  } catch (error) {
    if (error instanceof TookTooLong && !error.cause) return { items: [], decisions: [], summary: null };
    throw error;
  }
}
