import { randomUUID } from "node:crypto";
import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { counted, ofThese } from "../../../shared/counted";
import { type EntryListener, recordChange } from "../../journal/service";
import { requireTeam } from "../../teams/service";
import type { BulkTarget } from "../contract";
import { eventsOf } from "../message-events";
import { createBulkRepository, type ResolvedRow } from "./bulk-repository";
import { inOneStep, requireNoMore } from "./many-at-once";

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
  return inOneStep(db, target, async (tx) => {
    const rows = await createBulkRepository(tx).resolve(teamId, actor.userId, target);
    requireNoMore(target, rows.length);
    const expected = "ids" in target ? target.expected : undefined;
    const changed = rows.filter(({ id, before }) => (expected?.[id] ?? before) !== before);
    if (changed.length > 0)
      throw new AppError(
        "changed_since",
        `${ofThese(changed.length, rows.length, "message")} changed since.`,
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
        summary: `Resolved ${counted(rows.length, "message")}`,
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
