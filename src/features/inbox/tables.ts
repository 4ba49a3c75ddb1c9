import { type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { Analysis } from "../triage/contract";
import type { Attachment } from "./contract";
import { isLooseReply, plainSubject } from "./storing/loose-replies";

/** A connected mailbox, workspace, number or page; archives share one `import` account per team. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    /** The provider's own id for it; `import` for archives. */
    externalId: text("external_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex("accounts_by_external_id").on(t.teamId, t.provider, t.externalId)],
);

/** Deletions at the source, so that a late delivery doesn't bring a message back. */
export const removedAtSource = pgTable(
  "removed_at_source",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.externalId] }),
    index("removed_at_source_of_team").on(t.teamId),
  ],
);

/**
 * A language model's answer about a text, so that the same question is asked once. Without an answer,
 * somebody is asking.
 */
export const refinements = pgTable(
  "refinements",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Hash of provider, model, prompt version and the text as sent. */
    key: text("key").notNull(),
    answer: jsonb("answer").$type<unknown>(),
    /** Nobody else asks before this time. */
    claimedUntil: timestamp("claimed_until", { withTimezone: true }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.key] }), index("refinements_by_age").on(t.createdAt)],
);

export const messages = pgTable(
  "messages",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
    /** The import it came from, for undoing that import. */
    importId: uuid("import_id"),
    channel: text("channel").notNull(),
    threadKey: text("thread_key"),
    /** The conversation that answers to a reply begin if they name only that reply; they join the reply's. */
    ownThreadKey: text("own_thread_key"),
    sender: text("sender").notNull(),
    senderAddress: text("sender_address"),
    recipients: jsonb("recipients").$type<{ to: string[]; cc: string[] }>().notNull(),
    subject: text("subject"),
    content: text("content").notNull(),
    attachments: jsonb("attachments").$type<Attachment[]>().notNull(),
    /** The source marks it as mass mail. */
    bulk: boolean("bulk").notNull().default(false),
    fromOwner: boolean("from_owner").notNull().default(false),
    /** IANA time zone of its reader when it arrived; null: unknown, so dates are read in UTC. */
    timeZone: text("time_zone"),
    /** The only person who sees it, if the account is private; null: the team. */
    visibleTo: uuid("visible_to"),
    /** When the source last changed its text; null: never. */
    editedAt: timestamp("edited_at", { withTimezone: true }),
    /** Why it couldn't be read completely; null if it could. */
    problem: text("problem"),
    status: text("status", { enum: ["new", "processed", "resolved"] })
      .notNull()
      .default("new"),
    /** Null until analyzed. The columns beside it repeat what lists filter by. */
    aiAnalysis: jsonb("ai_analysis").$type<Analysis>(),
    /** The engine's own result while corrections apply to the message; null otherwise. */
    engineAnalysis: jsonb("engine_analysis").$type<Analysis>(),
    hasTask: boolean("has_task").notNull().default(false),
    priority: text("priority", { enum: ["high", "medium", "low"] })
      .notNull()
      .default("low"),
    /** Sample data that somebody added to try Zippy, removed in one step. */
    sample: boolean("sample").notNull().default(false),
    /** Its import was told that this old message needs no action: only All Messages shows it. */
    leftToAll: boolean("left_to_all").notNull().default(false),
    /** Snoozed until then; null otherwise. */
    snoozedUntil: timestamp("snoozed_until", { withTimezone: true }),
    /** Who snoozed it last, and is told when it comes back; null: nobody did. It stays when the snooze ends. */
    snoozedBy: uuid("snoozed_by"),
    /** Came over the month's limit of the plan, so it waits for its analysis. */
    overLimit: boolean("over_limit").notNull().default(false),
    uncertain: boolean("uncertain")
      .notNull()
      .generatedAlwaysAs((): SQL => sql`coalesce((ai_analysis->>'uncertain')::boolean, false)`),
    requiresAction: boolean("requires_action")
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`not left_to_all and ((status = 'new' and has_task) or (priority = 'high' and status <> 'resolved'))`,
      ),
    /** When it was sent, according to the sender's system. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    storedAt: timestamp("stored_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    uniqueIndex("messages_by_external_id").on(t.accountId, t.externalId),
    index("messages_by_time").on(t.teamId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("messages_requiring_action")
      .on(t.teamId, t.uncertain.desc().nullsFirst(), t.createdAt, t.id)
      .where(sql`deleted_at is null and requires_action`),
    index("messages_resolved")
      .on(t.teamId, t.createdAt, t.id)
      .where(sql`deleted_at is null and status = 'resolved'`),
    index("messages_by_channel").on(t.teamId, t.channel, t.createdAt, t.id).where(sql`deleted_at is null`),
    index("messages_by_thread").on(t.teamId, t.threadKey, t.createdAt).where(sql`deleted_at is null`),
    index("messages_waiting").on(t.teamId, t.id).where(sql`deleted_at is null and ai_analysis is null`),
    index("messages_over_limit").on(t.teamId, t.createdAt, t.id).where(sql`over_limit`),
    index("messages_by_sender")
      .on(t.teamId, sql`lower(coalesce(sender_address, sender))`, t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    // Read alone, it counts what somebody sent. An index can't hold the longest names; those are nobody's.
    index("messages_by_sender_name")
      .on(t.teamId, t.sender, t.createdAt, t.visibleTo, t.status)
      .where(sql`deleted_at is null and octet_length(sender) < 1000`),
    // The same of a company.
    index("messages_by_company")
      .on(
        t.teamId,
        sql`company_of(coalesce(sender_address, sender))`,
        t.sender,
        t.createdAt,
        t.visibleTo,
        t.status,
        t.senderAddress,
        t.id,
      )
      .where(
        sql`deleted_at is null and octet_length(sender) < 1000 and octet_length(coalesce(sender_address, '')) < 500`,
      ),
    index("messages_from_owner").on(t.teamId, t.createdAt).where(sql`deleted_at is null and from_owner`),
    index("messages_by_category")
      .on(t.teamId, sql`(ai_analysis->>'category')`, t.createdAt, t.id)
      .where(sql`deleted_at is null`),
    index("messages_by_due_date")
      .on(t.teamId, sql`(ai_analysis->>'dueDate')`, t.createdAt, t.id)
      .where(sql`deleted_at is null and ai_analysis->>'dueDate' is not null`),
    index("messages_snoozed").on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index("messages_snoozed_of_team").on(t.teamId, t.snoozedUntil).where(sql`snoozed_until is not null`),
    index("messages_asking_by_sender")
      .on(t.teamId, sql`lower(coalesce(sender_address, sender))`)
      .where(sql`deleted_at is null and requires_action`),
    index("messages_of_team").on(t.teamId),
    index("messages_of_sample").on(t.teamId).where(sql`sample`),
    index("messages_joined").on(t.teamId, t.ownThreadKey).where(sql`own_thread_key is not null`),
    index("messages_by_plain_subject")
      .on(t.teamId, sql.raw(plainSubject()), t.createdAt)
      .where(sql`deleted_at is null`),
    index("loose_replies_by_plain_subject")
      .on(t.teamId, sql.raw(plainSubject()), t.createdAt)
      .where(sql.raw(isLooseReply())),
    index("messages_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
    index("messages_by_import").on(t.importId).where(sql`import_id is not null`),
  ],
);

/** Changes of how many messages each view has; their sums are the counts. Written by triggers on `messages`. */
export const messageCounts = pgTable(
  "message_counts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    visibleTo: uuid("visible_to"),
    channel: text("channel").notNull(),
    stored: integer("stored").notNull(),
    requiresAction: integer("requires_action").notNull(),
    /** Among those that require action. */
    uncertain: integer("uncertain").notNull(),
    resolved: integer("resolved").notNull(),
  },
  (t) => [index("message_counts_of_team").on(t.teamId)],
);

/** Senders whose messages a person doesn't want under Requires Action. */
export const mutedSenders = pgTable(
  "muted_senders",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address in lower case; the name where there is none. */
    sender: text("sender").notNull(),
    /** As the person knows them. */
    name: text("name").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId, t.sender] }),
    index("muted_senders_of_user").on(t.userId),
  ],
);

/** Filters of the inbox that a person has named. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The query of the inbox's address. */
    query: text("query").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("saved_filters_by_name").on(t.teamId, t.userId, t.name),
    index("saved_filters_of_user").on(t.userId),
  ],
);

/** A team's open messages analyzed again because the engine changed: once for each version. */
export const analysisRuns = pgTable(
  "analysis_runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** The engine's version. */
    version: text("version").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null while it goes on, also after a crash. */
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (t) => [uniqueIndex("analysis_runs_by_version").on(t.teamId, t.version)],
);

/** What a run replaced, so that one undo restores all of it. */
export const replacedAnalyses = pgTable(
  "replaced_analyses",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => analysisRuns.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    messageId: uuid("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** The engine's own result, without corrections. */
    analysis: jsonb("analysis").$type<Analysis>().notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.messageId] }),
    index("replaced_analyses_by_message").on(t.messageId),
    index("replaced_analyses_of_team").on(t.teamId),
    index("replaced_analyses_by_age").on(t.at),
  ],
);

/** A mail that another mailbox of the same person has delivered already, so that it shows once. */
export const messageCopies = pgTable(
  "message_copies",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** The mailbox that has this copy. */
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
    channel: text("channel").notNull(),
    /** As in `messages`. */
    visibleTo: uuid("visible_to"),
    /** The message that shows. */
    messageId: uuid("message_id")
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    storedAt: timestamp("stored_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.externalId] }),
    index("message_copies_by_message").on(t.messageId),
    index("message_copies_by_team").on(t.teamId),
  ],
);
