import type { Executor } from "../../server/database";
import { publish } from "../../server/live-hub";
import { analyse, type TriageInput } from "../triage/service";
import { locate } from "./incoming";
import { createMessageRepository, type MessageRow } from "./repository";

const batchSize = 100;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Goes through a team's messages that have no analysis; one that fails again does not keep the others from theirs.
 *
 * @returns how many were analysed.
 * @throws AggregateError of the failures, once all have been tried.
 */
export async function analyseWaiting(db: Executor, teamId: string, signal: AbortSignal): Promise<number> {
  const messages = createMessageRepository(db);
  const failures: unknown[] = [];
  let analysed = 0;
  for (let after = firstId; !signal.aborted; ) {
    const batch = await messages.waiting(teamId, after, batchSize);
    for (const message of batch)
      try {
        await messages.setAnalysis(teamId, message.id, locate(analyse(toInput(message)), message.id));
        await publish(db, { type: "message_updated", teamId, id: message.id });
        analysed++;
      } catch (error) {
        failures.push(error);
      }
    if (batch.length < batchSize) break;
    after = batch.at(-1)?.id ?? after;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} messages could not be analysed`);
  return analysed;
}

/** A stored message as the engine reads it. */
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
  };
}
