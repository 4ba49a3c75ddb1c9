import type { Executor } from "../../../server/database";
import type { MeetingEvidence } from "../../../shared/evidence";
import { createMeetingRepository, type ItemRow, type MeetingRow } from "../repository";
import type { Proposal } from "./propose-tasks";

/** Two readings of the same recording may have the same words so far apart (seconds). */
const nearby = 5;

/**
 * Stores what the engine proposes, in place of what it proposed before. What somebody has changed, dropped or made a
 * task of stays, and the same words aren't proposed again beside it. Whoever calls holds the meeting's lock.
 */
export async function storeProposals(
  tx: Executor,
  { id: meetingId, teamId }: Pick<MeetingRow, "id" | "teamId">,
  proposed: Proposal["items"],
): Promise<void> {
  const repository = createMeetingRepository(tx);
  const fresh = [...proposed];
  const kept = (await repository.removeUnchangedItems(teamId, meetingId)).map((item) => {
    const again = fresh.findIndex(({ evidence }) => areSameWords(evidence, item.evidence));
    // Its words may be elsewhere in the new transcript.
    const { evidence } = (again >= 0 && fresh.splice(again, 1)[0]) || item;
    return { ...item, evidence };
  });
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

/** Whether two quotes are the same words, also if two engines heard them a little differently. */
export function areSameWords(one: MeetingEvidence, other: MeetingEvidence): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.join(" ") === others.join(" ")) return true;
  if (Math.abs(one.second - other.second) > nearby) return false;
  const [short, long] = words.length < others.length ? [words, others] : [others, words];
  return short.filter((word) => long.includes(word)).length * 2 > short.length;
}

const wordsOf = ({ quote }: MeetingEvidence): string[] => quote.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
