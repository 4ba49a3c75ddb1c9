import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { WebhookType } from "./contract";

export const outgoingWebhooks = pgTable(
  "outgoing_webhooks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    types: text("types").array().$type<WebhookType[]>().notNull(),
    /** The signing secret, encrypted. */
    secret: text("secret").notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** Null: it is on. */
    disabledAt: timestamp("disabled_at", { withTimezone: true }),
  },
  (t) => [
    index("outgoing_webhooks_by_team").on(t.teamId, t.createdAt),
    index("outgoing_webhooks_of_created_by").on(t.createdBy),
  ],
);

/** What is, or was, posted to a webhook. Contains ids only. */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Order of the deliveries; later is larger. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => outgoingWebhooks.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    body: text("body").notNull(),
    status: text("status", { enum: ["waiting", "delivered", "failed"] })
      .notNull()
      .default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastAttemptAt: timestamp("last_attempt_at", { withTimezone: true }),
    /** When the next attempt is due; while one is under way, when another process may take over. */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    answerStatus: integer("answer_status"),
    problem: text("problem"),
  },
  (t) => [
    index("deliveries_by_webhook").on(t.webhookId, t.seq),
    index("deliveries_by_team").on(t.teamId),
    index("deliveries_due").on(t.nextAttemptAt).where(sql`status = 'waiting'`),
    index("deliveries_by_age").on(t.createdAt),
  ],
);
