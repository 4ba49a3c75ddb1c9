import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";

/** What was deleted for good, to show that it was. Names neither the team nor the person. */
export const deletionReports = pgTable("deletion_reports", {
  id: uuid("id").primaryKey().defaultRandom(),
  kind: text("kind", { enum: ["team", "account"] }).notNull(),
  reason: text("reason", { enum: ["owner", "account", "retention"] }).notNull(),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }).notNull().defaultNow(),
  /** Rows by table. */
  removed: jsonb("removed").$type<Record<string, number>>().notNull(),
});

/** Downloads of a team's export, so that the screen can show how far one is and whether it arrived. */
export const teamExports = pgTable(
  "team_exports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** `ready`: prepared; the download hasn't begun. */
    status: text("status", { enum: ["ready", "running", "completed", "failed"] }).notNull(),
    /** How many rows there are, and how many are in the file so far. */
    rows: integer("rows").notNull(),
    rowsDone: integer("rows_done").notNull().default(0),
    /** The size of the file so far. */
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** A sentence. */
    error: text("error"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** When the file last grew. */
    progressAt: timestamp("progress_at", { withTimezone: true }).notNull().defaultNow(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (t) => [
    index("team_exports_by_team").on(t.teamId, t.startedAt),
    index("team_exports_by_user").on(t.userId),
  ],
);
