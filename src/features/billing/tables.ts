import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { teams } from "../teams/tables";

/** A team's subscription; a team without a row is on the free plan. */
export const subscriptions = pgTable("subscriptions", {
  teamId: uuid("team_id")
    .primaryKey()
    .references(() => teams.id, { onDelete: "cascade" }),
  tier: text("tier", { enum: ["free", "starter", "pro", "enterprise"] }).notNull(),
  status: text("status", { enum: ["trialing", "active", "past_due", "canceled"] }).notNull(),
  trialEndsAt: timestamp("trial_ends_at", { withTimezone: true }),
});
