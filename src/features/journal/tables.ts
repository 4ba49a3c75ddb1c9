import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { Change } from "./change";

/** Every change with its inverse (BEY-2). Rows are added and marked as undone, never rewritten. */
export const journal = pgTable(
  "journal",
  {
    /** Order of the changes; later ones are larger. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** Null: the engine. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    runId: uuid("run_id"),
    action: text("action").notNull(),
    summary: text("summary").notNull(),
    changes: jsonb("changes").$type<Change[]>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    undoneAt: timestamp("undone_at", { withTimezone: true }),
    /** Hashes of the call's idempotency key and of the call, if it came with one. */
    callKeyHash: text("call_key_hash"),
    callHash: text("call_hash"),
  },
  (t) => [
    index("journal_by_team").on(t.teamId, t.seq),
    index("journal_by_user").on(t.teamId, t.userId, t.seq),
    index("journal_of_user").on(t.userId),
    uniqueIndex("journal_by_call_key").on(t.userId, t.callKeyHash).where(sql`${t.callKeyHash} is not null`),
  ],
);

/** Append-only facts (BEY-3); every figure of Analytics is a query over them. */
export const events = pgTable(
  "events",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id"),
    type: text("type").notNull(),
    subjectId: uuid("subject_id").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("events_by_type").on(t.teamId, t.type, t.at)],
);

/** Teams whose facts somebody follows, such as outgoing webhooks. */
export const factFollowers = pgTable("fact_followers", {
  teamId: uuid("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
});

/** The facts of these teams, until they are taken; written in the transaction of the fact, so none is missed. */
export const followedFacts = pgTable(
  "followed_facts",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id"),
    type: text("type").notNull(),
    subjectId: uuid("subject_id").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (t) => [index("followed_facts_by_team").on(t.teamId)],
);
