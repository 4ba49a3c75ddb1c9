import { and, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { BulkTarget, MessageStatus } from "../contract";
import { matching } from "../repository";
import { messages } from "../tables";

/** A message that was just resolved, and the status it had. */
export interface ResolvedRow {
  id: string;
  before: Exclude<MessageStatus, "resolved">;
}

export function createBulkRepository(db: Executor) {
  const matches = (teamId: string, userId: string, target: BulkTarget) =>
    and(
      matching(teamId, userId, "ids" in target ? { view: "all" } : target.filter),
      "ids" in target ? sql`${messages.id} = any(${sql.param(target.ids)}::uuid[])` : undefined,
      ne(messages.status, "resolved"),
      "ids" in target && target.skipChanged
        ? sql`coalesce(${JSON.stringify(target.expected ?? {})}::jsonb ->> ${messages.id}::text, ${messages.status})
            = ${messages.status}`
        : undefined,
    );

  return {
    /** Resolves what a target means for a person. */
    async resolve(teamId: string, userId: string, target: BulkTarget): Promise<ResolvedRow[]> {
      const { rows } = await db.execute<ResolvedRow & Record<string, unknown>>(sql`
        with before as (
          select ${messages.id}, ${messages.status} from ${messages}
          where ${matches(teamId, userId, target)} order by ${messages.id} for update
        )
        update ${messages} set status = 'resolved' from before
        where ${messages.teamId} = ${teamId} and ${messages.id} = before.id
        returning before.id, before.status as before`);
      return rows;
    },

    /** Gives resolved messages of a person another status; skips those that aren't resolved any more. */
    async reopen(teamId: string, userId: string, ids: string[], status: MessageStatus): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        update ${messages} set status = ${status}
        where ${matching(teamId, userId, { view: "resolved" })}
          and ${messages.id} = any(${sql.param(ids)}::uuid[])
        returning id`);
      return rows.map(({ id }) => id);
    },
  };
}
