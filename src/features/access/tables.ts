import { boolean, foreignKey, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Area } from "../../shared/token-areas";
import { teamMembers } from "../teams/tables";

/** Keys to one team for programs of one member. They end with the membership. */
export const accessTokens = pgTable(
  "access_tokens",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Its last four characters, to tell tokens apart. */
    ending: text("ending").notNull(),
    areas: text("areas").array().$type<Area[]>().notNull(),
    readOnly: boolean("read_only").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
  },
  (t) => [
    foreignKey({
      name: "access_tokens_of_member",
      columns: [t.teamId, t.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete("cascade"),
    index("access_tokens_by_member").on(t.teamId, t.userId, t.createdAt),
  ],
);
