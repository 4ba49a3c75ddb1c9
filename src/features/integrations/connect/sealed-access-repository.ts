import { and, asc, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Executor } from "../../../server/database";
import { type ConnectionRow, ended } from "../repository";
import { connections } from "../tables";

/** The sealed columns of an account. */
export type SealedRow = Pick<ConnectionRow, "accountId" | "teamId" | "credentials" | "subscription">;

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

    /** Accounts with sealed secrets, of any team, by id. @param after - the last one seen. */
    async sealedAfter(after: string | undefined, limit: number): Promise<SealedRow[]> {
      return db
        .select({
          accountId: connections.accountId,
          teamId: connections.teamId,
          credentials: connections.credentials,
          subscription: connections.subscription,
        })
        .from(connections)
        .where(
          and(
            after === undefined ? undefined : gt(connections.accountId, after),
            or(isNotNull(connections.credentials), isNotNull(connections.subscription)),
          ),
        )
        .orderBy(asc(connections.accountId))
        .limit(limit);
    },
  };
}
