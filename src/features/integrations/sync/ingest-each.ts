import type { Executor } from "../../../server/database";
import { isDataFault } from "../../../server/query-failure";
import type { IngestJobs } from "../../inbox/ingest";
import { type Changes, ProviderFailure, type ProviderMessage } from "../providers/provider";
import { ingestPage, type Receiver } from "./ingest-page";
import { unexpected } from "./quarantine";
import { createQuarantineRepository } from "./quarantine-repository";

/**
 * Like {@link ingestPage}, but stores each message by itself, for a page that can't be stored as a whole. What
 * can't be stored is quarantined with its content.
 */
export async function ingestEach(
  tx: Executor,
  jobs: IngestJobs,
  receiver: Receiver,
  changes: Changes,
): Promise<number> {
  let stored = await ingestPage(tx, jobs, receiver, { ...changes, messages: [] });
  for (const message of changes.messages) {
    try {
      stored += await tx.transaction((part) =>
        ingestPage(part, jobs, receiver, { messages: [message], removed: [] }),
      );
    } catch (error) {
      if (error instanceof ProviderFailure || !isDataFault(error)) throw error;
      const entry = { kind: "message", ref: message.externalId, payload: message, tries: 1 } as const;
      await createQuarantineRepository(tx).put(receiver, { ...entry, reason: unexpected });
    }
  }
  return stored;
}

/** A message from the quarantine, where JSON has turned its dates into text. */
export function quarantinedMessage(payload: unknown): ProviderMessage {
  const message = payload as ProviderMessage;
  return {
    ...message,
    sentAt: new Date(message.sentAt),
    editedAt: message.editedAt ? new Date(message.editedAt) : null,
  };
}
