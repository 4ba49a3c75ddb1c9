import { and, eq } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { retentionWarnings } from "./tables";

export type WarningRow = typeof retentionWarnings.$inferSelect;

/** The delivered warnings before a deletion. */
export function createWarningRepository(db: Executor) {
  return {
    /** The warnings about one end of a subscription. A later end is warned about again. */
    async find(teamId: string, endedAt: Date): Promise<WarningRow | undefined> {
      const [row] = await db
        .select()
        .from(retentionWarnings)
        .where(and(eq(retentionWarnings.teamId, teamId), eq(retentionWarnings.endedAt, endedAt)));
      return row;
    },

    /** Notes when the team's owner was warned. */
    async save(teamId: string, endedAt: Date, change: Partial<Pick<WarningRow, "firstAt" | "lastAt">>) {
      await db
        .insert(retentionWarnings)
        .values({ teamId, endedAt, ...change })
        .onConflictDoUpdate({
          target: [retentionWarnings.teamId, retentionWarnings.endedAt],
          set: change,
        });
    },
  };
}
