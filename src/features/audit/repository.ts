import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { AuditEntry } from "../../server/audit";
import type { Executor } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import type { AuditAction } from "../../shared/audit-action";
import type { PageBefore } from "../../shared/paging";
import { users } from "../auth/tables";
import { shownEntry } from "./shown-entry";
import { auditLog } from "./tables";

/** How much of a detail is kept (characters). */
const longestDetail = 200;

export type AuditRow = typeof auditLog.$inferSelect;

/** A person's display name: name and address. */
const nameOf = (userId: string | null | undefined) =>
  userId
    ? sql<string>`(select trim(concat(${users.firstName}, ' ', ${users.lastName})) || ' (' || ${users.email} || ')' from ${users} where ${users.id} = ${userId})`
    : null;

export function createAuditRepository(db: Executor) {
  return {
    /**
     * Stores entries with the names that people have now, so that an entry reads the same after they have
     * left.
     */
    async insert(entries: AuditEntry[]): Promise<void> {
      if (entries.length === 0) return;
      await db.insert(auditLog).values(
        entries.map(({ teamId, userId, action, aboutUserId, detail }) => ({
          teamId,
          userId,
          person: nameOf(userId),
          action,
          about: nameOf(aboutUserId),
          detail: detail?.slice(0, longestDetail) ?? null,
        })),
      );
    },

    /** @throws AppError `invalid_input` if there is no entry with the id in `before` (any more). */
    async list(teamId: string, page: PageBefore): Promise<AuditRow[]> {
      const older =
        page.before &&
        sql`${auditLog.seq} < (select a.seq from ${auditLog} a where a.team_id = ${teamId} and a.id = ${page.before})`;
      const rows = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.teamId, teamId), older || undefined))
        .orderBy(desc(auditLog.seq))
        .limit(page.limit);
      await requireKnown(db, rows, page, rowOf(auditLog, teamId, page.before));
      return rows.map(shownEntry);
    },

    /** Takes these names out of what is recorded of a kind, for something that was deleted with its name. */
    async eraseNames(teamId: string, action: AuditAction, names: readonly string[]): Promise<void> {
      const details = names.map((name) => name.slice(0, longestDetail));
      const named = and(eq(auditLog.action, action), inArray(auditLog.detail, details));
      await db
        .update(auditLog)
        .set({ detail: null })
        .where(and(eq(auditLog.teamId, teamId), named));
    },

    /** Deletes entries of all teams for good. */
    async purgeBefore(date: Date): Promise<void> {
      await db.delete(auditLog).where(lt(auditLog.at, date));
    },
  };
}
