import { randomUUID } from "node:crypto";
import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { counted } from "../../../shared/counted";
import type { Change } from "../../journal/change";
import { type EntryListener, recordChange } from "../../journal/service";
import type { TaskService } from "../../tasks/service";
import { requireTeam } from "../../teams/service";
import { eventsOf } from "../message-events";
import type { MessageRow } from "../repository";
import { type FindContacts, messageWithDeal } from "../sender-contact";
import { evidenceOf, taskFrom } from "../task-messages";
import { createBulkRepository } from "./bulk-repository";
import type { ManyTasksWanted } from "./contract";
import { inOneStep, lockMany } from "./many-at-once";

interface Parts {
  db: Executor;
  tasks: Pick<TaskService, "insertMany">;
  findContacts: FindContacts;
}

/**
 * Creates a task in one quadrant from each of many messages, but none where there is one, with one entry in the
 * journal. Unlike with one message, it corrects no analysis: sorting a list says little about each message.
 *
 * @param recorded - receives the entry's id.
 * @returns how many tasks it made, and how many private messages it left out.
 * @throws AppError as `lockMany`.
 */
export async function createManyTasks(
  { db, tasks, findContacts }: Parts,
  actor: Actor,
  teamId: string,
  wanted: ManyTasksWanted,
  recorded?: EntryListener,
): Promise<{ changed: number; leftOut?: number | undefined }> {
  requireTeam(actor, teamId);
  const { urgency, importance, includePrivate } = wanted;
  return inOneStep(db, wanted, async (tx) => {
    const found = await lockMany(tx, teamId, actor.userId, wanted, { withoutTask: true });
    const rows = found.filter(({ visibleTo }) => includePrivate || visibleTo === null);
    const privates = found.length - rows.length;
    const leftOut = privates > 0 ? { leftOut: privates } : {};
    if (rows.length === 0) return { changed: 0, ...leftOut };
    const addresses = [...new Set(rows.flatMap(({ senderAddress }) => senderAddress ?? []))];
    const contacts = addresses.length > 0 ? await findContacts(tx, teamId, addresses) : new Map();
    const made = await tasks.insertMany(
      tx,
      actor,
      teamId,
      rows.map((row) => {
        const message = messageWithDeal(row, contacts.get(row.senderAddress ?? ""));
        return { ...taskFrom(message, { urgency, importance }), source: sourceOf(row) };
      }),
    );
    const ids = rows.map(({ id }) => id);
    await createBulkRepository(tx).set(teamId, ids, { status: "processed" });
    const taskIds = made.map(({ id }) => id);
    const { id } = await recordChange(
      tx,
      {
        ...{ teamId, userId: actor.userId, action: "tasks.created_from_messages" },
        summary: `Created ${counted(ids.length, "task")} from messages`,
        changes: [
          processed(rows),
          { kind: "created", type: "tasks", id: randomUUID(), after: { ids: taskIds } },
        ],
      },
      taskIds.map((subjectId) => ({ type: "task_created", subjectId })),
      [
        { type: "task_created", id: taskIds[0] as string },
        ...(await eventsOf(tx, teamId, "message_updated", ids)),
      ],
    );
    recorded?.(id);
    return { changed: ids.length, ...leftOut };
  });
}

const sourceOf = (message: MessageRow) => ({
  messageId: message.id,
  messageChannel: message.channel,
  evidence: evidenceOf(message),
  sample: message.sample,
});

/** The ids of messages that became processed, by the status they had. */
function processed(rows: MessageRow[]): Change {
  const before: Record<string, string[]> = { new: [], processed: [], resolved: [] };
  for (const { id, status } of rows) before[status]?.push(id);
  return {
    ...{ kind: "changed", type: "messages", id: randomUUID() },
    ...{ before, after: { status: "processed" } },
  };
}
