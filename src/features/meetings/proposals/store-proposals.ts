import type { Executor } from "../../../server/database";
import type { MeetingEvidence } from "../../../shared/evidence";
import { createMeetingRepository, type ItemRow, type MeetingRow } from "../repository";
import type { Proposal } from "./propose-tasks";
import { pairByWords } from "./same-words";

/**
 * Stores what the engine proposes, in place of what it proposed before. What somebody has changed, dropped or made a
 * task of stays, and the same words aren't proposed again beside it. The caller holds the meeting's lock.
 */
export async function storeProposals(
  tx: Executor,
  { id: meetingId, teamId }: Pick<MeetingRow, "id" | "teamId">,
  proposed: Proposal["items"],
): Promise<void> {
  const repository = createMeetingRepository(tx);
  const former = await repository.removeUnchangedItems(teamId, meetingId);
  const again = pairByWords(former, proposed);
  // Its words may be elsewhere in the new transcript.
  const kept = former.map((item) => ({ ...item, evidence: (again.get(item) ?? item).evidence }));
  const known = new Set(again.values());
  const fresh = proposed.filter((item) => !known.has(item));
  const inOrder = [...kept, ...fresh].toSorted((one, other) => compare(one.evidence, other.evidence));
  const added = [];
  for (const [position, item] of inOrder.entries())
    if (isStored(item)) await repository.updateItem(teamId, item.id, { position, evidence: item.evidence });
    else added.push({ ...item, position, meetingId, teamId });
  await repository.addItems(added);
}

const isStored = (item: ItemRow | Proposal["items"][number]): item is ItemRow => item.id !== undefined;

const compare = (one: MeetingEvidence, other: MeetingEvidence): number =>
  one.second - other.second || one.segment - other.segment || one.start - other.start;
