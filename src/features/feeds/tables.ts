import { foreignKey, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { teamMembers } from "../teams/tables";

/** Secret links to a member's due tasks as an iCalendar feed, one for each team. They end with the membership. */
export const calendarFeeds = pgTable(
  "calendar_feeds",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** SHA-256 of the link's secret; the secret itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastReadAt: timestamp("last_read_at", { withTimezone: true }),
  },
  (t) => [
    foreignKey({
      name: "calendar_feeds_of_member",
      columns: [t.teamId, t.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete("cascade"),
    uniqueIndex("calendar_feeds_by_member").on(t.teamId, t.userId),
    index("calendar_feeds_of_user").on(t.userId),
  ],
);
