import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { tasks } from "../tasks/tables";
import { teams } from "../teams/tables";

/** People's work on one task at a time. */
export const focusSessions = pgTable(
  "focus_sessions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    taskId: uuid("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    mode: text("mode", { enum: ["flow", "cycles", "custom"] }).notNull(),
    workMinutes: integer("work_minutes"),
    restMinutes: integer("rest_minutes"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    pausedAt: timestamp("paused_at", { withTimezone: true }),
    /** Sum of the pauses that are over (milliseconds). */
    pausedMs: integer("paused_ms").notNull().default(0),
    /**
     * When it was last started, paused or resumed, as that was reported: what is reported late counts from a later time,
     * but is no newer than what its person knew. Null for a session from before this was stored.
     */
    since: timestamp("since", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (t) => [
    uniqueIndex("focus_sessions_running").on(t.teamId, t.userId).where(sql`ended_at is null`),
    index("focus_sessions_by_user").on(t.userId),
    index("focus_sessions_by_task").on(t.taskId),
    index("focus_sessions_of_team").on(t.teamId),
  ],
);
