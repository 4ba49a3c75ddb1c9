import { bigint, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuditAction } from "../../shared/audit-action";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";

/**
 * Events that matter for the security of a team's data. Rows are added, and deleted after a year; only the names of
 * areas that are deleted for good leave them earlier.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The name at that time of the person who did it. Null: Zippy itself. */
    person: text("person"),
    action: text("action").$type<AuditAction>().notNull(),
    /** The name at that time of the person it was done to. */
    about: text("about"),
    detail: text("detail"),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index("audit_log_by_team").on(t.teamId, t.seq),
    index("audit_log_by_user").on(t.userId),
    index("audit_log_by_time").on(t.at),
  ],
);
