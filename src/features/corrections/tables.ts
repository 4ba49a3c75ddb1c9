import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { CorrectableField, Patch, ShownValues, Traits } from "../triage/contract";

/**
 * The columns that corrections need from tables that depend on them. The inbox defines `messages` in full and
 * can't be imported here; inbox/tables.test.ts compares the two. It is inside an object, so that drizzle-kit
 * doesn't treat it as another table.
 */
export const referenced = {
  messages: pgTable("messages", {
    id: uuid("id").primaryKey(),
    teamId: uuid("team_id").notNull(),
    visibleTo: uuid("visible_to"),
  }),
};

/** People's corrections, one row per message and field; only one per message and field is active. */
export const corrections = pgTable(
  "corrections",
  {
    /** Order of the corrections; later ones are larger. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The corrected message; without a foreign key, because the correction outlives it. */
    messageId: uuid("message_id").notNull(),
    /** The only person who sees that message and so the correction; null: the whole team. */
    visibleTo: uuid("visible_to"),
    field: text("field").$type<CorrectableField>().notNull(),
    /** What the person chose instead of what was shown. */
    value: text("value").notNull(),
    shown: jsonb("shown").$type<ShownValues>().notNull(),
    traits: jsonb("traits").$type<Traits>().notNull(),
    /** The message's title in the list of corrections. */
    title: text("title").notNull(),
    sender: text("sender").notNull(),
    answer: text("answer", { enum: ["open", "applied", "declined"] })
      .notNull()
      .default("open"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    removedAt: timestamp("removed_at", { withTimezone: true }),
  },
  (t) => [
    index("corrections_by_team").on(t.teamId, t.seq).where(sql`removed_at is null`),
    uniqueIndex("corrections_by_message").on(t.teamId, t.messageId, t.field).where(sql`removed_at is null`),
    index("corrections_of_team").on(t.teamId),
    index("corrections_of_user").on(t.userId),
    index("corrections_removed").on(t.removedAt).where(sql`removed_at is not null`),
  ],
);

/** What active corrections change on messages, applied over the engine's result in this order. */
export const correctionEffects = pgTable(
  "correction_effects",
  {
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    correctionId: uuid("correction_id")
      .notNull()
      .references(() => corrections.id, { onDelete: "cascade" }),
    messageId: uuid("message_id")
      .notNull()
      .references(() => referenced.messages.id, { onDelete: "cascade" }),
    /** The decision that applied it to similar messages; null: the person's own, on the corrected message. */
    applyId: uuid("apply_id"),
    patch: jsonb("patch").$type<Patch>().notNull(),
  },
  (t) => [
    index("correction_effects_by_message").on(t.teamId, t.messageId, t.seq),
    index("correction_effects_by_correction").on(t.teamId, t.correctionId),
    index("correction_effects_by_apply").on(t.teamId, t.applyId),
    index("correction_effects_of_correction").on(t.correctionId),
    index("correction_effects_of_message").on(t.messageId),
  ],
);
