import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { purgeBefore } from "../../../server/postgres/purge";
import type { Analysis } from "../../triage/contract";
import { messages, refinements } from "../tables";

/** State of a question. `asked`: the caller should ask; `busy`: another process is asking. */
export type Claim = "asked" | "busy" | { answer: unknown };

export function createRefineRepository(db: Executor) {
  const one = (teamId: string, key: string) => and(eq(refinements.teamId, teamId), eq(refinements.key, key));

  return {
    /** Claims a question for some seconds, unless it is answered or claimed already. */
    async claim(teamId: string, key: string, seconds: number): Promise<Claim> {
      const claimedUntil = sql`now() + make_interval(secs => ${seconds})`;
      const taken = await db
        .insert(refinements)
        .values({ teamId, key, claimedUntil })
        .onConflictDoUpdate({
          target: [refinements.teamId, refinements.key],
          set: { claimedUntil },
          setWhere: sql`${refinements.answer} is null and ${refinements.claimedUntil} < now()`,
        })
        .returning({ key: refinements.key });
      if (taken.length > 0) return "asked";
      const [row] = await db.select({ answer: refinements.answer }).from(refinements).where(one(teamId, key));
      return row && row.answer !== null ? { answer: row.answer } : "busy";
    },

    /** Keeps the answer, so that the same question isn't asked again. */
    async setAnswer(teamId: string, key: string, answer: object): Promise<void> {
      await db.update(refinements).set({ answer }).where(one(teamId, key));
    },

    /** Releases an unanswered question, so that others may ask. */
    async release(teamId: string, key: string): Promise<void> {
      await db.delete(refinements).where(and(one(teamId, key), sql`${refinements.answer} is null`));
    },

    /** Deletes questions of all teams, with their answers. */
    async purgeBefore(date: Date): Promise<void> {
      await purgeBefore(db, refinements, refinements.createdAt, date);
    },

    /** Replaces a message's analysis. */
    async replaceAnalysis(teamId: string, id: string, analysis: Analysis): Promise<void> {
      await db
        .update(messages)
        .set({ aiAnalysis: analysis, hasTask: analysis.hasTask, priority: analysis.priority })
        .where(and(eq(messages.teamId, teamId), eq(messages.id, id)));
    },
  };
}
