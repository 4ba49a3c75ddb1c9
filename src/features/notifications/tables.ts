import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sessions, users } from "../auth/tables";
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
      enum: ["task", "tasks", "message", "meeting", "account", "import", "team"],
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

/** How far the journal and the facts have been looked at for notifications, by all processes. */
export const notificationPosition = pgTable("notification_position", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  journal: bigint("journal", { mode: "number" }).notNull(),
  facts: bigint("facts", { mode: "number" }).notNull(),
});

/** The one pair of keys that signs this installation's push notifications (VAPID, RFC 8292). */
export const pushKeys = pgTable("push_keys", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  /** Encrypted. */
  privateKey: text("private_key").notNull(),
  /** Whom push services may write to about them: a web or mail address. */
  contact: text("contact").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** Browsers that show a person's notifications while they are signed in there. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    endpoint: text("endpoint").notNull().unique(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    userAgent: text("user_agent"),
    details: boolean("details").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    problem: text("problem"),
    /** Failed attempts since the last that succeeded. */
    attempts: integer("attempts").notNull().default(0),
    /** When what waits may be sent; while it is being sent, when another process may take over. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index("push_subscriptions_by_user").on(t.userId),
    index("push_subscriptions_by_session").on(t.sessionId),
  ],
);

/** Notifications that wait to be sent to a browser. */
export const pendingPushes = pgTable(
  "pending_pushes",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    subscriptionId: uuid("subscription_id")
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: "cascade" }),
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.notificationId] }),
    index("pending_pushes_by_notification").on(t.notificationId),
    index("pending_pushes_of_team").on(t.teamId),
  ],
);

/** Who gets a daily digest by mail, and when. */
export const digests = pgTable(
  "digests",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    on: boolean("on").notNull(),
    /** From 0 to 23, in the person's time zone. */
    hour: integer("hour").notNull(),
    /** In each mail's link that turns it off. */
    token: text("token").notNull().unique(),
    /** The last day in the person's time zone that is done, whether or not there was something to say. */
    lastDay: date("last_day", { mode: "string" }),
    lastSentAt: timestamp("last_sent_at", { withTimezone: true }),
    /** Failed attempts of the day. */
    attempts: integer("attempts").notNull().default(0),
    problem: text("problem"),
    /** When it is looked at again; while it is being sent, when another process may take over. */
    nextLookAt: timestamp("next_look_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("digests_due").on(t.nextLookAt).where(sql`"on"`)],
);
