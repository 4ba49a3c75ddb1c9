import {
  bigint,
  boolean,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import type { ConsentSubject } from "./contract";

export const teams = pgTable("teams", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const teamMembers = pgTable(
  "team_members",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["owner", "admin", "member"] }).notNull(),
    joinedAt: timestamp("joined_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId] }),
    index("team_members_by_user").on(t.userId, t.joinedAt),
  ],
);

/**
 * Teams that are being deleted. Nobody is in one any more; until it starts, its owner can take it back. The row
 * goes with the team.
 */
export const teamDeletions = pgTable(
  "team_deletions",
  {
    teamId: uuid("team_id")
      .primaryKey()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** `account`: its owner deletes their account. `retention`: the plan ended long ago. */
    reason: text("reason", { enum: ["owner", "account", "retention"] }).notNull(),
    requestedBy: uuid("requested_by").references(() => users.id, { onDelete: "set null" }),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it is deleted for good. */
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    /** Since when rows are being removed; null: not yet. */
    startedAt: timestamp("started_at", { withTimezone: true }),
    /** Rows removed so far, by table. */
    removed: jsonb("removed").$type<Record<string, number>>().notNull().default({}),
  },
  (t) => [index("team_deletions_by_due").on(t.dueAt), index("team_deletions_by_person").on(t.requestedBy)],
);

/** What people agreed to, and took back. Rows are only added; of each subject the newest applies. */
export const consents = pgTable(
  "consents",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null: it doesn't depend on a team. */
    teamId: uuid("team_id").references(() => teams.id, { onDelete: "cascade" }),
    subject: text("subject").$type<ConsentSubject>().notNull(),
    given: boolean("given").notNull(),
    /** The version of what was agreed to, such as the date of the terms. */
    version: text("version"),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index("consents_by_person").on(t.userId, t.teamId, t.subject, t.seq),
    index("consents_by_team").on(t.teamId),
  ],
);

/** A link that lets one person join a team. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["admin", "member"] }).notNull(),
    /** SHA-256 of the link's token; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    acceptedBy: uuid("accepted_by").references(() => users.id, { onDelete: "set null" }),
    acceptedAt: timestamp("accepted_at", { withTimezone: true }),
  },
  (t) => [
    index("invitations_by_team").on(t.teamId, t.createdAt),
    index("invitations_of_accepted_by").on(t.acceptedBy),
    index("invitations_of_created_by").on(t.createdBy),
  ],
);
