import { createWorkerPool } from "../../../server/workers/worker-pool";
import { startScript } from "../../../server/workers/worker-script";
import { AppError } from "../../../shared/app-error";
import type { Correction, TeamCorrections } from "../../triage/corrections/correction";
import { learn } from "../../triage/corrections/correction-fit";

/** As many corrections as this are learned from within 20 ms, on the server's own thread. */
const few = 60;

const later = () => new AppError("unavailable", "Learning from the corrections takes too long. Try again.");

const pool = createWorkerPool<readonly Correction[], TeamCorrections>({
  start: (limits) => startScript("fit-worker", import.meta.url, limits),
  // The second core belongs to the database.
  workers: 1,
  memory: 256,
  longest: 20_000,
  mostWaiting: 1000,
  tooHard: later,
  crowded: later,
});

/** Like {@link learn}, but many corrections are learned from in a worker thread. */
export async function fitApart(corrections: readonly Correction[]): Promise<TeamCorrections> {
  if (corrections.length <= few) return learn(corrections);
  return pool.run(corrections.map(toRequest));
}

/** Only what the engine reads. */
const toRequest = ({ id, messageId, field, value, shown, traits }: Correction): Correction => ({
  id,
  messageId,
  field,
  value,
  shown,
  traits,
});
