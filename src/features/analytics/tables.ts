import { boolean, foreignKey, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { teamMembers } from "../teams/tables";

/** What a member chose for Analytics. It ends with the membership. No row means the defaults. */
export const analyticsChoices = pgTable(
  "analytics_choices",
  {
    teamId: uuid("team_id").notNull(),
    userId: uuid("user_id").notNull(),
    /** Whether the others see this member's figures (BEY-19). */
    shareFigures: boolean("share_figures").notNull(),
    /** The member's own estimate of the time that one action saves (minutes). */
    messageMinutes: integer("message_minutes").notNull(),
    taskMinutes: integer("task_minutes").notNull(),
    meetingMinutes: integer("meeting_minutes").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.teamId, t.userId] }),
    foreignKey({
      name: "analytics_choices_of_member",
      columns: [t.teamId, t.userId],
      foreignColumns: [teamMembers.teamId, teamMembers.userId],
    }).onDelete("cascade"),
  ],
);
