import type { Executor } from "../../server/database";
import type { Jobs } from "../../server/jobs";
import { publish } from "../../server/live-hub";
import { loadTeamCorrections } from "../corrections/active-corrections";
import type { TeamCorrections } from "../triage/corrections/correction";
import { analyze } from "../triage/engine";
import type { TriageInput } from "../triage/message";
import { applyOverrides } from "./overrides";
import { analyzeQueue } from "./queues";
import { isRecent, type RefineJobs, sendToRefinement } from "./refinement/refine-sending";
import { createMessageRepository, type MessageRow } from "./repository";
import { toStoredAnalysis } from "./storing/stored-analysis";

const batchSize = 100;
/** Comes before every message. */
export const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Analyzes a team's messages that have no analysis. One failure doesn't stop the others.
 *
 * @param jobs - if given, a configured language model also reviews recent messages.
 * @returns how many were analyzed.
 * @throws AggregateError with all failures, after every message was tried.
 */
export async function analyzeWaiting(
  db: Executor,
  teamId: string,
  signal: AbortSignal,
  jobs?: RefineJobs,
): Promise<number> {
  const messages = createMessageRepository(db);
  const failures: unknown[] = [];
  let analyzed = 0;
  const teamCorrectionsFor = createTeamCorrections(db, teamId);
  for (let after = firstId; !signal.aborted; ) {
    const batch = await messages.waiting(teamId, after, batchSize);
    for (const message of batch)
      try {
        const analysis = analyze(toInput(message), await teamCorrectionsFor(message.visibleTo));
        await messages.setAnalysis(teamId, message.id, toStoredAnalysis(analysis, message.id));
        // Its text changed at the source after somebody corrected it.
        await applyOverrides(db, teamId, [message.id]);
        const { id, visibleTo: onlyFor } = message;
        await publish(db, { type: "message_updated", teamId, id, single: true, onlyFor });
        if (jobs && analysis.uncertain && isRecent(message.createdAt))
          await sendToRefinement(db, jobs, teamId, [message.id]);
        analyzed++;
      } catch (error) {
        failures.push(error);
      }
    if (batch.length < batchSize) break;
    after = batch.at(-1)?.id ?? after;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} messages couldn't be analyzed`);
  return analyzed;
}

/** Queues a retry for messages that the engine failed on, in the transaction that stored them. */
export function sendToAnalysis(tx: Executor, jobs: Pick<Jobs, "send">, teamId: string): Promise<void> {
  return jobs.send(tx, analyzeQueue.name, { teamId }, { singletonKey: teamId });
}

/** A team's corrections per person who may see the message, loaded once each. */
export function createTeamCorrections(db: Executor, teamId: string) {
  const known = new Map<string | null, Promise<TeamCorrections | null>>();
  return (visibleTo: string | null) => {
    const found = known.get(visibleTo) ?? loadTeamCorrections(db, teamId, visibleTo);
    known.set(visibleTo, found);
    return found;
  };
}

/** A stored message in the form the engine reads. */
export function toInput(message: MessageRow): TriageInput {
  return {
    content: message.content,
    subject: message.subject,
    from: { name: message.sender, address: message.senderAddress },
    to: message.recipients.to,
    cc: message.recipients.cc,
    sentAt: message.createdAt,
    channel: message.channel,
    bulk: message.bulk,
    fromOwner: message.fromOwner,
    ...(message.timeZone && { timeZone: message.timeZone }),
  };
}
