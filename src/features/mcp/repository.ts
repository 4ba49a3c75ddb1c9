import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { purgeBefore } from "../../server/postgres/purge";
import type { PageBefore } from "../../shared/paging";
import { toolCalls } from "./tables";

export type ToolCallRow = typeof toolCalls.$inferSelect;
export type NewToolCall = Pick<ToolCallRow, "teamId" | "userId" | "tokenName" | "tool">;

export function createToolCallRepository(db: Executor) {
  return {
    /** @returns the ids. */
    async insert(calls: NewToolCall[]): Promise<string[]> {
      const rows = await db.insert(toolCalls).values(calls).returning({ id: toolCalls.id });
      return rows.map(({ id }) => id);
    },

    /** Only the first end counts. */
    async close(ids: string[], outcome: "done" | "refused"): Promise<void> {
      await db
        .update(toolCalls)
        .set({ outcome })
        .where(and(inArray(toolCalls.id, ids), isNull(toolCalls.outcome)));
    },

    /** @throws AppError `invalid_input` if there is no call with the id in `before` (any more). */
    async list(teamId: string, userId: string, { limit, before }: PageBefore): Promise<ToolCallRow[]> {
      const own = and(eq(toolCalls.teamId, teamId), eq(toolCalls.userId, userId));
      const older =
        before &&
        sql`${toolCalls.seq} < (select c.seq from ${toolCalls} c
          where c.team_id = ${teamId} and c.user_id = ${userId} and c.id = ${before})`;
      const rows = await db
        .select()
        .from(toolCalls)
        .where(and(own, older || undefined))
        .orderBy(desc(toolCalls.seq))
        .limit(limit);
      const known = sql`${rowOf(toolCalls, teamId, before)} and of_list.user_id = ${userId}`;
      await requireKnown(db, rows, { before }, known);
      return rows;
    },

    /** Deletes calls of all teams. */
    async purgeBefore(date: Date): Promise<void> {
      await purgeBefore(db, toolCalls, toolCalls.at, date, toolCalls.seq);
    },
  };
}
