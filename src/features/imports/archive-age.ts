import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { counted } from "../../shared/counted";
import { day } from "../../shared/durations";
import type { TeamEvent } from "../../shared/live-event";
import { leaveToAll } from "../inbox/storing/account-messages";
import { type EntryListener, type Revert, recordChange } from "../journal/service";
import { recentDays } from "./contract";
import { createImportRepository, type ImportRow } from "./repository";

/** When the last days of an archive begin, counted back from its newest message; null if no message has a date. */
export function recentSince({ newestAt }: Pick<ImportRow, "newestAt">): Date | null {
  return newestAt && new Date(newestAt.getTime() - recentDays * day);
}

/**
 * Stores the answer to what needs action in an import, and moves its messages accordingly.
 *
 * @param row - locked by the caller.
 * @throws AppError `conflict` while the import is still storing messages.
 */
export async function decideImport(
  tx: Executor,
  { userId }: Pick<Actor, "userId">,
  row: ImportRow,
  recentOnly: boolean,
  recorded?: EntryListener,
): Promise<ImportRow> {
  const { teamId, id } = row;
  if (row.status !== "completed" && row.status !== "failed")
    throw new AppError("conflict", "Wait until the import has ended, then choose what needs action.");
  const moved = await leaveToAll(tx, { teamId, importId: id }, recentOnly ? recentSince(row) : null);
  const decided = await createImportRepository(tx).update(teamId, id, { recentOnly });
  const count = counted(moved, "older imported message");
  const entry = await recordChange(
    tx,
    {
      teamId,
      userId,
      action: "import.age_decided",
      summary: recentOnly ? `Left ${count} to All Messages` : `Kept ${count} under Requires Action`,
      changes: [
        {
          kind: "changed",
          type: "import",
          id,
          before: { recentOnly: row.recentOnly },
          after: { recentOnly },
        },
      ],
    },
    [],
    eventsOf(id),
  );
  recorded?.(entry.id);
  return decided as ImportRow;
}

/** Undoes the answer to what needs action in an import. */
export const revertImportAge: Revert = async (tx, teamId, change) => {
  if (change.kind !== "changed") throw new AppError("conflict", "This change of an import can't be undone.");
  const imports = createImportRepository(tx);
  const row = await imports.lock(teamId, change.id);
  if (!row) throw new AppError("conflict", "The import no longer exists.");
  if (row.recentOnly !== change.after.recentOnly)
    throw new AppError("conflict", "The import has changed since, so this can't be undone.");
  const recentOnly = change.before.recentOnly as boolean | null;
  await leaveToAll(tx, { teamId, importId: row.id }, recentOnly ? recentSince(row) : null);
  await imports.update(teamId, row.id, { recentOnly });
  return { events: eventsOf(row.id), facts: [] };
};

const eventsOf = (id: string): TeamEvent[] => [
  { type: "message_updated", id },
  { type: "import_updated", id },
];
