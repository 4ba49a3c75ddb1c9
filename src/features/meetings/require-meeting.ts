import type { Executor } from "../../server/database";
import type { Actor } from "../../shared/actor";
import { AppError } from "../../shared/app-error";
import { createMeetingRepository, type ListedMeeting, type MeetingRow } from "./repository";

/** A meeting of the actor's teams. @throws AppError `not_found` if it is missing, deleted or another team's. */
export async function requireMeeting(db: Executor, actor: Actor, id: string): Promise<ListedMeeting> {
  const row = await createMeetingRepository(db).find(Object.keys(actor.roles), id);
  if (!row) throw new AppError("not_found", "Meeting not found.");
  return row;
}

/** Like {@link requireMeeting}, locked until the transaction ends. */
export async function requireLocked(tx: Executor, actor: Actor, id: string): Promise<MeetingRow> {
  const row = await createMeetingRepository(tx).lock(Object.keys(actor.roles), id);
  if (!row || row.deletedAt) throw new AppError("not_found", "Meeting not found.");
  return row;
}

/**
 * @param expected - the title that the person has seen; undefined: any.
 * @param wanted - a title that is as good, because the person gives it that.
 * @throws AppError `changed_since` if it has another one by now.
 */
export function requireTitle(
  { title }: { title: string },
  expected: string | undefined,
  wanted = expected,
): void {
  if (expected !== undefined && title !== expected && title !== wanted)
    throw new AppError("changed_since", "Somebody has renamed this meeting since.");
}
