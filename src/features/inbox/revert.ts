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

/** Undoes an import: removes its messages from the inbox, unless somebody has worked on one of them. */
export const revertImport: Revert = async (tx, teamId, change) => {
  const messages = createMessageRepository(tx);
  const touched = await messages.touchedOfImport(teamId, change.id);
  if (touched > 0)
    throw new AppError(
      "conflict",
      `${touched} of the imported messages ${touched === 1 ? "has" : "have"} changed since, so the import can't be undone.`,
    );
  await messages.removeOfImport(teamId, change.id);
  return {
    events: [{ type: "message_updated", id: change.id }],
    facts: [{ type: "import_undone", subjectId: change.id }],
  };
};
