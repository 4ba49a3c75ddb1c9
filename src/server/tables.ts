import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** How often something was tried from one address, per window of time; shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  /** What is limited, and the address. */
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  /** When counting begins anew. */
  resetsAt: timestamp("resets_at", { withTimezone: true }).notNull(),
});
