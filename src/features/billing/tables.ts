import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { teams } from "../teams/tables";
import type { PaidPlanId } from "./contract";

const tier = ["free", "starter", "pro", "enterprise"] as const;

/** A team's subscription; a team without a row is on the free plan. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    teamId: uuid("team_id")
      .primaryKey()
      .references(() => teams.id, { onDelete: "cascade" }),
    tier: text("tier", { enum: tier }).notNull(),
    status: text("status", { enum: ["trialing", "active", "past_due", "canceled"] }).notNull(),
    trialEndsAt: timestamp("trial_ends_at", { withTimezone: true }),
    /** The payment provider that the ids below belong to; null: a trial without a subscription. */
    provider: text("provider", { enum: ["sandbox", "stripe"] }),
    /** The provider's id for the team. */
    customerId: text("customer_id"),
    /** The provider's id for the subscription that applies. */
    subscriptionId: text("subscription_id"),
    /** A subscription whose payment isn't confirmed yet, so it doesn't apply. */
    pendingId: text("pending_id"),
    /** End of the period that is paid for. */
    periodEndsAt: timestamp("period_ends_at", { withTimezone: true }),
    /** When the subscription ended for good. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
    /** When the owner chose the free plan instead of a subscription. */
    choseFreeAt: timestamp("chose_free_at", { withTimezone: true }),
  },
  (t) => [index("subscriptions_by_customer").on(t.customerId)],
);

/** The sandbox's own record of a subscription, as a payment provider would keep it. */
export const sandboxSubscriptions = pgTable(
  "sandbox_subscriptions",
  {
    id: text("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    clientSecret: text("confirmation").notNull().unique(),
    tier: text("tier").$type<PaidPlanId>().notNull(),
    status: text("status", { enum: ["incomplete", "trialing", "active", "past_due", "ended"] }).notNull(),
    trialEndsAt: timestamp("trial_ends_at", { withTimezone: true }),
    periodEndsAt: timestamp("period_ends_at", { withTimezone: true }),
    cancelsAtPeriodEnd: boolean("cancels_at_period_end").notNull().default(false),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    /** Whether a payment was confirmed, and whether its renewals succeed; null: not confirmed yet. */
    payment: text("payment", { enum: ["works", "declined_at_renewal"] }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("sandbox_subscriptions_by_team").on(t.teamId)],
);

export const sandboxInvoices = pgTable(
  "sandbox_invoices",
  {
    id: text("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => sandboxSubscriptions.id, { onDelete: "cascade" }),
    /** Cents of US dollars. */
    amount: integer("amount").notNull(),
    status: text("status", { enum: ["paid", "open", "void"] }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    index("sandbox_invoices_by_team").on(t.teamId, t.createdAt),
    index("sandbox_invoices_by_subscription").on(t.subscriptionId),
  ],
);

/** What the payment provider reported, so that each report is handled once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** The provider's id. */
    id: text("id").primaryKey(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("payment_events_by_team").on(t.teamId), index("payment_events_by_time").on(t.receivedAt)],
);

/** When the owner was warned that the team's data will be deleted, for each end of a plan. */
export const retentionWarnings = pgTable(
  "retention_warnings",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** The end of the trial or subscription that they are about. */
    endedAt: timestamp("ended_at", { withTimezone: true }).notNull(),
    /** When the mail server accepted the first warning, and the last. */
    firstAt: timestamp("first_at", { withTimezone: true }),
    lastAt: timestamp("last_at", { withTimezone: true }),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.endedAt] })],
);

/** How many messages a team's channels received, by calendar month (UTC) in which they were sent. */
export const messageUsage = pgTable(
  "message_usage",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    /** The first day of the month. */
    month: date("month").notNull(),
    messages: integer("messages").notNull(),
    /** How many of them came over the limit and wait. */
    held: integer("held").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.month] })],
);
