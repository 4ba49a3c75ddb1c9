import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { NotificationType } from "./contract";

/** What happened that a person should know of. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type").$type<NotificationType>().notNull(),
    subjectType: text("subject_type", {
      enum: ["task", "message", "meeting", "account", "import"],
    }).notNull(),
    subjectId: uuid("subject_id").notNull(),
    title: text("title").notNull(),
    /** What it was made for, so that the same thing is notified once. */
    cause: text("cause").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    readAt: timestamp("read_at", { withTimezone: true }),
  },
  (t) => [
    uniqueIndex("notifications_by_cause").on(t.userId, t.cause),
    index("notifications_latest").on(t.teamId, t.userId, t.createdAt),
    index("notifications_by_age").on(t.createdAt),
  ],
);

/** What a person wants to be notified of. Without a row: everything, at any time. */
export const notificationChoices = pgTable("notification_choices", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  off: text("off").array().$type<NotificationType[]>().notNull().default([]),
  quietFrom: text("quiet_from"),
  quietTo: text("quiet_to"),
});
