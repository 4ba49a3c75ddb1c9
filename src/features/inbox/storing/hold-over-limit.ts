import type { Executor } from "../../../server/database";
import type { IncomingMessage } from "../source-message";
import { createHeldRepository } from "./held-repository";

/** Counts new messages towards the team's plan, in the transaction that stores them. */
export interface MessageMeter {
  /** @returns how many of them, the newest, are over the limit. */
  countMessages(tx: Executor, teamId: string, sent: Date[]): Promise<number>;
}

/**
 * Counts new messages, and takes the analysis of those that came over the limit: the newest.
 *
 * @returns the ids of those.
 */
export async function holdOverLimit(
  tx: Executor,
  meter: MessageMeter,
  teamId: string,
  messages: IncomingMessage[],
  stored: Map<string, string>,
): Promise<Set<string>> {
  const sent = new Map(
    messages.flatMap(({ externalId, sentAt }) => {
      const id = stored.get(externalId);
      return id ? [[id, sentAt] as const] : [];
    }),
  );
  if (sent.size === 0) return new Set();
  const over = await meter.countMessages(tx, teamId, [...sent.values()]);
  const newest = [...sent].sort(([, a], [, b]) => b.getTime() - a.getTime());
  const held = newest.slice(0, over).map(([id]) => id);
  await createHeldRepository(tx).hold(teamId, held);
  return new Set(held);
}
