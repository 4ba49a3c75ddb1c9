import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { sendToAnalysis } from "./analyze-waiting";
import { createHeldRepository } from "./storing/held-repository";

/** How many held messages of a team the plan allows now. */
export interface HeldMeter {
  /**
   * How many of this month's held messages may be analyzed (null: all), and the month's first moment. Until the
   * transaction ends, nothing else of the team is counted.
   */
  roomForHeld(tx: Executor, teamId: string): Promise<{ room: number | null; monthBegan: Date }>;
  /** Counts held messages as analyzed. */
  noteReleased(tx: Executor, teamId: string, messages: number): Promise<void>;
}

const always = { since: new Date(0), until: new Date("9999-01-01") };

/**
 * Has a team's held messages analyzed as far as its plan allows: those of earlier months, and this month's up
 * to the limit, oldest first.
 */
export async function releaseHeld(
  db: Executor,
  jobs: Pick<Jobs, "send">,
  meter: HeldMeter,
  teamId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = createHeldRepository(tx);
    const { room, monthBegan } = await meter.roomForHeld(tx, teamId);
    const earlier = await held.release(teamId, { ...always, until: monthBegan, limit: null });
    const now = await held.release(teamId, { ...always, since: monthBegan, limit: room });
    if (now > 0) await meter.noteReleased(tx, teamId, now);
    if (earlier + now > 0) await sendToAnalysis(tx, jobs, teamId);
  });
}

/** Does that for every team that has held messages. One failure doesn't stop the others. */
export async function releaseAllHeld(
  db: Executor,
  jobs: Pick<Jobs, "send">,
  meter: HeldMeter,
): Promise<void> {
  const failures: unknown[] = [];
  for (const teamId of await createHeldRepository(db).teams())
    await releaseHeld(db, jobs, meter, teamId).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `the held messages of ${failures.length} teams couldn't be released`);
}
