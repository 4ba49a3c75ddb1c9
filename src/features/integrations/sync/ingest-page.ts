import { sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import {
  analyzeIncoming,
  editMessages,
  eventsOf,
  forgetRemovals,
  type IncomingJobs,
  type IncomingMessage,
  removeAtSource,
  type Source,
  sendToAnalysis,
  sendToRefinement,
  storeMessages,
} from "../../inbox/service";
import type { Changes, ProviderMessage } from "../providers/provider";
import type { ConnectionRow } from "../repository";
import { connections } from "../tables";
import { cleanMessage } from "./clean-message";
import { emptyLocations, noteLocations } from "./message-locations";

export type Receiver = Pick<ConnectionRow, "accountId" | "teamId" | "provider" | "visibleTo" | "proof">;

/**
 * Judges and stores what a provider told, in the caller's transaction, so that it is kept exactly when the place it was
 * read up to is. What was stored before stays as it is.
 *
 * @returns how many messages are new.
 */
export async function ingestPage(
  tx: Executor,
  jobs: IncomingJobs,
  receiver: Receiver,
  changes: Changes,
): Promise<number> {
  const { accountId, teamId, provider, visibleTo } = receiver;
  const source: Source = { teamId, accountId, channel: provider, importId: null, visibleTo };
  const messages = changes.messages.map(cleanMessage);
  const gone = await moveAbout(tx, source, messages, changes);
  const analyzed = await analyzeIncoming(tx, source, messages);
  const stored = await storeMessages(tx, source, analyzed, jobs);
  const edited = analyzed.flatMap((message, index) => {
    const editedAt = messages[index]?.editedAt;
    return editedAt ? [{ ...message, editedAt }] : [];
  });
  const rewritten = await editMessages(tx, source, edited);
  await sendToRefinement(tx, jobs, teamId, rewritten);
  const changed = [...rewritten, ...(await removeAtSource(tx, source, [...changes.removed, ...gone]))];
  if (analyzed.some(({ analysis }) => analysis === null)) await sendToAnalysis(tx, jobs, teamId);
  await noteArrival(tx, receiver, analyzed, stored);

  for (const event of [
    ...(await eventsOf(tx, teamId, "new_message", [...stored.values()])),
    ...(await eventsOf(tx, teamId, "message_updated", changed)),
  ])
    await publish(tx, { ...event, teamId });
  return stored.size;
}

/**
 * Follows messages from place to place. What is found standing somewhere is there, whatever was deleted before: it was
 * taken out of the bin.
 *
 * @returns the external ids of messages that are gone.
 */
async function moveAbout(
  tx: Executor,
  source: Source,
  messages: ProviderMessage[],
  { emptied = [], moved = [] }: Pick<Changes, "emptied" | "moved">,
): Promise<string[]> {
  const gone = await emptyLocations(tx, source, emptied);
  await noteLocations(tx, source, [...messages, ...moved]);
  const present = messages.flatMap(({ location, externalId }) =>
    location === undefined ? [] : [externalId],
  );
  await forgetRemovals(tx, source, present);
  const found = new Set([...present, ...moved.map(({ externalId }) => externalId)]);
  return gone.filter((externalId) => !found.has(externalId));
}

/** Keeps when the latest message was sent, and whether the one that a round trip waits for is among them. */
async function noteArrival(
  tx: Executor,
  { accountId, teamId, proof, visibleTo }: Receiver,
  messages: IncomingMessage[],
  stored: Map<string, string>,
): Promise<void> {
  const fresh = messages.filter(({ externalId }) => stored.has(externalId));
  if (fresh.length === 0) return;
  const latest = new Date(Math.max(...fresh.map(({ sentAt }) => sentAt.getTime())));
  const awaited =
    proof && !proof.arrivedAt
      ? fresh.find(({ content, subject }) => `${subject ?? ""}\n${content}`.includes(proof.code))
      : undefined;
  const arrived = awaited && {
    ...proof,
    arrivedAt: new Date().toISOString(),
    messageId: stored.get(awaited.externalId) ?? null,
  };
  await tx.execute(sql`
    update connections set last_message_at = greatest(last_message_at, ${latest}::timestamptz),
      proof = coalesce(${arrived ? JSON.stringify(arrived) : null}::jsonb, proof)
    where ${connections.teamId} = ${teamId} and ${connections.accountId} = ${accountId}`);
  if (arrived) await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor: visibleTo });
}
