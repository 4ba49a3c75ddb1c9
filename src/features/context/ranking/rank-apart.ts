import { createWorkerPool } from "../../../server/workers/worker-pool";
import { startScript } from "../../../server/workers/worker-script";
import { AppError } from "../../../shared/app-error";
import { type BestWindows, type RankRequest, rankTexts } from "./rank-texts";

/** Texts of up to this many characters are ranked within 20 ms, on the server's own thread. */
const few = 100_000;

const pool = createWorkerPool<RankRequest, BestWindows>({
  start: (limits) => startScript("rank-worker", import.meta.url, limits),
  // The second core belongs to the database.
  workers: 1,
  memory: 512,
  longest: 20_000,
  mostWaiting: 100,
  tooHard: () => new AppError("unavailable", "This question takes too long to answer. Ask about less."),
  crowded: () => new AppError("unavailable", "Too many questions at once. Try again in a moment."),
});

/** Like {@link rankTexts}, but long texts are ranked in a worker thread. */
export async function rankApart(request: RankRequest): Promise<BestWindows> {
  const length = request.texts.reduce((sum, { text }) => sum + text.length, 0);
  return length <= few ? rankTexts(request) : pool.run(request);
}
