import type { Executor } from "../../server/database";
import { AppError } from "../../shared/app-error";
import type { TeamEvent } from "../../shared/live-event";
import type { Fact } from "../journal/change";
import type { Revert } from "../journal/service";
import type { CorrectedMessages } from "./proposals";
import { type CorrectionRow, createCorrectionRepository } from "./repository";

/** Undoes changes to corrections. */
export function createCorrectionReverts({
  applyOverrides,
  events,
}: Pick<CorrectedMessages, "applyOverrides" | "events">): {
  correction: Revert;
  correction_run: Revert;
} {
  async function notify(
    tx: Executor,
    teamId: string,
    { id, visibleTo }: Pick<CorrectionRow, "id" | "visibleTo">,
    changed: string[],
  ) {
    const corrections: TeamEvent = { type: "corrections_updated", id, onlyFor: visibleTo };
    return { events: [corrections, ...(await events(tx, teamId, changed))], facts: [] as Fact[] };
  }
  return {
    /** Undoes one change: deletes a new correction with its effects, restores a removed one, or reopens an answer. */
    async correction(tx, teamId, change, userId) {
      const corrections = createCorrectionRepository(tx);
      const correction = await corrections.lock(teamId, change.id);
      if (!correction || (correction.visibleTo !== null && correction.visibleTo !== userId))
        throw new AppError("conflict", "The correction no longer exists.");
      if (change.kind === "changed") {
        if (correction.removedAt === null && correction.answer === change.after.answer)
          await corrections.update(teamId, [correction.id], {
            answer: change.before.answer as CorrectionRow["answer"],
          });
        return notify(tx, teamId, correction, [correction.messageId]);
      }
      const back = change.kind === "deleted";
      if (back !== (correction.removedAt !== null))
        throw new AppError("conflict", "The correction has changed since, so this can't be undone.");
      const others = await corrections.ofMessage(teamId, correction.messageId);
      if (back && others.some(({ field }) => field === correction.field))
        throw new AppError("conflict", "The message has been corrected again, so this can't be undone.");
      await corrections.update(teamId, [correction.id], { removedAt: back ? null : new Date() });
      const changed = await corrections.messagesOf(teamId, correction.id);
      await applyOverrides(tx, teamId, changed);
      return notify(tx, teamId, correction, [correction.messageId, ...changed]);
    },

    /** Removes what was applied to similar messages. */
    async correction_run(tx, teamId, change) {
      const changed = await createCorrectionRepository(tx).removeApply(teamId, change.id);
      await applyOverrides(tx, teamId, changed);
      return notify(tx, teamId, { id: change.id, visibleTo: null }, changed);
    },
  };
}
