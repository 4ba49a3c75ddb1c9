import { inArray, isNotNull, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { ended } from "../repository";
import { connections } from "../tables";

/** The stored access to accounts of every team, by the keys it is sealed with. */
export function createSealedAccessRepository(db: Executor) {
  return {
    /** The ids of the keys that stored access is sealed with, of any team. */
    async sealingKeys(): Promise<{ key: string; count: number }[]> {
      const key = sql<string>`split_part(${connections.credentials}, '.', 2)`;
      return db
        .select({ key, count: sql<number>`count(*)::int` })
        .from(connections)
        .where(isNotNull(connections.credentials))
        .groupBy(key);
    },

    /** Deletes the access that is sealed with these keys; its accounts have to be connected again. */
    async giveUpAccess(keys: string[], message: string): Promise<void> {
      const { status: _, ...withoutAccess } = ended;
      await db
        .update(connections)
        .set({
          ...withoutAccess,
          status: "reconnect",
          lastFailure: { kind: "reconnect", message, at: new Date().toISOString() },
        })
        .where(inArray(sql`split_part(${connections.credentials}, '.', 2)`, keys));
    },
  };
}
