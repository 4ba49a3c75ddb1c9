import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { teams } from "../teams/tables";
import { teamExports } from "./tables";

export type ExportRow = typeof teamExports.$inferSelect;

/** How long the file may not grow before its download counts as broken off (seconds). */
const silentSeconds = 90;
/** How many of a team's downloads are kept. */
const keptExports = 20;

export function createExportRepository(db: Executor) {
  return {
    async teamName(teamId: string): Promise<string | undefined> {
      const [team] = await db.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
      return team?.name;
    },

    async latest(teamId: string, limit: number): Promise<ExportRow[]> {
      return db
        .select()
        .from(teamExports)
        .where(eq(teamExports.teamId, teamId))
        .orderBy(desc(teamExports.startedAt))
        .limit(limit);
    },

    async find(teamId: string, id: string): Promise<ExportRow | undefined> {
      const [row] = await db
        .select()
        .from(teamExports)
        .where(and(eq(teamExports.teamId, teamId), eq(teamExports.id, id)));
      return row;
    },

    async insert(row: Pick<ExportRow, "teamId" | "userId" | "rows">): Promise<ExportRow> {
      const [created] = await db
        .insert(teamExports)
        .values({ ...row, status: "ready" })
        .returning();
      await db
        .delete(teamExports)
        .where(
          and(
            eq(teamExports.teamId, row.teamId),
            inArray(
              teamExports.id,
              db
                .select({ id: teamExports.id })
                .from(teamExports)
                .where(eq(teamExports.teamId, row.teamId))
                .orderBy(desc(teamExports.startedAt))
                .offset(keptExports),
            ),
          ),
        );
      return created as ExportRow;
    },

    /** Begins a prepared download. False if it has begun already. */
    async begin(teamId: string, id: string): Promise<boolean> {
      const begun = await db
        .update(teamExports)
        .set({ status: "running", startedAt: sql`now()`, progressAt: sql`now()` })
        .where(and(eq(teamExports.teamId, teamId), eq(teamExports.id, id), eq(teamExports.status, "ready")))
        .returning({ id: teamExports.id });
      return begun.length > 0;
    },

    async update(
      teamId: string,
      id: string,
      changes: Partial<Pick<ExportRow, "status" | "rows" | "rowsDone" | "bytes" | "error" | "finishedAt">>,
    ): Promise<void> {
      await db
        .update(teamExports)
        .set({ ...changes, progressAt: sql`now()` })
        .where(and(eq(teamExports.teamId, teamId), eq(teamExports.id, id)));
    },

    /** Whether a download of this team is going on in any process. */
    async isRunning(teamId: string): Promise<boolean> {
      const [row] = await db
        .select({ id: teamExports.id })
        .from(teamExports)
        .where(
          and(
            eq(teamExports.teamId, teamId),
            eq(teamExports.status, "running"),
            gt(teamExports.progressAt, sql`now() - ${silentSeconds} * interval '1 second'`),
          ),
        );
      return row !== undefined;
    },

    /** Ends downloads whose process has ended before them. */
    async endSilent(teamId: string, error: string): Promise<void> {
      await db
        .update(teamExports)
        .set({ status: "failed", error, finishedAt: sql`now()` })
        .where(
          and(
            eq(teamExports.teamId, teamId),
            eq(teamExports.status, "running"),
            sql`${teamExports.progressAt} <= now() - ${silentSeconds} * interval '1 second'`,
          ),
        );
    },
  };
}
