import type { Executor } from "../../../server/database";
import type { Actor } from "../../../shared/actor";
import { AppError } from "../../../shared/app-error";
import { counted } from "../../../shared/counted";
import { type EntryListener, recordChange } from "../../journal/service";
import type { Task } from "../../tasks/contract";
import type { TaskService } from "../../tasks/service";
import { stillMember } from "../../teams/require-team";
import type { TeamService } from "../../teams/service";
import type { ItemPatch, MeetingItem } from "../contract";
import { createMeetingRepository } from "../repository";
import { requireLocked, requireMeeting } from "../require-meeting";
import { toItem } from "../views";
import { changedFields, changeItem, requireProposed, requireSeen } from "./change-item";

const itemNotFound = () => new AppError("not_found", "Proposed task not found.");

/** What becomes of the tasks that the engine proposes. */
export function createItems({
  db,
  tasks,
  teams,
}: {
  db: Executor;
  tasks: Pick<TaskService, "insert" | "created" | "get">;
  teams: Pick<TeamService, "isMember">;
}) {
  return {
    async get(actor: Actor, id: string, itemId: string): Promise<MeetingItem> {
      const { teamId } = await requireMeeting(db, actor, id);
      const item = (await createMeetingRepository(db).items(teamId, [id])).find((one) => one.id === itemId);
      if (!item) throw itemNotFound();
      return toItem(item);
    },

    /**
     * Changes or drops a proposed task.
     *
     * @param recorded - receives the id of the journal entry; not called if nothing changes.
     * @throws AppError `conflict` if it is a task already; `changed_since` if it isn't as expected.
     */
    update(
      actor: Actor,
      id: string,
      itemId: string,
      { expected, ...patch }: ItemPatch & { expected?: ItemPatch | undefined },
      recorded?: EntryListener,
    ): Promise<MeetingItem> {
      return db.transaction(async (tx) => {
        const meeting = await requireLocked(tx, actor, id);
        const item = await createMeetingRepository(tx).lockItem(meeting.teamId, id, itemId);
        if (!item) throw itemNotFound();
        requireProposed(item);
        requireSeen(item, expected, patch);
        if (patch.assigneeId && !(await teams.isMember(tx, meeting.teamId, patch.assigneeId)))
          throw new AppError("invalid_input", "assigneeId: Choose a member of this team.");
        const after = changedFields(item, patch);
        if (Object.keys(after).length === 0) return toItem(item);
        return toItem(await changeItem(tx, actor, meeting, item, after, recorded));
      });
    },

    /**
     * Makes a task of each proposed one, or of each of some, that isn't dropped and isn't a task yet.
     *
     * @param recorded - receives the id of the journal entry; not called if there was nothing to make.
     */
    createTasks(
      actor: Actor,
      id: string,
      { teamId, items }: { teamId: string; items?: string[] | undefined },
      recorded?: EntryListener,
    ): Promise<Task[]> {
      return db.transaction(async (tx) => {
        const meeting = await requireLocked(tx, actor, id);
        if (meeting.teamId !== teamId) throw new AppError("not_found", "Meeting not found.");
        const repository = createMeetingRepository(tx);
        const chosen = items && new Set(items);
        const open = (await repository.items(teamId, [id])).filter(
          (item) => !item.dropped && !item.taskId && chosen?.has(item.id) !== false,
        );
        if (open.length === 0) return [];
        const made = [];
        for (const item of open) {
          const row = await tasks.insert(
            tx,
            actor,
            teamId,
            {
              title: item.title,
              urgency: item.urgency,
              importance: item.importance,
              dueDate: item.dueDate?.toISOString() ?? null,
              assigneeId: await stillMember(tx, teamId, item.assigneeId),
            },
            { evidence: [item.evidence], sample: meeting.sample },
          );
          await repository.updateItem(teamId, item.id, { taskId: row.id });
          made.push({ itemId: item.id, row });
        }
        const entry = await recordChange(
          tx,
          {
            teamId,
            userId: actor.userId,
            action: "task.created",
            summary: `Created ${counted(made.length, "task")} from the meeting “${meeting.title}”`,
            changes: [
              {
                kind: "changed",
                type: "meeting_items",
                id,
                before: {},
                after: Object.fromEntries(made.map(({ itemId, row }) => [itemId, row.id])),
              },
              ...made.map(({ row }) => tasks.created(row)),
            ],
          },
          made.map(({ row }) => ({ type: "task_created", subjectId: row.id })),
          [
            { type: "meeting_updated", id },
            ...made.map(({ row }) => ({ type: "task_created" as const, id: row.id })),
          ],
        );
        recorded?.(entry.id);
        return Promise.all(made.map(({ row }) => tasks.get(actor, row.id, tx)));
      });
    },

    /** The tasks that were made, without those that were deleted since. */
    async made(actor: Actor, taskIds: string[]): Promise<Task[]> {
      const found = await Promise.all(
        taskIds.map((taskId) =>
          tasks.get(actor, taskId).catch((error: unknown) => {
            if (!(error instanceof AppError) || error.code !== "not_found") throw error;
          }),
        ),
      );
      return found.filter((task) => task !== undefined);
    },
  };
}
