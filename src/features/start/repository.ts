import { sql } from "drizzle-orm";
import { type Executor, holdLock } from "../../server/database";
import { messages } from "../inbox/tables";
import { events } from "../journal/tables";
import { tasks } from "../tasks/tables";
import type { Start } from "./contract";
import { startDismissals } from "./tables";

export function createStartRepository(db: Executor) {
  return {
    /** What a person and their team have done. Each query is one index lookup. */
    async read(teamId: string, userId: string): Promise<Start> {
      const did = (...types: string[]) => sql`exists (
        select from ${events} where ${events.teamId} = ${teamId} and ${events.userId} = ${userId}
          and ${events.type} = any(${sql.param(types)}::text[]))`;
      const { rows } = await db.execute<Start & Record<string, unknown>>(sql`
        select
          exists (select from ${messages} where ${messages.teamId} = ${teamId} and ${messages.deletedAt} is null
            and not ${messages.sample} and (${messages.visibleTo} is null or ${messages.visibleTo} = ${userId})) as messages,
          exists (select from ${tasks} where ${tasks.teamId} = ${teamId} and ${tasks.deletedAt} is null) as tasks,
          ${did("task_created", "message_resolved")} as sorted,
          ${did("task_completed")} as completed,
          exists (select from ${messages} where ${messages.teamId} = ${teamId} and ${messages.sample})
            or exists (select from ${tasks} where ${tasks.teamId} = ${teamId} and ${tasks.sample}) as sample,
          (select count(*)::int from ${tasks} where ${tasks.teamId} = ${teamId} and ${tasks.sample}
            and ${tasks.deletedAt} is null) as "sampleTasks",
          exists (select from ${startDismissals} where ${startDismissals.teamId} = ${teamId}
            and ${startDismissals.userId} = ${userId}) as dismissed`);
      return rows[0] as Start;
    },

    /** Serializes additions of sample data to a team until the transaction ends. */
    async lockSamples(teamId: string): Promise<void> {
      await holdLock(db, `samples ${teamId}`);
    },

    async dismiss(teamId: string, userId: string): Promise<void> {
      await db.insert(startDismissals).values({ teamId, userId }).onConflictDoNothing();
    },
  };
}
