import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { fillInNames, type IngestJobs, ingest } from "../../inbox/ingest";
import type { Source } from "../../inbox/source-message";
import type { Changes, ProviderMessage } from "../providers/provider";
import { type ConnectionRow, createConnectionRepository } from "../repository";
import { type AccountOwner, findOwner, isMailbox } from "./account-owner";
import { cleanMessage } from "./clean-message";
import { createIgnoredRepository } from "./ignored-repository";
import { createLocationRepository } from "./location-repository";

export type Receiver = Pick<ConnectionRow, "accountId" | "teamId" | "provider" | "visibleTo" | "proof">;

/**
 * Analyzes and stores a page of changes in the caller's transaction, together with the position it leads to.
 * Leaves already stored messages unchanged.
 *
 * @returns the number of new messages.
 */
export async function ingestPage(
  tx: Executor,
  jobs: IngestJobs,
  receiver: Receiver,
  changes: Changes,
): Promise<number> {
  const { source, delivered } = await prepare(tx, receiver, changes.messages);
  const { gone, present } = await followLocations(tx, source, delivered, changes);
  const { stored, copies } = await ingest(tx, jobs, source, {
    messages: delivered,
    removed: [...changes.removed, ...gone],
    present,
  });
  await createIgnoredRepository(tx).note(receiver, changes.ignored ?? []);
  await noteArrival(tx, receiver, delivered, new Map([...copies, ...stored]));
  return stored.size;
}

/**
 * Fills in the names of a page's messages, which were stored before these were known. What turned out to be no
 * person's message is removed.
 */
export async function ingestNames(
  tx: Executor,
  jobs: IngestJobs,
  receiver: Receiver,
  { messages, removed, ignored = [] }: Changes,
): Promise<void> {
  const { source, delivered } = await prepare(tx, receiver, messages);
  await fillInNames(tx, jobs, source, delivered);
  if (removed.length > 0) await ingest(tx, jobs, source, { messages: [], removed });
  await createIgnoredRepository(tx).note(receiver, ignored);
}

/** Where a page's messages belong, and the messages as they can be stored. */
async function prepare(
  tx: Executor,
  { accountId, teamId, provider, visibleTo }: Receiver,
  messages: ProviderMessage[],
): Promise<{ source: Source; delivered: ProviderMessage[] }> {
  const owner = await findOwner(tx, teamId, accountId);
  const source: Source = { teamId, accountId, channel: provider, importId: null, visibleTo };
  if (isMailbox(provider)) source.siblings = others(owner.mailboxes, accountId);
  // "By Friday" ends in the owner's time zone. The sender's zone is only a fallback.
  const delivered = messages.map((message) =>
    cleanMessage({ ...message, timeZone: owner.timeZone ?? message.timeZone ?? null }),
  );
  return { source, delivered };
}

const others = ({ connected, disconnected }: AccountOwner["mailboxes"], accountId: string) => ({
  connected: connected.filter((id) => id !== accountId),
  disconnected: disconnected.filter((id) => id !== accountId),
});

/**
 * Updates the locations of messages within their source.
 *
 * @returns external ids: `gone` from every location; `present` in some location, whatever was deleted before.
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

/** Records when the latest message was sent, and whether a round trip's message has arrived. */
async function noteArrival(
  tx: Executor,
  { accountId, teamId, proof, visibleTo }: Receiver,
  messages: ProviderMessage[],
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
