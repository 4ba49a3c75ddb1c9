import { randomUUID } from "node:crypto";
import { type Executor, limitSearch } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { counted } from "../../../shared/counted";
import { type EntryListener, type Revert, recordChange } from "../../journal/service";
import { requireTeam } from "../../teams/service";
import type { BulkTarget } from "../contract";
import { eventsOf } from "../message-events";
import { createBulkRepository, type ResolvedRow } from "./bulk-repository";

/** The ids of resolved messages, by the status they had. */
type Before = Record<ResolvedRow["before"], string[]>;

/**
 * Resolves many messages in one step, with one entry in the journal.
 *
 * @param recorded - receives the entry's id.
 * @throws AppError `conflict` if more messages match a filter than the person was shown; `changed_since` if one hasn't
 * the expected status; `invalid_input` if the filter's search takes too long.
 */
export async function resolveMany(
  db: Executor,
  actor: Actor,
  teamId: string,
  target: BulkTarget,
  recorded?: EntryListener,
): Promise<{ changed: number; entryId: string | null }> {
  requireTeam(actor, teamId);
  const words = "filter" in target ? target.filter.q : undefined;
  const inOneStep = (work: (tx: Executor) => Promise<{ changed: number; entryId: string | null }>) =>
    limitSearch(db, words, (executor) => executor.transaction(work));
  return inOneStep(async (tx) => {
    const rows = await createBulkRepository(tx).resolve(teamId, actor.userId, target);
    const more = "filter" in target ? rows.length - target.expected : 0;
    if (more > 0)
      throw new AppError(
        "conflict",
        `${counted(more, "more message matches", "more messages match")} now. Look at the list, then try again.`,
      );
    const expected = "ids" in target ? target.expected : undefined;
    const changed = rows.filter(({ id, before }) => (expected?.[id] ?? before) !== before);
    if (changed.length > 0)
      throw new AppError(
        "changed_since",
        `${counted(changed.length, "of these messages has", "of these messages have")} changed since.`,
      );
    if (rows.length === 0) return { changed: 0, entryId: null };
    const ids = rows.map(({ id }) => id);
    const before: Before = { new: [], processed: [] };
    for (const row of rows) before[row.before].push(row.id);
    const { id: entryId } = await recordChange(
      tx,
      {
        teamId,
        userId: actor.userId,
        action: "messages.resolved",
        summary: `Resolved ${rows.length.toLocaleString("en-US")} ${rows.length === 1 ? "message" : "messages"}`,
        changes: [
          { kind: "changed", type: "messages", id: randomUUID(), before, after: { status: "resolved" } },
        ],
      },
      ids.map((subjectId) => ({ type: "message_resolved", subjectId })),
      await eventsOf(tx, teamId, "message_updated", ids),
    );
    recorded?.(entryId);
    return { changed: rows.length, entryId };
  });
}

/** Gives messages that were resolved together their status back. Those reopened meanwhile stay as they are. */
export const revertMany: Revert = async (tx, teamId, change, userId) => {
  if (change.kind !== "changed") throw new AppError("conflict", "This change can't be undone.");
  const before = change.before as Partial<Before>;
  const reopened: string[] = [];
  for (const status of ["new", "processed"] as const)
    reopened.push(...(await createBulkRepository(tx).reopen(teamId, userId, before[status] ?? [], status)));
  if (reopened.length === 0)
    throw new AppError("conflict", "These messages have changed since, so this can't be undone.");
  return {
    events: await eventsOf(tx, teamId, "message_updated", reopened),
    facts: reopened.map((subjectId) => ({ type: "message_reopened", subjectId })),
  };
};
