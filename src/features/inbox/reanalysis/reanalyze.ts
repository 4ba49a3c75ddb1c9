import type { Executor } from "../../../server/database";
import type { Jobs } from "../../../server/jobs";
import { publish } from "../../../server/live-hub";
import { shortTurns } from "../../../server/workers/short-turns";
import { AppError } from "../../../shared/app-error";
import { counted } from "../../../shared/counted";
import { refreshTraits } from "../../corrections/refresh-traits";
import { type Revert, recordChange } from "../../journal/service";
import type { Analysis } from "../../triage/contract";
import { analyze, engineVersion } from "../../triage/engine";
import { createTeamCorrections, firstId, toInput } from "../analyze-waiting";
import { eventsOf } from "../message-events";
import { applyOverrides } from "../overrides";
import { reanalyzeQueue } from "../queues";
import type { MessageRow } from "../repository";
import { toStoredAnalysis } from "../storing/stored-analysis";
import { createReanalysisRepository, type Replacement } from "./reanalysis-repository";

/** Messages per transaction, so that nobody waits long for their locks. */
const batchSize = 100;

/** Queues every team whose open messages an earlier engine analyzed. */
export async function sendToReanalysis(db: Executor, jobs: Pick<Jobs, "send">): Promise<void> {
  for (const teamId of await createReanalysisRepository(db).teamsWithout(engineVersion))
    await jobs.send(db, reanalyzeQueue.name, { teamId }, { singletonKey: teamId });
}

/**
 * Analyzes a team's open messages again after the engine changed, as one change that can be undone.
 *
 * What a language model reviewed or somebody has handled stays as it is, and people's corrections apply again.
 * Safe to repeat: after a crash it continues with the messages that are left.
 */
export async function reanalyze(db: Executor, teamId: string, signal: AbortSignal): Promise<void> {
  const run = await createReanalysisRepository(db).openRun(teamId, engineVersion);
  if (run.finishedAt) return;
  await db.transaction((tx) =>
    refreshTraits(tx, teamId, async (ids) => {
      const rows = await createReanalysisRepository(tx).byIds(teamId, ids);
      return new Map(rows.map((row) => [row.id, toInput(row)]));
    }),
  );
  const teamCorrectionsFor = createTeamCorrections(db, teamId);
  for (let after: string | null = firstId; after !== null && !signal.aborted; )
    after = await analyzeBatch(db, run.id, teamId, after, teamCorrectionsFor);
  if (!signal.aborted) await finish(db, teamId);
}

/** @returns the last message's id; null if there are no more. */
async function analyzeBatch(
  db: Executor,
  runId: string,
  teamId: string,
  after: string,
  teamCorrectionsFor: ReturnType<typeof createTeamCorrections>,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const repository = createReanalysisRepository(tx);
    const batch = await repository.outdated(teamId, engineVersion, after, batchSize);
    const list: Replacement[] = [];
    const pause = shortTurns();
    for (const message of batch) {
      await pause();
      const replacement = await replacementFor(message, teamCorrectionsFor);
      if (replacement) list.push(replacement);
    }
    await repository.replace(teamId, runId, list);
    await show(tx, teamId, list);
    return batch.length < batchSize ? null : (batch.at(-1) as MessageRow).id;
  });
}

/** Null if the engine fails on the message, which then keeps its analysis. */
async function replacementFor(
  message: MessageRow,
  teamCorrectionsFor: ReturnType<typeof createTeamCorrections>,
): Promise<Replacement | null> {
  const corrections = await teamCorrectionsFor(message.visibleTo);
  const { id } = message;
  const before = message.engineAnalysis ?? (message.aiAnalysis as Analysis);
  try {
    return { id, before, after: toStoredAnalysis(analyze(toInput(message), corrections), id) };
  } catch {
    return null;
  }
}

async function show(tx: Executor, teamId: string, list: { id: string }[]): Promise<void> {
  const ids = list.map(({ id }) => id);
  await applyOverrides(tx, teamId, ids);
  for (const event of await eventsOf(tx, teamId, "message_updated", ids))
    await publish(tx, { ...event, teamId });
}

async function finish(db: Executor, teamId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const repository = createReanalysisRepository(tx);
    const run = await repository.lockRun(teamId, engineVersion);
    if (!run || run.finishedAt) return;
    await repository.finish(teamId, run.id);
    const count = await repository.countOf(teamId, run.id);
    if (count === 0) return;
    await recordChange(
      tx,
      {
        teamId,
        userId: null,
        action: "messages.analyzed_again",
        summary: `Analyzed ${counted(count, "open message")} again with a newer engine`,
        changes: [{ kind: "created", type: "analysis_run", id: run.id, after: { messages: count } }],
      },
      [],
      [],
    );
  });
}

/** Restores the analyses that a run replaced, except on messages that were analyzed otherwise since. */
export const revertReanalysis: Revert = async (tx, teamId, change) => {
  const repository = createReanalysisRepository(tx);
  const run = await repository.find(teamId, change.id);
  if (!run || (await repository.countOf(teamId, run.id)) === 0)
    throw new AppError("conflict", "The earlier analyses no longer exist.");
  const restored: string[] = [];
  for (let after = firstId; ; ) {
    const batch = await repository.restorable(run, after, batchSize);
    await repository.setBases(teamId, batch);
    restored.push(...batch.map(({ id }) => id));
    if (batch.length < batchSize) break;
    after = (batch.at(-1) as { id: string }).id;
  }
  await applyOverrides(tx, teamId, restored);
  return { events: await eventsOf(tx, teamId, "message_updated", restored), facts: [] };
};
