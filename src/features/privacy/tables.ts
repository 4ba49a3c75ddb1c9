import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { teams } from "../teams/tables";
import type { Redacted } from "./contract";

/** Every call to an outside AI or speech service (BEY-17). Contains none of the content. */
export const outsideCalls = pgTable(
  "outside_calls",
  {
    /** Order of the calls; later is larger. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    purpose: text("purpose", { enum: ["triage", "speech", "chat", "breakdown", "meeting"] }).notNull(),
    service: text("service").notNull(),
    host: text("host").notNull(),
    model: text("model"),
    /** The message, meeting or question, which may be deleted by now. */
    subjectId: uuid("subject_id"),
    bytesSent: bigint("bytes_sent", { mode: "number" }).notNull(),
    redacted: jsonb("redacted").$type<Redacted>().notNull(),
    /** Null until the call ends, like all columns below. */
    outcome: text("outcome", {
      enum: ["answered", "refused", "unreadable", "timed_out", "rate_limited", "failed"],
    }),
    bytesReceived: bigint("bytes_received", { mode: "number" }),
    tokens: integer("tokens"),
    durationMs: integer("duration_ms"),
  },
  (t) => [
    index("outside_calls_by_team").on(t.teamId, t.seq),
    // Includes the tokens so that the index alone answers a day's sum.
    index("outside_calls_by_time").on(t.teamId, t.at, t.tokens),
  ],
);

/** What a team replaces before text is sent. No row means the defaults. */
export const privacyChoices = pgTable("privacy_choices", {
  teamId: uuid("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
  redactNames: boolean("redact_names").notNull(),
  redactAddresses: boolean("redact_addresses").notNull(),
});
