import type { Executor } from "../../../server/database";
import { publish } from "../../../server/live-hub";
import { AppError } from "../../../shared/app-error";
import type { Change } from "../../journal/change";
import { type EntryListener, type Revert, recordChange, recordFactOfAll } from "../../journal/service";
import { wakeTasksOf } from "../../tasks/service";
import type { SnoozeChange } from "../contract";
import { eventsOf } from "../message-events";
import { publicNameOf } from "../message-name";
import { createMessageRepository, type MessageRow, type Reader } from "../repository";
import { createSnoozeRepository, type WokenMessage } from "./snooze-repository";

/**
 * Takes a message out of Requires Action until a time, or ends its snooze (null), in the caller's transaction.
 *
 * @throws AppError `not_found` if the reader can't see it; `changed_since` if it isn't snoozed as expected.
 */
export async function snooze(
  tx: Executor,
  reader: Reader,
  id: string,
  change: SnoozeChange,
  recorded?: EntryListener,
): Promise<MessageRow> {
  const until = dateOf(change.until);
  const current = await createMessageRepository(tx).lock(reader, id);
  if (!current) throw new AppError("not_found", "Message not found.");
  if (current.snoozedUntil?.getTime() === until?.getTime()) return current;
  if (change.expected && current.snoozedUntil?.getTime() !== dateOf(change.expected.until)?.getTime())
    throw new AppError("changed_since", "Somebody has changed this message since.");
  const row = await createSnoozeRepository(tx).set(
    current.teamId,
    id,
    until,
    until ? (reader.userId ?? undefined) : undefined,
  );
  const entry = await recordChange(
    tx,
    {
      teamId: row.teamId,
      userId: reader.userId,
      action: until ? "message.snoozed" : "message.woken",
      summary: `${until ? "Snoozed" : "Ended the snooze of"} “${publicNameOf(row)}”`,
      changes: [
        {
          kind: "changed",
          type: "message",
          id,
          before: {
            snoozedUntil: current.snoozedUntil?.toISOString() ?? null,
            snoozedBy: current.snoozedBy,
          },
          after: { snoozedUntil: until?.toISOString() ?? null },
        },
      ],
    },
    [],
    [{ type: "message_updated", id, single: true, onlyFor: row.visibleTo }],
  );
  recorded?.(entry.id);
  return row;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Undoes a snooze, or the end of one. */
export async function revertSnooze(
  tx: Executor,
  current: MessageRow,
  change: Extract<Change, { kind: "changed" }>,
): ReturnType<Revert> {
  if ((current.snoozedUntil?.toISOString() ?? null) !== change.after.snoozedUntil)
    throw new AppError("conflict", "The message has changed since, so this can't be undone.");
  const before = change.before.snoozedUntil as string | null;
  // Entries of earlier versions don't say who had snoozed it.
  const by = change.before.snoozedBy as string | null | undefined;
  await createSnoozeRepository(tx).set(current.teamId, current.id, dateOf(before), by ?? undefined);
  return {
    events: [{ type: "message_updated", id: current.id, single: true, onlyFor: current.visibleTo }],
    facts: [],
  };
}

/** Brings back the messages of all teams whose snooze has ended. */
export function wakeDue(db: Executor): Promise<void> {
  return db.transaction(async (tx) => report(tx, await createSnoozeRepository(tx).wakeDue()));
}

/** A reply brings back the snoozed messages of its conversation, and the snoozed tasks made from them. */
export async function wakeByReply(tx: Executor, teamId: string, newIds: string[]): Promise<void> {
  const snoozes = createSnoozeRepository(tx);
  await report(tx, await snoozes.wakeThreadsOf(teamId, newIds));
  const replied = await snoozes.repliedTo(teamId, newIds);
  if (replied.length > 0) await wakeTasksOf(tx, teamId, replied);
}

async function report(tx: Executor, woken: WokenMessage[]): Promise<void> {
  const waited = woken.filter(({ settled }) => !settled);
  for (const [teamId, ids] of await recordFactOfAll(tx, "snooze_ended", waited))
    for (const event of await eventsOf(tx, teamId, "message_updated", ids))
      await publish(tx, { ...event, teamId });
}
