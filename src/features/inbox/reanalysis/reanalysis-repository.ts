import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { purgeBefore } from "../../../server/postgres/purge";
import type { Analysis } from "../../triage/contract";
import { analyzedNew, createMessageRepository, type MessageRow, ofTeam } from "../repository";
import { analysisRuns, messages, replacedAnalyses } from "../tables";

/** The engine's own result for a message, without corrections. */
const base = sql`coalesce(${messages.engineAnalysis}, ${messages.aiAnalysis})`;

const oneOf = (teamId: string, version: string) =>
  and(eq(analysisRuns.teamId, teamId), eq(analysisRuns.version, version));

export type AnalysisRun = typeof analysisRuns.$inferSelect;

/** A message's analysis by an earlier engine, and what replaces it. */
export interface Replacement {
  id: string;
  before: Analysis;
  after: Analysis;
}

export function createReanalysisRepository(db: Executor) {
  return {
    /** The team's run for a version. Created on first use. */
    async openRun(teamId: string, version: string): Promise<AnalysisRun> {
      await db.insert(analysisRuns).values({ teamId, version }).onConflictDoNothing();
      const [run] = await db.select().from(analysisRuns).where(oneOf(teamId, version));
      if (!run) throw new Error("the run was not stored");
      return run;
    },

    /** The same, locked until the transaction ends; undefined if it's gone. */
    async lockRun(teamId: string, version: string): Promise<AnalysisRun | undefined> {
      const [run] = await db.select().from(analysisRuns).where(oneOf(teamId, version)).for("update");
      return run;
    },

    async find(teamId: string, id: string): Promise<AnalysisRun | undefined> {
      const [run] = await db
        .select()
        .from(analysisRuns)
        .where(and(eq(analysisRuns.teamId, teamId), eq(analysisRuns.id, id)));
      return run;
    },

    /** Teams whose run for a version hasn't finished. */
    async teamsWithout(version: string): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from teams where not exists (
          select from analysis_runs run
          where run.team_id = teams.id and run.version = ${version} and run.finished_at is not null)`);
      return rows.map(({ id }) => id);
    },

    /** Open messages that an earlier version of the embedded engine analyzed, locked, after the given id. */
    async outdated(teamId: string, version: string, after: string, limit: number): Promise<MessageRow[]> {
      return db
        .select()
        .from(messages)
        .where(
          and(
            analyzedNew(teamId),
            sql`${base}->>'engine' = 'embedded' and ${base}->>'version' <> ${version}`,
            sql`${messages.id} > ${after}`,
          ),
        )
        .orderBy(messages.id)
        .limit(limit)
        .for("update");
    },

    /** The existing messages with these ids. */
    async byIds(teamId: string, ids: string[]): Promise<MessageRow[]> {
      if (ids.length === 0) return [];
      return db
        .select()
        .from(messages)
        .where(and(ofTeam(teamId), sql`${messages.id} = any(${sql.param(ids)}::uuid[])`));
    },

    /** Stores new results of the engine, and what they replace; corrections are applied afterwards. */
    async replace(teamId: string, runId: string, list: Replacement[]): Promise<void> {
      if (list.length === 0) return;
      await db
        .insert(replacedAnalyses)
        .values(list.map(({ id, before }) => ({ runId, teamId, messageId: id, analysis: before })))
        .onConflictDoNothing();
      await this.setBases(
        teamId,
        list.map(({ id, after }) => ({ id, analysis: after })),
      );
    },

    /** Sets the engine's own results, without corrections. */
    async setBases(teamId: string, list: { id: string; analysis: Analysis }[]): Promise<void> {
      await createMessageRepository(db).setOverridden(
        teamId,
        list.map(({ id, analysis }) => ({ id, analysis, base: null })),
      );
    },

    /** How many messages a run has analyzed. */
    async countOf(teamId: string, runId: string): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(replacedAnalyses)
        .where(and(eq(replacedAnalyses.teamId, teamId), eq(replacedAnalyses.runId, runId)));
      return row?.count ?? 0;
    },

    async finish(teamId: string, runId: string): Promise<void> {
      await db
        .update(analysisRuns)
        .set({ finishedAt: sql`now()` })
        .where(and(eq(analysisRuns.teamId, teamId), eq(analysisRuns.id, runId)));
    },

    /** What a run replaced on messages that still have its analysis, locked, after the given id. */
    async restorable(
      { id, teamId, version }: AnalysisRun,
      after: string,
      limit: number,
    ): Promise<{ id: string; analysis: Analysis }[]> {
      return db
        .select({ id: messages.id, analysis: replacedAnalyses.analysis })
        .from(replacedAnalyses)
        .innerJoin(messages, eq(messages.id, replacedAnalyses.messageId))
        .where(
          and(
            eq(replacedAnalyses.runId, id),
            ofTeam(teamId),
            sql`${base}->>'engine' = 'embedded' and ${base}->>'version' = ${version}`,
            sql`${messages.id} > ${after}`,
          ),
        )
        .orderBy(messages.id)
        .limit(limit)
        .for("update");
    },

    /** Deletes what runs in all teams replaced earlier. It can't be undone any more. */
    async purgeBefore(date: Date): Promise<void> {
      await purgeBefore(db, replacedAnalyses, replacedAnalyses.at, date);
    },
  };
}
