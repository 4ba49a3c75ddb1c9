import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { connectAttempts } from "../tables";

export type ConnectAttemptRow = typeof connectAttempts.$inferSelect;

/** After this, an exchange that hasn't ended never will (seconds): every call in it has a shorter limit. */
const exchangeSeconds = 120;
/** How long Health shows an interrupted exchange (days). */
export const interruptedDays = 7;

/** Unfinished connects: from the click, through the provider's page, to the choice of accounts. */
export function createAttemptRepository(db: Executor) {
  return {
    async insert(row: typeof connectAttempts.$inferInsert): Promise<ConnectAttemptRow> {
      const [stored] = await db.insert(connectAttempts).values(row).returning();
      return stored as ConnectAttemptRow;
    },

    /** Uses up a state, so that a second callback with it finds nothing. */
    async useState(userId: string, stateHash: string): Promise<ConnectAttemptRow | undefined> {
      const [row] = await db
        .update(connectAttempts)
        .set({ stateHash: null, exchangedAt: sql`now()` })
        .where(
          and(
            eq(connectAttempts.stateHash, stateHash),
            eq(connectAttempts.userId, userId),
            sql`${connectAttempts.expiresAt} > now()`,
          ),
        )
        .returning();
      return row;
    },

    /** Keeps what the provider's page led to, encrypted, until the person chooses accounts. */
    async keepFound(teamId: string, id: string, found: string): Promise<void> {
      await db
        .update(connectAttempts)
        .set({ found, codeVerifier: null })
        .where(and(eq(connectAttempts.teamId, teamId), eq(connectAttempts.id, id)));
    },

    /** Undefined for another person's attempt and an expired one. */
    async find(userId: string, id: string): Promise<ConnectAttemptRow | undefined> {
      const [row] = await db
        .select()
        .from(connectAttempts)
        .where(
          and(
            eq(connectAttempts.id, id),
            eq(connectAttempts.userId, userId),
            sql`${connectAttempts.expiresAt} > now()`,
          ),
        );
      return row;
    },

    async remove(teamId: string, id: string): Promise<void> {
      await db
        .delete(connectAttempts)
        .where(and(eq(connectAttempts.teamId, teamId), eq(connectAttempts.id, id)));
    },

    /** Deletes a user's unfinished connects in a team. */
    async removeOf(teamId: string, userId: string): Promise<void> {
      await db
        .delete(connectAttempts)
        .where(and(eq(connectAttempts.teamId, teamId), eq(connectAttempts.userId, userId)));
    },

    /**
     * A team's exchanges that ended without an account, as a user may see them. Nobody learned of them, because
     * the process that would have said so stopped.
     */
    async interrupted(teamId: string, userId: string): Promise<ConnectAttemptRow[]> {
      return db
        .select()
        .from(connectAttempts)
        .where(
          and(
            eq(connectAttempts.teamId, teamId),
            or(eq(connectAttempts.onlyMe, false), eq(connectAttempts.userId, userId)),
            isNull(connectAttempts.found),
            sql`${connectAttempts.exchangedAt} < now() - make_interval(secs => ${exchangeSeconds})`,
          ),
        )
        .orderBy(asc(connectAttempts.exchangedAt));
    },

    /** Deletes what is left of interrupted exchanges, once the provider is connected after all. */
    async removeInterrupted(teamId: string, userId: string, provider: string): Promise<void> {
      await db
        .delete(connectAttempts)
        .where(
          and(
            eq(connectAttempts.teamId, teamId),
            eq(connectAttempts.userId, userId),
            eq(connectAttempts.provider, provider),
            isNull(connectAttempts.found),
            isNotNull(connectAttempts.exchangedAt),
          ),
        );
    },

    /** Interrupted exchanges stay for a while, so that Health can show them. */
    async removeEnded(): Promise<void> {
      await db
        .delete(connectAttempts)
        .where(
          and(
            sql`${connectAttempts.expiresAt} < now()`,
            or(
              isNull(connectAttempts.exchangedAt),
              isNotNull(connectAttempts.found),
              sql`${connectAttempts.exchangedAt} < now() - make_interval(days => ${interruptedDays})`,
            ),
          ),
        );
    },
  };
}
