import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { Sender } from "./contract";

/** A file to import: uploaded (its bytes are in the blob store) or named on the command line. */
export type StoredFile = { name: string; blob: string } | { name: string; path: string };

export const imports = pgTable(
  "imports",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Mail from this address belongs to the owner: context, never a task. */
    ownerAddress: text("owner_address").notNull(),
    status: text("status", {
      enum: ["counting", "ready", "queued", "running", "completed", "failed"],
    }).notNull(),
    files: jsonb("files").$type<StoredFile[]>().notNull(),
    /** IANA time zone for times without one. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** Assumptions and omissions, as sentences. */
    notes: jsonb("notes").$type<string[]>().notNull().default([]),
    /** Senders in archives that don't name their owner, most active first. */
    people: jsonb("people").$type<Sender[]>().notNull().default([]),
    /** Keys of the senders that are the user. */
    ownKeys: jsonb("own_keys").$type<string[]>().notNull().default([]),
    size: bigint("size", { mode: "number" }).notNull().default(0),
    /** Bytes of `size` that the count has read. */
    read: bigint("read", { mode: "number" }).notNull().default(0),
    found: integer("found").notNull().default(0),
    new: integer("new").notNull().default(0),
    duplicate: integer("duplicate").notNull().default(0),
    damaged: integer("damaged").notNull().default(0),
    /**
     * Written in the transaction that stores the batch, so that a resumed run continues where the last one
     * stopped.
     */
    processed: integer("processed").notNull().default(0),
    stored: integer("stored").notNull().default(0),
    analysed: integer("analysed").notNull().default(0),
    /** When its newest message was sent; null: no message has a readable date. */
    newestAt: timestamp("newest_at", { withTimezone: true }),
    /** Whether somebody decided that only its last days need action; null: nobody has decided. */
    recentOnly: boolean("recent_only"),
    error: text("error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    finishedAt: timestamp("finished_at", { withTimezone: true }),
  },
  (t) => [index("imports_by_team").on(t.teamId, t.createdAt), index("imports_of_user").on(t.userId)],
);

/** What couldn't be read completely, one row per message or file. */
export const importProblems = pgTable(
  "import_problems",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    importId: uuid("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    where: text("where").notNull(),
    reason: text("reason").notNull(),
    messageId: uuid("message_id"),
  },
  (t) => [index("import_problems_by_import").on(t.importId, t.seq)],
);
