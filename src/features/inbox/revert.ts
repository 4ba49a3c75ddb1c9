import { AppError } from "../../shared/app-error";
import { ChangedSince, type Revert } from "../journal/service";
import type { MessageStatus } from "./contract";
import { createMessageRepository } from "./repository";
import { revertSnooze } from "./snooze/snooze";

/** Undoes a change of a message's status, or a snooze. */
export const revertMessage: Revert = async (tx, teamId, change, userId) => {
  if (change.kind !== "changed") throw new AppError("conflict", "This change of a message can't be undone.");
  const messages = createMessageRepository(tx);
  const current = await messages.lock({ teamIds: [teamId], userId }, change.id);
  if (!current) throw new AppError("conflict", "The message no longer exists.");
  if ("snoozedUntil" in change.after) return revertSnooze(tx, current, change);
  if (current.status !== change.after.status) throw new ChangedSince("The message");
  const status = change.before.status as MessageStatus;
  await messages.setStatus(teamId, change.id, status);
  return {
    events: [{ type: "message_updated", id: change.id, single: true, onlyFor: current.visibleTo }],
    facts: current.status === "resolved" ? [{ type: "message_reopened", subjectId: change.id }] : [],
  };
};

/** Undoes an import: removes its messages from the inbox, except those that somebody has worked on. */
export const revertImport: Revert = async (tx, teamId, change) => {
  const { removed, kept } = await createMessageRepository(tx).removeOfImport(teamId, change.id);
  if (removed === 0 && kept > 0)
    throw new AppError(
      "conflict",
      "All of the imported messages have changed since, so this can't be undone.",
    );
  return {
    events: [{ type: "message_updated", id: change.id }],
    facts: [{ type: "import_undone", subjectId: change.id }],
    kept,
  };
};
