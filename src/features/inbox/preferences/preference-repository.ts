import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Executor, runPlanned } from "../../../server/database";
import { mutedSenders, savedFilters } from "../tables";

/** What people set for their own inbox in a team. */
export function createPreferenceRepository(db: Executor, teamId: string, userId: string) {
  const ownMuted = and(eq(mutedSenders.teamId, teamId), eq(mutedSenders.userId, userId));
  const ownFilters = and(eq(savedFilters.teamId, teamId), eq(savedFilters.userId, userId));
  return {
    /** By name. */
    async muted() {
      return runPlanned(db, getTableColumns(mutedSenders), {
        shape: "muted senders",
        build: (given) =>
          db
            .select()
            .from(mutedSenders)
            .where(
              sql`${mutedSenders.teamId} = ${given("teamId")} and ${mutedSenders.userId} = ${given("userId")}`,
            )
            .orderBy(asc(mutedSenders.name)),
        values: { teamId, userId },
      });
    },

    /**
     * @param sender - an address, or the name where there is none, in lower case.
     * @param name - as it is shown.
     */
    async mute(sender: string, name: string): Promise<void> {
      await db.insert(mutedSenders).values({ teamId, userId, sender, name }).onConflictDoNothing();
    },

    async unmute(sender: string): Promise<void> {
      await db.delete(mutedSenders).where(and(ownMuted, eq(mutedSenders.sender, sender)));
    },

    /** By name. */
    async filters() {
      return db.select().from(savedFilters).where(ownFilters).orderBy(asc(savedFilters.name));
    },

    /** Replaces the person's filter of this name. */
    async saveFilter(name: string, query: string): Promise<void> {
      await db
        .insert(savedFilters)
        .values({ teamId, userId, name, query })
        .onConflictDoUpdate({
          target: [savedFilters.teamId, savedFilters.userId, savedFilters.name],
          set: { query: sql`excluded.query` },
        });
    },

    async deleteFilter(id: string): Promise<void> {
      await db.delete(savedFilters).where(and(ownFilters, eq(savedFilters.id, id)));
    },
  };
}
