import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { MeetingEvidence } from "../../shared/evidence";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { MeetingDecision } from "./contract";

export const meetings = pgTable(
  "meetings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Who recorded or added it; only they can add sound to a recording. */
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    status: text("status", {
      enum: [
        "recording",
        "recorded",
        "transcribing",
        "completed",
        "partly_transcribed",
        "failed",
        "needs_transcript",
      ],
    }).notNull(),
    /** The transcript as text, one line per segment; null: there is none. */
    transcript: text("transcript"),
    summary: text("summary"),
    decisions: jsonb("decisions").$type<MeetingDecision[]>().notNull().default([]),
    /** The language model that wrote summary and decisions; null: Zippy itself. */
    concludedBy: text("concluded_by"),
    /** Where the transcript comes from: the engine that heard it, or the name of a file. */
    transcribedBy: text("transcribed_by"),
    /** How much of the sound is transcribed (seconds); its parts say where the next run continues. */
    transcribedSeconds: doublePrecision("transcribed_seconds").notNull().default(0),
    /** Length of the sound or of the transcript (seconds); null: unknown. */
    seconds: doublePrecision("seconds"),
    /** Why the last transcription failed or ended early, as a sentence. */
    error: text("error"),
    /** Sample data, which is removed in one step. */
    sample: boolean("sample").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    index("meetings_by_team").on(t.teamId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("meetings_of_team").on(t.teamId),
    index("meetings_by_creator").on(t.createdBy),
    index("meetings_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("meetings_in_work")
      .on(t.status)
      .where(sql`deleted_at is null and status in ('transcribing', 'needs_transcript')`),
  ],
);

/** The sound of a meeting, in parts: one per recording that was begun or continued, or one uploaded file. */
export const meetingParts = pgTable(
  "meeting_parts",
  {
    /** Chosen by the browser that records, so that a second tab can't write into the same part. */
    id: uuid("id").primaryKey(),
    meetingId: uuid("meeting_id")
      .notNull()
      .references(() => meetings.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    blob: text("blob").notNull(),
    /** The container, such as `webm`. */
    format: text("format").notNull(),
    /** Bytes written so far. */
    size: bigint("size", { mode: "number" }).notNull().default(0),
    /** Pieces received so far, in order; the next one has this number. */
    pieces: integer("pieces").notNull().default(0),
    /** Seconds of sound; null: unknown. */
    seconds: doublePrecision("seconds"),
    /** What is transcribed of it (seconds from its beginning), for each side of a call; empty: nothing. */
    transcribed: doublePrecision("transcribed").array().notNull().default([]),
    /** Where its sound is damaged or missing first (seconds); at its end, it breaks off there. Null: nowhere. */
    cutAt: doublePrecision("cut_at"),
    /** The loudness of each second, a digit to base 36 each; empty if unknown. */
    levels: text("levels").notNull().default(""),
    /** Nothing can be added any more. */
    closed: boolean("closed").notNull().default(false),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index("meeting_parts_by_meeting").on(t.meetingId, t.position),
    index("meeting_parts_by_team").on(t.teamId),
  ],
);

/** The transcript, a stretch of speech per row. */
export const meetingSegments = pgTable(
  "meeting_segments",
  {
    meetingId: uuid("meeting_id")
      .notNull()
      .references(() => meetings.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Seconds from the beginning of the meeting. */
    start: doublePrecision("start_second").notNull(),
    end: doublePrecision("end_second").notNull(),
    /** Null: unknown. */
    speaker: text("speaker"),
    text: text("text").notNull(),
  },
  (t) => [primaryKey({ columns: [t.meetingId, t.position] }), index("meeting_segments_by_team").on(t.teamId)],
);

/** What the engine proposes as a task. */
export const meetingItems = pgTable(
  "meeting_items",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    meetingId: uuid("meeting_id")
      .notNull()
      .references(() => meetings.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    title: text("title").notNull(),
    assigneeId: uuid("assignee_id").references(() => users.id, { onDelete: "set null" }),
    /** The name that was said, if it isn't a member's. */
    assigneeName: text("assignee_name"),
    dueDate: timestamp("due_date", { withTimezone: true }),
    urgency: text("urgency", { enum: ["urgent", "not_urgent"] }).notNull(),
    importance: text("importance", { enum: ["important", "not_important"] }).notNull(),
    evidence: jsonb("evidence").$type<MeetingEvidence>().notNull(),
    /** Not to become a task. */
    dropped: boolean("dropped").notNull().default(false),
    /** Somebody has changed or dropped it, so a new transcript doesn't replace it. */
    changed: boolean("changed").notNull().default(false),
    /** The task made from it. Without a foreign key, so that deleting the task doesn't offer it again. */
    taskId: uuid("task_id"),
  },
  (t) => [
    index("meeting_items_by_meeting").on(t.meetingId, t.position),
    index("meeting_items_by_team").on(t.teamId),
    index("meeting_items_by_assignee").on(t.assigneeId),
  ],
);

/** What people noted during or after a meeting. */
export const meetingNotes = pgTable(
  "meeting_notes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    meetingId: uuid("meeting_id")
      .notNull()
      .references(() => meetings.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The moment it is about (seconds); null: the whole meeting. */
    second: doublePrecision("second"),
    text: text("text").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index("meeting_notes_by_meeting").on(t.meetingId, t.createdAt),
    index("meeting_notes_by_team").on(t.teamId),
    index("meeting_notes_by_user").on(t.userId),
  ],
);
