import { and, asc, desc, eq, getTableColumns, inArray, lt, not, or, sql } from "drizzle-orm";
import { type Executor, isUnlocked } from "../../server/database";
import { requireKnown, rowOf } from "../../server/paging/known-row";
import { type CursorRow, cursorIn, type OrderValue, valuesAt } from "../../server/paging/list-cursor";
import type { PageBefore } from "../../shared/paging";
import { importProblems, imports } from "./tables";

export type ImportRow = typeof imports.$inferSelect;
export type ProblemRow = typeof importProblems.$inferInsert;

/**
 * What each file counts for in its team's quota besides its content (bytes). A disk has room for a limited number of
 * files, even empty ones: usually one for each 16 KB.
 */
export const bytesPerFile = 16 * 1024;

/** The key of the lock for the process that runs an import. */
export const lockOf = (importId: string): string => `import ${importId}`;

/** The key of the lock for the process that counts it. */
export const countLockOf = (importId: string): string => `import count ${importId}`;

/** What an upload can wait for. */
export type WaitingWork = "count" | "import";

const waits: Record<WaitingWork, { states: ImportRow["status"][]; lock: (id: string) => string }> = {
  count: { states: ["counting"], lock: countLockOf },
  import: { states: ["queued", "running"], lock: lockOf },
};

/** An upload that no process works on. `nth` is 1 if its team would have only this one running, and so on. */
export type WaitingImport = Pick<ImportRow, "id" | "teamId"> & { nth: number };

/** Until its start, an upload belongs to who made it. Afterwards its messages are the team's. */
export const isUnstarted = ({ status, found }: Pick<ImportRow, "status" | "found">): boolean =>
  status === "counting" || status === "ready" || (status === "failed" && found === 0);
const unstarted = sql`(${imports.status} in ('counting', 'ready') or ${imports.status} = 'failed' and ${imports.found} = 0)`;

/** An import's problems, if it is the team's. */
const ofImport = (teamId: string, importId: string) =>
  and(
    eq(importProblems.importId, importId),
    sql`exists (select from ${imports} where ${imports.id} = ${importId} and ${imports.teamId} = ${teamId})`,
  );

/** Maximum number of problems listed per import. */
const listedProblems = 1000;

/** Imports in the order of their list, which is newest first. */
const newest: OrderValue[] = [
  { by: sql`${imports.createdAt}`, type: "instant" },
  { by: sql`${imports.id}`, type: "id" },
];

export function createImportRepository(db: Executor) {
  const own = (teamId: string, id: string) => and(eq(imports.teamId, teamId), eq(imports.id, id));
  return {
    async insert(row: typeof imports.$inferInsert): Promise<ImportRow> {
      const [inserted] = await db.insert(imports).values(row).returning();
      return inserted as ImportRow;
    },

    /** Undefined for another team's import too. */
    async find(teamId: string, id: string): Promise<ImportRow | undefined> {
      const [row] = await db.select().from(imports).where(own(teamId, id));
      return row;
    },

    /** Like {@link find}, but locks the row until the transaction ends. */
    async lock(teamId: string, id: string): Promise<ImportRow | undefined> {
      const [row] = await db.select().from(imports).where(own(teamId, id)).for("update");
      return row;
    },

    /** Bytes of the uploads that aren't imported yet. */
    async waitingBytes(teamId: string): Promise<number> {
      const [row] = await db
        .select({
          bytes: sql<string>`coalesce(sum(${imports.size} + ${bytesPerFile}::bigint * jsonb_array_length(${imports.files})), 0)`,
        })
        .from(imports)
        .where(
          and(
            eq(imports.teamId, teamId),
            inArray(imports.status, ["counting", "ready", "queued", "running"]),
          ),
        );
      return Number(row?.bytes ?? 0);
    },

    /** Deletes uploads of all teams that nobody has started. Their blobs then belong to nobody. */
    async removeUnstarted(before: Date): Promise<void> {
      await db
        .delete(imports)
        .where(and(inArray(imports.status, ["counting", "ready"]), lt(imports.createdAt, before)));
    },

    /** The blobs that an import of any team still needs. */
    async ownedBlobs(): Promise<Set<string>> {
      const { rows } = await db.execute<{ blob: string }>(sql`
        select file->>'blob' as blob from ${imports}, jsonb_array_elements(${imports.files}) as file
        where ${imports.status} in ('counting', 'ready', 'queued', 'running') and file ? 'blob'`);
      return new Set(rows.map(({ blob }) => blob));
    },

    /** Without other people's uploads that haven't started. With a cursor, also after an import that is gone. */
    async latest(
      teamId: string,
      userId: string,
      { limit, before, cursor }: PageBefore,
    ): Promise<(ImportRow & CursorRow)[]> {
      const known =
        cursor === undefined
          ? sql`select i.created_at, i.id from ${imports} i where i.team_id = ${teamId} and i.id = ${before}`
          : sql.join(valuesAt(newest, cursor), sql`, `);
      const older = sql`(${imports.createdAt}, ${imports.id}) < (${known})`;
      const rows = await db
        .select({ ...getTableColumns(imports), cursor: cursorIn(newest) })
        .from(imports)
        .where(
          and(
            eq(imports.teamId, teamId),
            or(not(unstarted), eq(imports.userId, userId)),
            before ? older : undefined,
          ),
        )
        .orderBy(desc(imports.createdAt), desc(imports.id))
        .limit(limit);
      await requireKnown(db, rows, { before, cursor }, rowOf(imports, teamId, before));
      return rows;
    },

    /** All senders that the user has ever claimed to be. */
    async ownKeys(teamId: string, userId: string): Promise<Set<string>> {
      const { rows } = await db.execute<{ key: string }>(sql`
        select distinct key from (
          select own_keys from ${imports}
          where ${imports.teamId} = ${teamId} and ${imports.userId} = ${userId} and ${imports.ownKeys} <> '[]'::jsonb
          order by ${imports.createdAt} desc limit 20
        ) as last, jsonb_array_elements_text(last.own_keys) as key`);
      return new Set(rows.map(({ key }) => key));
    },

    /** @returns the row as stored; undefined if the import has been removed. */
    async update(teamId: string, id: string, change: Partial<ImportRow>): Promise<ImportRow | undefined> {
      const [row] = await db.update(imports).set(change).where(own(teamId, id)).returning();
      return row;
    },

    /** @returns false if the import isn't being counted any more. */
    async updateCounting(teamId: string, id: string, change: Partial<ImportRow>): Promise<boolean> {
      const { rowCount } = await db
        .update(imports)
        .set(change)
        .where(and(own(teamId, id), eq(imports.status, "counting")));
      return rowCount === 1;
    },

    /** Adds to the running counts, in the transaction that stores the batch. */
    async advance(
      teamId: string,
      id: string,
      by: Pick<ImportRow, "processed" | "stored" | "analysed" | "duplicate" | "damaged" | "newestAt">,
    ): Promise<void> {
      await db
        .update(imports)
        .set({
          // What it waited for is there.
          error: null,
          processed: sql`${imports.processed} + ${by.processed}`,
          stored: sql`${imports.stored} + ${by.stored}`,
          analysed: sql`${imports.analysed} + ${by.analysed}`,
          duplicate: sql`${imports.duplicate} + ${by.duplicate}`,
          damaged: sql`${imports.damaged} + ${by.damaged}`,
          newestAt: sql`greatest(${imports.newestAt}, ${by.newestAt})`,
        })
        .where(own(teamId, id));
    },

    /** Deletes the import with its problems. Its messages stay. */
    async remove(teamId: string, id: string): Promise<void> {
      await db.delete(imports).where(own(teamId, id));
    },

    /**
     * Uploads of all teams that no process works on: each team's oldest first, then its second, and so on.
     *
     * @param running - what this process has begun, before its lock is taken.
     * @param ofTeam - how many of a team may run, in all processes together.
     */
    async waiting(
      work: WaitingWork,
      running: Pick<ImportRow, "id">[],
      ofTeam: number,
    ): Promise<WaitingImport[]> {
      const { states, lock } = waits[work];
      const begun = sql.param(running.map(({ id }) => id));
      const { rows } = await db.execute<WaitingImport & Record<string, unknown>>(sql`
        with open as (
          select id, team_id, created_at,
            id = any(${begun}::uuid[]) or not (${isUnlocked(sql`${lock("")} || id`)}) as running
          from ${imports} where ${inArray(imports.status, states)}
        ), numbered as (
          select *, count(*) filter (where running) over team
            + row_number() over (partition by team_id, running order by created_at, id) as nth
          from open window team as (partition by team_id)
        )
        select id, team_id as "teamId", nth::int from numbered
        where not running and nth <= ${ofTeam} order by nth, created_at, id`);
      return rows;
    },

    async addProblems(problems: ProblemRow[]): Promise<void> {
      if (problems.length > 0) await db.insert(importProblems).values(problems);
    },

    async problems(teamId: string, importId: string) {
      return db
        .select({
          where: importProblems.where,
          reason: importProblems.reason,
          messageId: importProblems.messageId,
        })
        .from(importProblems)
        .where(ofImport(teamId, importId))
        .orderBy(asc(importProblems.seq))
        .limit(listedProblems);
    },

    async clearProblems(teamId: string, importId: string): Promise<void> {
      await db.delete(importProblems).where(ofImport(teamId, importId));
    },
  };
}
