import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import type { BulkTarget, MessageStatus } from "../contract";
import { type MessageRow, matching } from "../repository";
import { messages } from "../tables";
import type { MessageTarget } from "./contract";

/** A message that was just resolved, and the status it had. */
export interface ResolvedRow {
  id: string;
  before: Exclude<MessageStatus, "resolved">;
}

/** A snoozed message, and until when it was snoozed before (ISO 8601). */
export interface SnoozedRow {
  id: string;
  before: string | null;
  /** Who had snoozed it last; entries of earlier versions don't say it. */
  by?: string | null;
}

/** Whether a task that wasn't deleted was made from the message. */
const hasTask = sql`exists (select from tasks where tasks.team_id = ${messages.teamId}
  and tasks.message_id = ${messages.id} and tasks.deleted_at is null)`;

export function createBulkRepository(db: Executor) {
  const meant = (teamId: string, userId: string, target: MessageTarget) =>
    and(
      matching(teamId, userId, "ids" in target ? { view: "all" } : target.filter),
      "ids" in target ? sql`${messages.id} = any(${sql.param(target.ids)}::uuid[])` : undefined,
    );
  const matches = (teamId: string, userId: string, target: BulkTarget) =>
    and(
      meant(teamId, userId, target),
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

    /**
     * The messages that a target means for a person, locked until the transaction ends.
     *
     * @param withoutTask - leaves out messages that have their task.
     */
    lock(
      teamId: string,
      userId: string,
      target: MessageTarget,
      { limit, withoutTask }: { limit: number; withoutTask?: boolean },
    ): Promise<MessageRow[]> {
      return (
        db
          .select()
          .from(messages)
          .where(and(meant(teamId, userId, target), withoutTask ? sql`not ${hasTask}` : undefined))
          // In one order, so that two people's steps wait for each other instead of failing.
          .orderBy(asc(messages.id))
          .limit(limit)
          .for("update")
      );
    },

    /** Gives a team's messages a status, or the end of a snooze. */
    async set(
      teamId: string,
      ids: string[],
      change: Partial<Pick<MessageRow, "status" | "snoozedUntil" | "snoozedBy">>,
    ): Promise<void> {
      await db
        .update(messages)
        .set(change)
        .where(and(eq(messages.teamId, teamId), sql`${messages.id} = any(${sql.param(ids)}::uuid[])`));
    },

    /**
     * Gives messages of a person an earlier status. Skips those that haven't the later one any more, and those that
     * still have their task, because somebody has worked on it.
     */
    async restore(
      teamId: string,
      userId: string,
      ids: string[],
      { from, to }: { from: MessageStatus; to: MessageStatus },
    ): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        update ${messages} set status = ${to}
        where ${matching(teamId, userId, { view: "all", status: from })}
          and ${messages.id} = any(${sql.param(ids)}::uuid[])
          ${from === "processed" ? sql`and not ${hasTask}` : sql``}
        returning id`);
      return rows.map(({ id }) => id);
    },

    /** Undoes a snooze of messages of a person that still are snoozed until then. @returns their ids. */
    async unsnooze(teamId: string, userId: string, snoozed: SnoozedRow[], until: string): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        update ${messages} set snoozed_until = earlier.before, snoozed_by = coalesce(earlier.by, snoozed_by)
        from json_to_recordset(${JSON.stringify(snoozed)}::json) as earlier(id uuid, before timestamptz, by uuid)
        where ${matching(teamId, userId, { view: "all" })}
          and ${messages.id} = earlier.id and ${messages.snoozedUntil} = ${until}::timestamptz
        returning ${messages.id}`);
      return rows.map(({ id }) => id);
    },
  };
}
