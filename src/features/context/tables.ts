import { sql } from "drizzle-orm";
import {
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { areas } from "../areas/tables";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import type { Answer } from "./contract";

const words = customType<{ data: string }>({ dataType: () => "tsvector" });

/**
 * The index of everything that can be searched. Triggers on the tables of the sources keep it in the transaction
 * that writes them, so no way of writing can miss it, and what is deleted leaves it at once.
 */
export const passages = pgTable(
  "passages",
  {
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    sourceType: text("source_type").notNull(),
    sourceId: uuid("source_id").notNull(),
    /** Order within the source. A message or a task has one passage. */
    position: smallint("position").notNull().default(0),
    /** The only person who may find it; null: the team. */
    visibleTo: uuid("visible_to"),
    writtenAt: timestamp("written_at", { withTimezone: true }).notNull(),
    /** Its words without their order, each behind a key of the team, so that one index answers for both. */
    words: words("words").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.position] }),
    index("passages_by_words").using("gin", t.words),
    index("passages_by_team").on(t.teamId, t.writtenAt),
    // Tasks and meetings are few beside messages, so walking them is faster than looking a common word up.
    index("passages_by_type").on(t.teamId, t.sourceType, t.writtenAt).where(sql`source_type <> 'message'`),
  ],
);

/** The chat of each person in each team. */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The area it is about; null: everything, or an area that was deleted for good. */
    areaId: uuid("area_id").references(() => areas.id, { onDelete: "set null" }),
    role: text("role", { enum: ["user", "assistant"] }).notNull(),
    content: text("content").notNull(),
    /** What an answer consists of, with its sources; null for a question. */
    answer: jsonb("answer").$type<Answer>(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index("chat_messages_by_person").on(t.teamId, t.userId, t.createdAt, t.id),
    index("chat_messages_by_user").on(t.userId),
    index("chat_messages_by_area").on(t.areaId),
  ],
);
