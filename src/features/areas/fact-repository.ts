import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "../../server/database";
import { purgeBefore } from "../../server/postgres/purge";
import { containing } from "../search/words-repository";
import type { AreaChip, SourceRef } from "./contract";
import type { Viewer } from "./repository";
import { areaFacts, areaItems, areas } from "./tables";

export type FactRow = typeof areaFacts.$inferSelect;
export interface ListedFact extends FactRow {
  /** Null: there is none, or the viewer can't see it. */
  sourceTitle: string | null;
}

/** The queries for facts. Each is an item of its area too, so that what searches an area finds it. */
export function createFactRepository(db: Executor) {
  const title = ({ teamId, userId }: Viewer) => sql<string | null>`coalesce(
    (select coalesce(nullif(trim(m.subject), ''), left(m.content, 80)) from messages m
      where m.id = ${areaFacts.sourceId} and m.team_id = ${teamId} and m.deleted_at is null
        and (m.visible_to is null or m.visible_to = ${userId})),
    (select t.title from tasks t where t.id = ${areaFacts.sourceId} and t.team_id = ${teamId} and t.deleted_at is null),
    (select g.title from meetings g where g.id = ${areaFacts.sourceId} and g.team_id = ${teamId} and g.deleted_at is null))`;
  const ofFact = (teamId: string, id: string) =>
    and(eq(areaFacts.teamId, teamId), eq(areaFacts.id, id), isNull(areaFacts.deletedAt));
  const addItem = ({ id, areaId, teamId, createdAt }: FactRow) =>
    db
      .insert(areaItems)
      .values({ areaId, teamId, sourceType: "fact", sourceId: id, state: "hand", writtenAt: createdAt });
  return {
    /** Newest first. @param id - only this fact. */
    async list(viewer: Viewer, areaId: string, id?: string): Promise<ListedFact[]> {
      const rows = await db
        .select({ fact: areaFacts, sourceTitle: title(viewer) })
        .from(areaFacts)
        .where(
          and(
            eq(areaFacts.teamId, viewer.teamId),
            eq(areaFacts.areaId, areaId),
            isNull(areaFacts.deletedAt),
            id ? eq(areaFacts.id, id) : undefined,
          ),
        )
        .orderBy(desc(areaFacts.createdAt), desc(areaFacts.id));
      return rows.map(({ fact, sourceTitle }) => ({ ...fact, sourceTitle }));
    },

    /**
     * Facts of all areas that contain some words, newest first, and how many there are. With `deletedAt`, the
     * fact was deleted then, or its area.
     */
    async search(
      teamId: string,
      words: string,
      limit: number,
    ): Promise<{ total: number; facts: (FactRow & { area: AreaChip })[] }> {
      const rows = await db
        .select({
          fact: areaFacts,
          areaDeletedAt: areas.deletedAt,
          area: { id: areas.id, name: areas.name, color: areas.color },
          total: sql<number>`(count(*) over ())::int`,
        })
        .from(areaFacts)
        .innerJoin(areas, eq(areas.id, areaFacts.areaId))
        .where(
          and(
            eq(areaFacts.teamId, teamId),
            containing(sql`${areaFacts.text} || ' ' || ${areas.name}`, words),
          ),
        )
        .orderBy(desc(areaFacts.createdAt), desc(areaFacts.id))
        .limit(limit);
      return {
        total: rows[0]?.total ?? 0,
        facts: rows.map(({ fact, areaDeletedAt, area }) => ({
          ...fact,
          deletedAt: fact.deletedAt ?? areaDeletedAt,
          area,
        })),
      };
    },

    /** The ids of an area's facts, deleted ones included. */
    async idsOf(teamId: string, areaId: string): Promise<string[]> {
      const rows = await db
        .select({ id: areaFacts.id })
        .from(areaFacts)
        .where(and(eq(areaFacts.teamId, teamId), eq(areaFacts.areaId, areaId)));
      return rows.map(({ id }) => id);
    },

    /** The area of a fact, also of a deleted one; undefined: there is no such fact. */
    async areaOf(teamId: string, id: string): Promise<string | undefined> {
      const [row] = await db
        .select({ areaId: areaFacts.areaId })
        .from(areaFacts)
        .where(and(eq(areaFacts.teamId, teamId), eq(areaFacts.id, id)));
      return row?.areaId;
    },

    async count(teamId: string, areaId: string): Promise<number> {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${areaFacts} where team_id = ${teamId} and area_id = ${areaId} and deleted_at is null`,
      );
      return rows[0]?.count ?? 0;
    },

    /** The row, locked until the transaction ends; undefined for another team's. */
    async lock(teamId: string, id: string): Promise<FactRow | undefined> {
      const [row] = await db.select().from(areaFacts).where(ofFact(teamId, id)).for("update");
      return row;
    },

    /**
     * Stores a fact and makes it an item of its area. With an `id` and a time, undo brings a deleted one
     * back.
     */
    async insert(
      fact: Pick<FactRow, "teamId" | "areaId" | "text" | "createdBy"> & {
        id?: string;
        createdAt?: Date;
        source: SourceRef | null;
      },
    ): Promise<FactRow> {
      const { source, ...values } = fact;
      const [row] = await db
        .insert(areaFacts)
        .values({ ...values, sourceType: source?.type ?? null, sourceId: source?.id ?? null })
        .returning();
      await addItem(row as FactRow);
      return row as FactRow;
    },

    /** The caller holds the lock of the row. */
    async setText(teamId: string, id: string, text: string): Promise<FactRow> {
      const [row] = await db.update(areaFacts).set({ text }).where(ofFact(teamId, id)).returning();
      return row as FactRow;
    },

    /** Deletes a fact so that it can be restored. A trigger takes it out of the index and the area. */
    async remove(teamId: string, id: string): Promise<void> {
      await db.update(areaFacts).set({ deletedAt: new Date() }).where(ofFact(teamId, id));
    },

    /** @returns whether the deleted fact was still there. */
    async restore(teamId: string, id: string): Promise<boolean> {
      const [row] = await db
        .update(areaFacts)
        .set({ deletedAt: null })
        .where(and(eq(areaFacts.teamId, teamId), eq(areaFacts.id, id), isNotNull(areaFacts.deletedAt)))
        .returning();
      if (row) await addItem(row);
      return row !== undefined;
    },

    /** Deletes a fact for good. A trigger takes its words out of older answers too. */
    async erase(teamId: string, id: string): Promise<void> {
      await db.delete(areaFacts).where(and(eq(areaFacts.teamId, teamId), eq(areaFacts.id, id)));
    },

    /** Deletes facts of all teams for good that were deleted before a moment. */
    async purge(before: Date): Promise<void> {
      await purgeBefore(db, areaFacts, areaFacts.deletedAt, before);
    },
  };
}
