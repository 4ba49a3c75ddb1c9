import { sql } from "drizzle-orm";
import { customType, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "../auth/tables";
import { teams } from "../teams/tables";
import { type AreaSourceType, areaColors } from "./contract";

const query = customType<{ data: string }>({ dataType: () => "tsquery" });

const ofTeam = () =>
  uuid("team_id")
    .notNull()
    .references(() => teams.id, { onDelete: "cascade" });

/** Topics, clients and projects of a team. */
export const areas = pgTable(
  "areas",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    teamId: ofTeam(),
    name: text("name").notNull(),
    color: text("color", { enum: areaColors }).notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    index("areas_of_team").on(t.teamId),
    index("areas_of_created_by").on(t.createdBy),
    index("areas_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

const ofArea = () =>
  uuid("area_id")
    .notNull()
    .references(() => areas.id, { onDelete: "cascade" });

/** What joins an area by itself; see `AreaRules`. */
export const areaRules = pgTable(
  "area_rules",
  {
    areaId: ofArea(),
    teamId: ofTeam(),
    kind: text("kind", { enum: ["person", "channel", "keyword", "company"] }).notNull(),
    /** A person's key, a channel, a keyword, or a company as connection and id with a colon between them. */
    value: text("value").notNull(),
    /** The name of a person or a company. */
    label: text("label").notNull().default(""),
    /** A keyword as the index is asked for it. */
    query: query("query").generatedAlwaysAs(
      sql`case when kind = 'keyword' then search_word(translate(value, '@._-/:+#&=?!<>()[]{}''’"', repeat(' ', 24))) end`,
    ),
  },
  (t) => [
    primaryKey({ columns: [t.areaId, t.kind, t.value] }),
    index("area_rules_by_value").on(t.teamId, t.kind, t.value),
  ],
);

/**
 * What belongs to which area. A trigger on the index of passages keeps it in the transaction that writes a message,
 * task or meeting (see the migration), so no way of writing can miss it.
 */
export const areaItems = pgTable(
  "area_items",
  {
    areaId: ofArea(),
    teamId: ofTeam(),
    sourceType: text("source_type").$type<AreaSourceType | "fact">().notNull(),
    sourceId: uuid("source_id").notNull(),
    /** `removed`: somebody took it out, so no rule adds it again. */
    state: text("state", { enum: ["rule", "hand", "removed"] }).notNull(),
    /** As in `messages`. */
    visibleTo: uuid("visible_to"),
    /** When the message was sent, and the task or meeting created. */
    writtenAt: timestamp("written_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.areaId, t.sourceId] }),
    index("area_items_in_order")
      .on(t.areaId, t.sourceType, t.writtenAt, t.sourceId)
      .where(sql`state <> 'removed'`),
    index("area_items_by_source").on(t.sourceId),
    index("area_items_of_team").on(t.teamId),
  ],
);

/** What people pinned to an area. */
export const areaFacts = pgTable(
  "area_facts",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    areaId: ofArea(),
    teamId: ofTeam(),
    text: text("text").notNull(),
    /** The message, task or meeting it comes from; without foreign keys, so that the fact outlives it. */
    sourceType: text("source_type").$type<AreaSourceType>(),
    sourceId: uuid("source_id"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (t) => [
    index("area_facts_of_area").on(t.areaId, t.createdAt, t.id),
    index("area_facts_of_team").on(t.teamId),
    index("area_facts_of_created_by").on(t.createdBy),
    index("area_facts_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);
