import { bigint, foreignKey, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { teamMembers } from "../teams/tables";

/** Calls of tools by a member's assistants, without what they asked or got. They end with the membership. */
export const toolCalls = pgTable(
  "tool_calls",
  {
    /** Order of the calls; later is larger. */
    seq: bigint("seq", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid("id").notNull().unique().defaultRandom(),
    teamId: uuid("team_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** Of the access token, which may be revoked by now. */
    tokenName: text("token_name").notNull(),
    tool: text("tool").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
    /** Null until the call ends. */
    outcome: text("outcome", { enum: ["done", "refused"] }),
  },
  (t) => [
    foreignKey({
      name: "tool_calls_of_member",
      columns: [t.teamId, t.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete("cascade"),
    index("tool_calls_by_member").on(t.teamId, t.userId, t.seq),
  ],
);
