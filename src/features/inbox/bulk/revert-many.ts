import { AppError } from "../../../shared/app-error";
import { allOfThese } from "../../../shared/counted";
import type { Fact } from "../../journal/change";
import type { Revert } from "../../journal/service";
import type { MessageStatus } from "../contract";
import { eventsOf } from "../message-events";
import { createBulkRepository, type SnoozedRow } from "./bulk-repository";

/**
 * Gives messages that were resolved, snoozed or made tasks together what they had before. Those changed meanwhile
 * stay as they are.
 */
export const revertMany: Revert = async (tx, teamId, change, userId) => {
  if (change.kind !== "changed") throw new AppError("conflict", "This change can't be undone.");
  const { before, after } = change;
  const many = createBulkRepository(tx);
  const restored: string[] = [];
  let of = 0;
  if ("snoozedUntil" in after) {
    const rows = before.rows as SnoozedRow[];
    of = rows.length;
    restored.push(...(await many.unsnooze(teamId, userId, rows, after.snoozedUntil as string)));
  } else {
    const from = after.status as MessageStatus;
    for (const [to, ids] of Object.entries(before) as [MessageStatus, string[]][]) {
      of += ids.length;
      restored.push(...(await many.restore(teamId, userId, ids, { from, to })));
    }
  }
  if (restored.length === 0)
    throw new AppError("conflict", `${allOfThese(of, "message")} changed since, so this can't be undone.`);
  const facts: Fact[] =
    after.status === "resolved" ? restored.map((subjectId) => ({ type: "message_reopened", subjectId })) : [];
  return {
    events: await eventsOf(tx, teamId, "message_updated", restored),
    facts,
    kept: of - restored.length,
  };
};
