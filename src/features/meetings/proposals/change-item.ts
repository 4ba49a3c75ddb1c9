import type { Executor } from "../../../server/database";
import { isAsSeen } from "../../../server/http/as-seen";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import type { Fields } from "../../journal/change";
import { ChangedSince, type EntryListener, type Revert, recordChange } from "../../journal/service";
import { ItemPatch } from "../contract";
import {
  createMeetingRepository,
  createPeopleRepository,
  type ItemRow,
  type MeetingRow,
} from "../repository";
import { toItem } from "../views";

/**
 * What a patch changes about a proposed task, in the contract's form, as the journal keeps it. Somebody in the team who
 * takes it replaces the name that was said.
 */
export function changedFields(item: ItemRow, patch: ItemPatch): Fields {
  const now = fieldsOf(item);
  const wanted = { ...inForm(patch), ...(patch.assigneeId && { assigneeName: null }) };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => value !== undefined && value !== now[field]),
  );
}

/** A patch as {@link fieldsOf} writes its fields. */
const inForm = (patch: ItemPatch): Fields => ({
  ...patch,
  ...(patch.dueDate && { dueDate: new Date(patch.dueDate).toISOString() }),
});

/**
 * Changes a proposed task in the caller's transaction. One undo reverts it.
 *
 * @param recorded - receives the id of the journal entry.
 */
export async function changeItem(
  tx: Executor,
  actor: Actor,
  { id: meetingId, teamId }: Pick<MeetingRow, "id" | "teamId">,
  item: ItemRow,
  after: Fields,
  recorded?: EntryListener,
): Promise<ItemRow> {
  const change = { ...toColumns(after), changed: true };
  const row = await createMeetingRepository(tx).updateItem(teamId, item.id, change);
  const entry = await recordChange(
    tx,
    {
      ...{ teamId, userId: actor.userId, action: "meeting.item_changed" },
      summary: `${verbOf(after)} the proposed task “${row.title}”`,
      changes: [
        {
          ...{ kind: "changed", type: "meeting_item", id: item.id },
          before: { meetingId, ...stateOf(item) },
          after: { meetingId, ...after },
        },
      ],
    },
    [],
    [{ type: "meeting_updated", id: meetingId }],
  );
  recorded?.(entry.id);
  return row;
}

/** Undoes changing or dropping a proposed task. */
export const revertItem: Revert = async (tx, teamId, change) => {
  const { before, after } = change as Extract<typeof change, { kind: "changed" }>;
  const { meetingId, ...made } = after;
  const former = Object.fromEntries(Object.keys(made).map((field) => [field, before[field]]));
  const repository = createMeetingRepository(tx);
  const meeting = await repository.lock([teamId], String(meetingId));
  if (!meeting || meeting.deletedAt) throw new AppError("conflict", "The meeting no longer exists.");
  const item = await repository.lockItem(teamId, meeting.id, change.id);
  if (!item) throw new AppError("conflict", "The proposed task no longer exists.");
  requireProposed(item);
  const now = fieldsOf(item);
  if (Object.keys(made).some((field) => now[field] !== made[field]))
    throw new ChangedSince(`“${item.title}”`);
  const members = await createPeopleRepository(tx).members(teamId);
  // Somebody may have left since.
  if (!members.some(({ id }) => id === former.assigneeId) && former.assigneeId) former.assigneeId = null;
  // Nobody has changed it again, unless another change still stands.
  const isProposedAgain =
    before.changed === false && changeable.every((field) => field in made || now[field] === before[field]);
  await repository.updateItem(teamId, item.id, { ...toColumns(former), changed: !isProposedAgain });
  return { events: [{ type: "meeting_updated", id: meeting.id }], facts: [] };
};

/** @throws AppError `conflict` if the proposed task is a task already. */
export function requireProposed({ taskId }: ItemRow): void {
  if (taskId) throw new AppError("conflict", "This is a task already. Change the task on the matrix.");
}

/** @throws AppError `changed_since` unless a proposed task {@link isAsSeen}. */
export function requireSeen(item: ItemRow, expected: ItemPatch = {}, wanted: ItemPatch = {}): void {
  if (!isAsSeen(fieldsOf(item), inForm(expected), inForm(wanted)))
    throw new AppError("changed_since", "Somebody has changed this proposed task since.");
}

/** What {@link changeItem} may change. */
const changeable = [...Object.keys(ItemPatch.shape), "assigneeName"];

/** All that undo compares, so that it notices changes to other fields too. */
function stateOf(item: ItemRow): Fields {
  const now = fieldsOf(item);
  return { ...Object.fromEntries(changeable.map((field) => [field, now[field]])), changed: item.changed };
}

const fieldsOf = (item: ItemRow): Fields => ({ ...toItem(item) });

function toColumns({ dueDate, ...fields }: Fields): Partial<ItemRow> {
  const due = dueDate === null ? null : new Date(String(dueDate));
  return { ...fields, ...(dueDate !== undefined && { dueDate: due }) };
}

const verbOf = ({ dropped }: Fields): string =>
  dropped === undefined ? "Changed" : dropped ? "Dropped" : "Restored";
