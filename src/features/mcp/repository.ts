import { and, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import type { PageBefore } from "../../shared/paging";
import { toolCalls } from "./tables";

export type ToolCallRow = typeof toolCalls.$inferSelect;
export type NewToolCall = Pick<ToolCallRow, "teamId" | "userId" | "tokenName" | "tool">;

export function createToolCallRepository(db: Executor) {
  return {
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

    /** @param page - if the row in `before` no longer exists, there is nothing older either. */
    async list(teamId: string, userId: string, { limit, before }: PageBefore): Promise<ToolCallRow[]> {
      const own = and(eq(toolCalls.teamId, teamId), eq(toolCalls.userId, userId));
      const older =
        before &&
        sql`${toolCalls.seq} < (select c.seq from ${toolCalls} c
          where c.team_id = ${teamId} and c.user_id = ${userId} and c.id = ${before})`;
      return db
        .select()
        .from(toolCalls)
        .where(and(own, older || undefined))
        .orderBy(desc(toolCalls.seq))
        .limit(limit);
    },

    async purgeBefore(date: Date): Promise<void> {
      await db.delete(toolCalls).where(lt(toolCalls.at, date));
    },
  };
}
