import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Executor, holdLock } from "../../server/database";
import { purgeBefore } from "../../server/postgres/purge";
import { containing } from "../search/words-repository";
import { byAreaName } from "./area-order";
import { type AreaColor, type AreaRules, companyKey, countedUpTo } from "./contract";
import { areaItems, areaRules, areas } from "./tables";

export type AreaRow = typeof areas.$inferSelect;
type RuleRow = Pick<typeof areaRules.$inferSelect, "kind" | "value" | "label">;

/** Who looks at areas. */
export interface Viewer {
  teamId: string;
  userId: string;
}

/** An area with its rules and the number of its items that the viewer may see. */
export interface CountedArea extends AreaRow {
  rules: RuleRow[];
  messages: number;
  tasks: number;
  meetings: number;
}

/** The queries for areas and their rules. */
export function createAreaRepository(db: Executor) {
  return {
    /** By name. @param of - only areas with this source, which the viewer must be able to see; or one area. */
    async list(
      { teamId, userId }: Viewer,
      of: { sourceId?: string | undefined; areaId?: string } = {},
    ): Promise<CountedArea[]> {
      const count = (type: string, open = sql``) => sql<number>`(select count(*)::int from (
        select from ${areaItems} i join passages p on p.source_id = i.source_id and p.position = 0
        ${open}
        where i.area_id = "areas"."id" and i.source_type = ${sql.raw(`'${type}'`)} and i.state <> 'removed'
          and (p.visible_to is null or p.visible_to = ${userId})
        limit ${countedUpTo}) counted)`;
      const rows = await db
        .select({
          id: areas.id,
          teamId: areas.teamId,
          name: areas.name,
          color: areas.color,
          createdBy: areas.createdBy,
          createdAt: areas.createdAt,
          deletedAt: areas.deletedAt,
          rules: sql<
            RuleRow[]
          >`coalesce((select jsonb_agg(jsonb_build_object('kind', r.kind, 'value', r.value, 'label', r.label)
            order by r.kind, lower(r.label), r.value) from ${areaRules} r where r.area_id = "areas"."id"), '[]')`,
          messages: count("message"),
          tasks: count("task", sql`join tasks t on t.id = i.source_id and t.status <> 'resolved'`),
          meetings: count("meeting"),
        })
        .from(areas)
        .where(
          and(
            eq(areas.teamId, teamId),
            isNull(areas.deletedAt),
            of.areaId ? eq(areas.id, of.areaId) : undefined,
            of.sourceId
              ? sql`exists (select from ${areaItems} i join passages p on p.source_id = i.source_id and p.position = 0
                where i.area_id = "areas"."id" and i.source_id = ${of.sourceId} and i.state <> 'removed'
                  and (p.visible_to is null or p.visible_to = ${userId}))`
              : undefined,
          ),
        )
        .orderBy(asc(areas.id));
      return rows.sort(byAreaName);
    },

    /** Until the transaction ends, no area is added, no rules change, and what arrives waits to join. */
    async holdRules(teamId: string): Promise<void> {
      await holdLock(db, `areas ${teamId}`);
    },

    /** Areas of a team that aren't deleted. */
    async count(teamId: string): Promise<number> {
      const rows = await db
        .select({ id: areas.id })
        .from(areas)
        .where(and(eq(areas.teamId, teamId), isNull(areas.deletedAt)));
      return rows.length;
    },

    /** Also a deleted area, locked until the transaction ends. */
    async lock(teamId: string, id: string): Promise<AreaRow | undefined> {
      const [row] = await db
        .select()
        .from(areas)
        .where(and(eq(areas.teamId, teamId), eq(areas.id, id)))
        // Weaker than what the foreign keys of arriving items wait for.
        .for("no key update");
      return row;
    },

    /** Undefined also for another team's area and a deleted one. */
    async find(teamId: string, id: string): Promise<AreaRow | undefined> {
      const [row] = await db
        .select()
        .from(areas)
        .where(and(eq(areas.teamId, teamId), eq(areas.id, id), isNull(areas.deletedAt)));
      return row;
    },

    /** Deleted areas whose names contain some words, the last deleted one first. */
    async deleted(teamId: string, words: string, limit: number) {
      const rows = await db
        .select({ id: areas.id, name: areas.name, color: areas.color, deletedAt: areas.deletedAt })
        .from(areas)
        .where(
          and(eq(areas.teamId, teamId), isNotNull(areas.deletedAt), containing(sql`${areas.name}`, words)),
        )
        .orderBy(desc(areas.deletedAt), desc(areas.id))
        .limit(limit);
      return rows.flatMap(({ deletedAt, ...area }) => (deletedAt ? [{ ...area, deletedAt }] : []));
    },

    async insert(area: {
      teamId: string;
      name: string;
      color: AreaColor;
      createdBy: string | null;
    }): Promise<AreaRow> {
      const [row] = await db.insert(areas).values(area).returning();
      return row as AreaRow;
    },

    /** `deletedAt`: null brings a deleted area back. */
    async update(
      teamId: string,
      id: string,
      change: { name?: string; color?: AreaColor; deletedAt?: Date | null },
    ): Promise<void> {
      await db
        .update(areas)
        .set(change)
        .where(and(eq(areas.teamId, teamId), eq(areas.id, id)));
    },

    /** Areas that follow a company. */
    async followingCompanies(teamId: string): Promise<string[]> {
      const rows = await db
        .selectDistinctOn([areaRules.areaId], { id: areaRules.areaId })
        .from(areaRules)
        .where(and(eq(areaRules.teamId, teamId), eq(areaRules.kind, "company")));
      return rows.map(({ id }) => id);
    },

    /** An area's rules by kind, then in alphabetical order. */
    async rules(teamId: string, id: string): Promise<RuleRow[]> {
      return db
        .select({ kind: areaRules.kind, value: areaRules.value, label: areaRules.label })
        .from(areaRules)
        .where(and(eq(areaRules.teamId, teamId), eq(areaRules.areaId, id)))
        .orderBy(asc(areaRules.kind), asc(sql`lower(${areaRules.label})`), asc(areaRules.value));
    },

    /** Replaces all rules of an area, in the caller's transaction. */
    async setRules(teamId: string, id: string, rules: AreaRules): Promise<void> {
      await db.delete(areaRules).where(and(eq(areaRules.teamId, teamId), eq(areaRules.areaId, id)));
      const rows = toRows(rules);
      if (rows.length > 0)
        await db
          .insert(areaRules)
          .values(rows.map((row) => ({ ...row, areaId: id, teamId })))
          .onConflictDoNothing();
    },

    /** Deletes for good: rules, items and facts go with it. */
    async remove(teamId: string, id: string): Promise<void> {
      await db.delete(areas).where(and(eq(areas.teamId, teamId), eq(areas.id, id)));
    },

    /** Deletes areas of all teams for good that were deleted before a moment. */
    async purge(before: Date): Promise<void> {
      await purgeBefore(db, areas, areas.deletedAt, before);
    },
  };
}

/** Rules as rows, each once. */
const toRows = ({ people, channels, keywords, companies }: AreaRules): RuleRow[] => [
  ...people.map(({ key, name }) => ({ kind: "person" as const, value: key, label: name })),
  ...channels.map((value) => ({ kind: "channel" as const, value, label: "" })),
  ...keywords.map((value) => ({ kind: "keyword" as const, value, label: "" })),
  ...companies.map((company) => ({
    kind: "company" as const,
    value: companyKey(company),
    label: company.name,
  })),
];

/** Rows as rules. */
export function toRules(rows: RuleRow[]): AreaRules {
  const of = (kind: RuleRow["kind"]) => rows.filter((row) => row.kind === kind);
  return {
    people: of("person").map(({ value, label }) => ({ key: value, name: label })),
    channels: of("channel").map(({ value }) => value),
    keywords: of("keyword").map(({ value }) => value),
    companies: of("company").map(({ value, label }) => {
      const colon = value.indexOf(":");
      return { connectionId: value.slice(0, colon), companyId: value.slice(colon + 1), name: label };
    }),
  };
}
