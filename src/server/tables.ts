import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Attempts per limit, IP address and time window. Shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  /** The name of the limit, and the IP address. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  /** When the counter resets. */
  resetsAt: timestamp("resets_at", { withTimezone: true }).notNull(),
});
