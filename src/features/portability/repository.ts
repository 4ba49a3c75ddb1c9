import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { sessions, users } from "../auth/tables";
import type { Role } from "../teams/contract";
import { teamDeletions, teamMembers, teams } from "../teams/tables";
import { deletionReports, teamExports } from "./tables";

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

    /** A team's exports, the latest first. */
    async latest(teamId: string, limit: number): Promise<ExportRow[]> {
      return db
        .select()
        .from(teamExports)
        .where(eq(teamExports.teamId, teamId))
        .orderBy(desc(teamExports.startedAt))
        .limit(limit);
    },

    /** Undefined for another team's export too. */
    async find(teamId: string, id: string): Promise<ExportRow | undefined> {
      const [row] = await db
        .select()
        .from(teamExports)
        .where(and(eq(teamExports.teamId, teamId), eq(teamExports.id, id)));
      return row;
    },

    /** Stores an export that can be downloaded, and forgets all but the team's latest ones. */
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

    /** Notes progress, so that a download that hangs can be told from one that goes on. */
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

    /** A person's roles in those of these teams that they are in by now. */
    async rolesIn(teamIds: string[], userId: string): Promise<Role[]> {
      const rows = await db
        .select({ role: teamMembers.role })
        .from(teamMembers)
        .where(and(inArray(teamMembers.teamId, teamIds), eq(teamMembers.userId, userId)));
      return rows.map(({ role }) => role);
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

export type DeletionRow = typeof teamDeletions.$inferSelect;
export type NewReport = Omit<typeof deletionReports.$inferInsert, "id" | "finishedAt">;

export function createDeletionRepository(db: Executor) {
  return {
    /** False if it is being deleted already. */
    async request(row: Pick<DeletionRow, "teamId" | "reason" | "requestedBy" | "dueAt">): Promise<boolean> {
      const added = await db.insert(teamDeletions).values(row).onConflictDoNothing().returning();
      return added.length > 0;
    },

    /** In no order. */
    async memberIds(teamId: string): Promise<string[]> {
      const members = await db
        .select({ userId: teamMembers.userId })
        .from(teamMembers)
        .where(eq(teamMembers.teamId, teamId));
      return members.map(({ userId }) => userId);
    },

    /** The teams that a person owns, with the number of their other members; without those being deleted. */
    async owned(userId: string): Promise<{ id: string; name: string; others: number }[]> {
      return db
        .select({
          id: teams.id,
          name: teams.name,
          others: sql<number>`(select count(*)::int from ${teamMembers} o where o.team_id = ${teams.id} and o.user_id <> ${userId})`,
        })
        .from(teams)
        .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, userId)))
        .where(
          and(
            eq(teamMembers.role, "owner"),
            sql`not exists (select from ${teamDeletions} d where d.team_id = ${teams.id})`,
          ),
        )
        .orderBy(asc(teams.createdAt), asc(teams.id));
    },

    /** The deleted teams that their owner can still take back, the next to go first. */
    async takeable(
      userId: string,
    ): Promise<{ id: string; name: string; dueAt: Date; reason: DeletionRow["reason"] }[]> {
      return db
        .select({
          id: teams.id,
          name: teams.name,
          dueAt: teamDeletions.dueAt,
          reason: teamDeletions.reason,
        })
        .from(teamDeletions)
        .innerJoin(teams, eq(teams.id, teamDeletions.teamId))
        .innerJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.userId, userId)))
        .where(
          and(
            eq(teamMembers.role, "owner"),
            ne(teamDeletions.reason, "retention"),
            isNull(teamDeletions.startedAt),
            gt(teamDeletions.dueAt, sql`now()`),
          ),
        )
        .orderBy(asc(teamDeletions.dueAt), asc(teams.id));
    },

    /** False if it has begun. */
    async takeBack(teamId: string): Promise<boolean> {
      const taken = await db
        .delete(teamDeletions)
        .where(
          and(
            eq(teamDeletions.teamId, teamId),
            isNull(teamDeletions.startedAt),
            gt(teamDeletions.dueAt, sql`now()`),
          ),
        )
        .returning({ teamId: teamDeletions.teamId });
      return taken.length > 0;
    },

    /** Teams to delete for good by now, those that have begun first. */
    async due(now: Date): Promise<string[]> {
      const rows = await db
        .select({ teamId: teamDeletions.teamId })
        .from(teamDeletions)
        .where(or(isNotNull(teamDeletions.startedAt), lte(teamDeletions.dueAt, now)))
        .orderBy(asc(teamDeletions.startedAt), asc(teamDeletions.dueAt));
      return rows.map(({ teamId }) => teamId);
    },

    /** From now on, nobody can take it back. Undefined if it isn't being deleted. */
    async start(teamId: string): Promise<DeletionRow | undefined> {
      const [row] = await db
        .update(teamDeletions)
        .set({ startedAt: sql`coalesce(${teamDeletions.startedAt}, now())` })
        .where(eq(teamDeletions.teamId, teamId))
        .returning();
      return row;
    },

    /** Adds to the number of rows that a deletion has removed from a table, for its report. */
    async noteRemoved(teamId: string, table: string, rows: number): Promise<void> {
      await db
        .update(teamDeletions)
        .set({
          removed: sql`jsonb_set(${teamDeletions.removed}, array[${table}]::text[],
            to_jsonb(coalesce((${teamDeletions.removed} ->> ${table})::int, 0) + ${rows}::int))`,
        })
        .where(eq(teamDeletions.teamId, teamId));
    },

    /** Deletes the team itself, with what was added to it meanwhile, and stores the report. */
    async finishTeam(teamId: string): Promise<NewReport | undefined> {
      const [row] = await db.select().from(teamDeletions).where(eq(teamDeletions.teamId, teamId));
      if (!row) return undefined;
      const report: NewReport = {
        kind: "team",
        reason: row.reason,
        requestedAt: row.requestedAt,
        removed: { ...row.removed, teams: 1 },
      };
      await db.update(sessions).set({ teamId: null }).where(eq(sessions.teamId, teamId));
      await db.delete(teams).where(eq(teams.id, teamId));
      await db.insert(deletionReports).values(report);
      return report;
    },

    /** When the person's account will be deleted; null: it won't. */
    async deletesAt(userId: string): Promise<Date | null> {
      const [user] = await db.select({ at: users.deletesAt }).from(users).where(eq(users.id, userId));
      return user?.at ?? null;
    },

    /** Keeps a report of a deletion. It names nobody. */
    async insertReport(report: NewReport): Promise<void> {
      await db.insert(deletionReports).values(report);
    },
  };
}
