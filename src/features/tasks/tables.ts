import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Evidence, MeetingEvidence } from "../../shared/evidence";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { Recurrence, TaskStep } from "./contract";

export const tasks = pgTable(
  "tasks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    description: text("description"),
    status: text("status", { enum: ["new", "in_progress", "blocked", "resolved"] })
      .notNull()
      .default("new"),
    priority: text("priority", { enum: ["high", "medium", "low"] })
      .notNull()
      .default("medium"),
    urgency: text("urgency", { enum: ["urgent", "not_urgent"] })
      .notNull()
      .default("not_urgent"),
    importance: text("importance", { enum: ["important", "not_important"] })
      .notNull()
      .default("not_important"),
    assigneeId: uuid("assignee_id").references(() => users.id, { onDelete: "set null" }),
    /** Null if none is set; stored in UTC. */
    dueDate: timestamp("due_date", { withTimezone: true }),
    /** Its checklist. */
    steps: jsonb("steps").$type<TaskStep[]>().notNull().default([]),
    /** Snoozed until then; null otherwise. */
    snoozedUntil: timestamp("snoozed_until", { withTimezone: true }),
    /** How it repeats; null: it doesn't. */
    recurrence: jsonb("recurrence").$type<Recurrence>(),
    /** The source message. Without a foreign key, so that removing old messages doesn't affect the task. */
    messageId: uuid("message_id"),
    messageChannel: text("message_channel"),
    evidence: jsonb("evidence").$type<(Evidence | MeetingEvidence)[]>().notNull().default([]),
    /** How many comments it has. Stored, because every card shows it. */
    commentCount: integer("comment_count").notNull().default(0),
    /** Sample data, or made from a sample message; removed with it. */
    sample: boolean("sample").notNull().default(false),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    index("tasks_by_due_date").on(t.teamId, t.dueDate, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("tasks_open_by_quadrant")
      .on(t.teamId, t.urgency, t.importance, t.dueDate, t.createdAt, t.id)
      .where(sql`deleted_at is null and status <> 'resolved'`),
    index("tasks_by_quadrant")
      .on(t.teamId, t.urgency, t.importance, t.dueDate, t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index("tasks_due")
      .on(t.dueDate)
      .where(sql`deleted_at is null and status <> 'resolved' and due_date is not null`),
    index("tasks_snoozed").on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index("tasks_of_sample").on(t.teamId).where(sql`sample`),
    index("tasks_by_message")
      .on(t.teamId, t.messageId)
      .where(sql`deleted_at is null and message_id is not null`),
    index("tasks_of_assignee").on(t.assigneeId),
    index("tasks_of_created_by").on(t.createdBy),
    index("tasks_of_team").on(t.teamId),
    index("tasks_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** What people say about a task. */
export const taskComments = pgTable(
  "task_comments",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    taskId: uuid("task_id")
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** Null: the account was deleted. */
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    /** Plain text. */
    body: text("body").notNull(),
    /** The ids of the people it mentions. */
    mentions: uuid("mentions").array().notNull().default([]),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    editedAt: timestamp("edited_at", { withTimezone: true }),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    index("task_comments_by_task").on(t.taskId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("task_comments_of_task").on(t.taskId),
    index("task_comments_of_team").on(t.teamId),
    index("task_comments_of_author").on(t.authorId),
    index("task_comments_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);
