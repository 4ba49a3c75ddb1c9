import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { type IngestJobs, ingest } from "../../inbox/ingest";
import type { IncomingMessage, Source } from "../../inbox/source-message";
import type { Changes, ProviderMessage } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { cleanMessage } from "./clean-message";
import { createLocationRepository } from "./location-repository";

export type Receiver = Pick<ConnectionRow, "accountId" | "teamId" | "provider" | "visibleTo" | "proof">;

/**
 * Judges and stores what a provider told, in the caller's transaction, so that it is kept exactly when the place it was
 * read up to is. What was stored before stays as it is.
 *
 * @returns how many messages are new.
 */
export async function ingestPage(
  tx: Executor,
  jobs: IngestJobs,
  receiver: Receiver,
  changes: Changes,
): Promise<number> {
  const { accountId, teamId, provider, visibleTo } = receiver;
  const source: Source = { teamId, accountId, channel: provider, importId: null, visibleTo };
  const delivered = changes.messages.map(cleanMessage);
  const { gone, present } = await followLocations(tx, source, delivered, changes);
  const { stored, messages } = await ingest(tx, jobs, source, {
    messages: delivered,
    removed: [...changes.removed, ...gone],
    present,
  });
  await noteArrival(tx, receiver, messages, stored);
  return stored.size;
}

/**
 * Follows messages between the folders and threads of their source.
 *
 * @returns external ids: `gone` from every location; `present` somewhere, whatever was deleted before.
 */
async function followLocations(
  tx: Executor,
  source: Source,
  messages: ProviderMessage[],
  { emptied = [], moved = [] }: Pick<Changes, "emptied" | "moved">,
): Promise<{ gone: string[]; present: string[] }> {
  const locations = createLocationRepository(tx);
  const left = await locations.empty(source, emptied);
  await locations.note(source, [...messages, ...moved]);
  const present = messages.flatMap(({ location, externalId }) =>
    location === undefined ? [] : [externalId],
  );
  const found = new Set([...present, ...moved.map(({ externalId }) => externalId)]);
  return { gone: left.filter((externalId) => !found.has(externalId)), present };
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
  const arrived = proof &&
    awaited && {
      ...proof,
      arrivedAt: new Date().toISOString(),
      messageId: stored.get(awaited.externalId) ?? null,
    };
  await createConnectionRepository(tx).noteArrival(teamId, accountId, latest, arrived);
  if (arrived) await publish(tx, { type: "integration_updated", teamId, id: accountId, onlyFor: visibleTo });
}
