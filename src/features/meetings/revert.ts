import { AppError } from "../../shared/app-error";
import type { Revert } from "../journal/service";
import { createMeetingRepository } from "./repository";

/** Undoes adding, renaming or deleting a meeting. */
export const revertMeeting: Revert = async (tx, teamId, change) => {
  const meetings = createMeetingRepository(tx);
  const current = await meetings.lock([teamId], change.id);
  if (!current) throw new AppError("conflict", "The meeting no longer exists.");
  const events = [{ type: "meeting_updated" as const, id: change.id }];
  if (change.kind === "deleted") {
    if (!current.deletedAt) throw new AppError("conflict", "The meeting has already been restored.");
    await meetings.update(teamId, change.id, { deletedAt: null });
    return { events, facts: [{ type: "meeting_restored", subjectId: change.id }] };
  }
  if (current.deletedAt) throw new AppError("conflict", `“${current.title}” has been deleted since.`);
  if (change.kind === "created") {
    if (current.status === "recording")
      throw new AppError("conflict", "The meeting is being recorded. Finish the recording first.");
    await meetings.update(teamId, change.id, { deletedAt: new Date() });
    return { events, facts: [{ type: "meeting_deleted", subjectId: change.id }] };
  }
  if (current.title !== change.after.title)
    throw new AppError("conflict", `“${current.title}” has changed since, so this can't be undone.`);
  await meetings.update(teamId, change.id, { title: String(change.before.title) });
  return { events, facts: [] };
};

/** Undoes Create Tasks: the proposed tasks are open again. The tasks themselves are undone by theirs. */
export const revertMeetingItems: Revert = async (tx, teamId, change) => {
  const meetings = createMeetingRepository(tx);
  const made = change.kind === "changed" ? change.after : {};
  for (const item of await meetings.items(teamId, [change.id]))
    if (item.taskId && made[item.id] === item.taskId)
      await meetings.updateItem(teamId, item.id, { taskId: null });
  return { events: [{ type: "meeting_updated", id: change.id }], facts: [] };
};
